// Partition specs: "fib:5 in 10%..50% largest_first" (nodes-data page, 13). Reading the text, and cutting a range by it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/partition.h"

namespace polydat {

// A size or a place: part of the domain, or a number of ordinals.
struct PartitionBound {
  enum class Kind : std::uint8_t { Percent, Fraction, Ordinal };
  Kind kind = Kind::Ordinal;
  double part = 0;            // Percent: [0, 100]; Fraction: [0, 1]
  std::uint64_t ordinal = 0;  // Ordinal
};

// One piece of a delta list, consuming from the front.
struct PartitionDelta {
  enum class Kind : std::uint8_t {
    Sized,   // the next `size`
    Gap,     // skip `size`
    Star,    // what the sized ones leave
    Fill,    // repeat the previous size to the end
    Split,   // the rest in `parts` even ones
    Shaped,  // the rest by `weights`, percentages that sum to 100
  };
  Kind kind = Kind::Sized;
  PartitionBound size;
  std::uint64_t parts = 0;
  std::vector<double> weights;
};

enum class PartitionOrder : std::uint8_t { Unchanged, SmallestFirst, LargestFirst, Random };

struct PartitionSpec {
  struct Range {
    PartitionBound start;
    PartitionBound end;
  };
  std::optional<Range> range;          // the whole spec is one range; else `deltas`
  std::vector<PartitionDelta> deltas;  // Fill, Split and Shaped only last
  std::optional<Range> window;
  PartitionOrder order = PartitionOrder::Unchanged;
};

// Why a spec cannot be read or applied.
struct PartitionFault {
  std::string message;
  bool by_limit = false;  // it asks for more partitions than `most`
};

// Nothing, with the fault filled in, for a text that is not a spec or has more than `most` entries.
std::optional<PartitionSpec> parse_partition_spec(std::string_view text, std::uint64_t most, PartitionFault& fault);

// The partitions of [base_start, base_end), in the spec's order. Null, with the fault filled in, when the spec does not fit the range
// or gives more than `most` partitions. base_start <= base_end.
std::shared_ptr<const PartitionList> resolve_partitions(const PartitionSpec& spec, std::uint64_t base_start, std::uint64_t base_end,
                                                        std::uint64_t most, PartitionFault& fault);

// Weights of a recipe (`fib`, "5"), as percentages that sum to 100; empty with the fault filled in when it is refused.
std::vector<double> partition_recipe(std::string_view name, std::string_view arguments, std::uint64_t most, PartitionFault& fault);

}  // namespace polydat
