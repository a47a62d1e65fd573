// Partitions of an ordinal range and lists of them: what the `ext` wires of the family "partitions" carry (types page, 2.5).
//
// Guarantees: start <= end. The objects are immutable and shared: taking one out of a list copies nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/ext_value.h"

namespace polydat {

struct PartitionFields {
  std::uint64_t index = 0;  // position in generation order
  std::uint64_t count = 0;  // how many its list has
  std::uint64_t start = 0;  // first ordinal
  std::uint64_t end = 0;    // one past the last
  double start_percent = 0;
  double end_percent = 0;
  std::uint64_t base_extent = 0;  // of the range that the percentages are of

  std::uint64_t size() const { return end - start; }
};

struct Partition : ExtBox {
  explicit Partition(const PartitionFields& f) : fields(f) {}
  std::string_view type_name() const override { return "partition"; }
  std::string display() const override;
  JsonTree to_json() const override;

  const PartitionFields fields;
};

struct PartitionList : ExtBox {
  std::string_view type_name() const override { return "partition list"; }
  std::string display() const override;
  JsonTree to_json() const override;

  std::vector<std::shared_ptr<const Partition>> items;
};

// What one partition of a list takes, for limits.
inline constexpr std::uint64_t kPartitionBytes = 128;

std::shared_ptr<const PartitionList> make_partition_list(const std::vector<PartitionFields>& fields);

// start + floor((i * (end - start) + floor(parts / 2)) / parts), exact. `parts` is not 0 and i is at most `parts`.
std::uint64_t even_boundary(std::uint64_t start, std::uint64_t end, std::uint64_t i, std::uint64_t parts);

// `p` cut into `parts` even ones. 1 <= parts <= p.size().
std::shared_ptr<const PartitionList> subdivide(const PartitionFields& p, std::uint64_t parts);

}  // namespace polydat
