// The catalog: the families' rows behind one name index (nodes/catalog.h).
//
// The index is an open-addressing table over the rows, built on first use in some tens of microseconds; signatures are parsed
// when first asked for, one by one. Sorted lists are made when first asked for.
#include "nodes/catalog.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "nodes/compiler_families.h"
#include "nodes/families.h"

namespace polydat {
namespace {

using Family = std::span<const NodeDef> (*)();
constexpr Family kFamilies[] = {
    arithmetic_nodes,
    assertion_nodes,
    bracket_list_nodes,
    byte_nodes,
    comparison_nodes,
    constant_nodes,
    context_nodes,
    cursor_nodes,
    data_file_nodes,
    datetime_nodes,
    diagnostic_nodes,
    distribution_nodes,
    encoding_nodes,
    formatting_nodes,
    hashed_text_nodes,
    hashing_nodes,
    interpolation_nodes,
    json_nodes,
    math_nodes,
    name_nodes,
    noise_nodes,
    numeric_adapter_nodes,
    numeric_conversion_nodes,
    partition_nodes,
    permutation_nodes,
    probability_nodes,
    random_nodes,
    regex_nodes,
    register_nodes,
    round_number_nodes,
    streamer_nodes,
    string_nodes,
    text_conversion_nodes,
    tile_encode_nodes,
    tile_nodes,
    variadic_nodes,
    vector_nodes,
    weighted_nodes,
};

template <class Use>
void for_each_alias(const NodeDef& row, const Use& use) {
  std::string_view rest = row.aliases;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (end != 0) use(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::uint64_t hash_name(std::string_view name) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h ^ (h >> 32);
}

class Catalog {
 public:
  Catalog() {
    std::size_t rows = 0;
    for (const Family family : kFamilies) {
      const std::span<const NodeDef> span = family();
      if (span.empty()) continue;
      ranges_.push_back({span, rows});
      rows += span.size();
    }
    row_count_ = rows;
    // Twice the names leaves room for aliases, twice that keeps probes short.
    std::size_t capacity = 64;
    while (capacity < 4 * rows) capacity *= 2;
    table_.resize(capacity);
    for (const Range& range : ranges_) {
      for (const NodeDef& row : range.rows) {
        insert(name_of(row), &row);
        for_each_alias(row, [&](std::string_view alias) { insert(alias, &row); });
      }
    }
    std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.rows.data() < b.rows.data(); });
    signatures_ = std::make_unique<std::atomic<const Signature*>[]>(rows);
  }

  const NodeDef* find(std::string_view name) const {
    for (std::size_t at = hash_name(name);; ++at) {
      const Entry& entry = table_[at & (table_.size() - 1)];
      if (entry.row == nullptr || entry.name == name) return entry.row;
    }
  }

  // Each row's signature is parsed once; a thread that loses the race drops its copy.
  const Signature& signature(const NodeDef& row) {
    if (!holds(row)) return foreign_signature(row);
    std::atomic<const Signature*>& place = signatures_[index_of(row)];
    const Signature* have = place.load(std::memory_order_acquire);
    if (have != nullptr) return *have;
    auto parsed = std::make_unique<const Signature>(parse_signature(row.signature));
    if (place.compare_exchange_strong(have, parsed.get(), std::memory_order_acq_rel)) return *parsed.release();
    return *have;
  }

  std::vector<const NodeDef*> sorted_rows() const {
    std::vector<const NodeDef*> rows;
    rows.reserve(row_count_);
    for (const Range& range : ranges_) {
      for (const NodeDef& row : range.rows) rows.push_back(&row);
    }
    std::sort(rows.begin(), rows.end(), [](const NodeDef* a, const NodeDef* b) { return name_of(*a) < name_of(*b); });
    return rows;
  }

  std::vector<std::string_view> sorted_names() const {
    std::vector<std::string_view> names;
    for (const Entry& entry : table_) {
      if (entry.row != nullptr) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  struct Range {
    std::span<const NodeDef> rows;
    std::size_t first;  // number of the first row
  };
  struct Entry {
    std::string_view name;
    const NodeDef* row = nullptr;
  };

  // A name given twice keeps its first row; the completeness test refuses such a catalog.
  void insert(std::string_view name, const NodeDef* row) {
    for (std::size_t at = hash_name(name);; ++at) {
      Entry& entry = table_[at & (table_.size() - 1)];
      if (entry.row != nullptr && entry.name != name) continue;
      if (entry.row == nullptr) entry = {name, row};
      return;
    }
  }

  bool holds(const NodeDef& row) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
      return !std::less<>()(&row, range.rows.data()) && std::less<>()(&row, range.rows.data() + range.rows.size());
    });
  }
  // Of a row that the compiler makes for itself: in no list, found by no name.
  static const Signature& foreign_signature(const NodeDef& row) {
    static std::mutex mutex;
    static auto& known = *new std::map<const NodeDef*, Signature>;
    const std::lock_guard lock(mutex);
    const auto found = known.find(&row);
    return found != known.end() ? found->second : known.emplace(&row, parse_signature(row.signature)).first->second;
  }

  std::size_t index_of(const NodeDef& row) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), &row,
                                        [](const NodeDef* at, const Range& range) { return at < range.rows.data(); });
    const Range& range = *(after - 1);
    return range.first + static_cast<std::size_t>(&row - range.rows.data());
  }

  std::vector<Range> ranges_;
  std::vector<Entry> table_;
  std::size_t row_count_ = 0;
  std::unique_ptr<std::atomic<const Signature*>[]> signatures_;
};

// Never destroyed: rows and signatures are referred to until the last thread ends.
Catalog& catalog() {
  static Catalog& instance = *new Catalog;
  return instance;
}

}  // namespace

const NodeDef* find_node(std::string_view name) { return catalog().find(name); }

std::span<const NodeDef* const> all_nodes() {
  static const auto& rows = *new std::vector<const NodeDef*>(catalog().sorted_rows());
  return rows;
}

const std::vector<std::string_view>& all_node_names() {
  static const auto& names = *new std::vector<std::string_view>(catalog().sorted_names());
  return names;
}

const Signature& signature_of(const NodeDef& node) { return catalog().signature(node); }

std::string_view name_of(const NodeDef& node) { return node.signature.substr(0, node.signature.find('(')); }

std::string_view why_left_out(std::string_view name) {
  constexpr std::string_view kDatasetNodes[] = {"vector_at",
                                                "query_vector_at",
                                                "neighbor_distances_at",
                                                "filtered_neighbor_distances_at",
                                                "neighbor_indices_at",
                                                "filtered_neighbor_indices_at",
                                                "metadata_results_at",
                                                "vector_count",
                                                "query_count",
                                                "neighbor_count",
                                                "vector_dim",
                                                "metadata_results_count",
                                                "metadata_results_len_at",
                                                "metadata_content_count",
                                                "metadata_value_at",
                                                "predicate_value_at",
                                                "metadata_count_of",
                                                "predicate_count_of",
                                                "metadata_ordinals_of",
                                                "predicate_ordinals_of",
                                                "profile_facets",
                                                "profile_base_count",
                                                "matching_profiles",
                                                "matching_profile_name_at",
                                                "profile_partitions"};
  constexpr std::string_view kDatasets = "it reads a downloaded catalogue of vectors; polydat uses no network and no vector files";
  if (name.starts_with("dataset_")) return kDatasets;
  if (name == "fft_analyze") return "it writes a report of a whole run beside the rows; a node here sees one row";
  if (name == "emit_row") return "rows are written by `polydat eval --format`; no node prints";
  if (name == "debug_repr") return "it shows the reference's internal representation; `type_of` and `to_json` show the value";
  if (std::find(std::begin(kDatasetNodes), std::end(kDatasetNodes), name) != std::end(kDatasetNodes)) return kDatasets;
  return {};
}

}  // namespace polydat
