// Nodes of the family "partitions" that cursors are made of.
#include <cmath>

#include "nodes/compiler_families.h"
#include "nodes/native_row.h"
#include "nodes/partition.h"
#include "nodes/partition_spec.h"
#include "nodes/row_form_json.h"

namespace polydat {
namespace {

enum : std::uint32_t { kNotAPartition = 1, kBadSpec = 2, kSeveral = 4 };

// The partition `p` of another extent as one of [start, end), by its percentages.
std::shared_ptr<const Partition> rescaled(const std::shared_ptr<const Partition>& p, std::uint64_t start, std::uint64_t end) {
  const std::uint64_t extent = end - start;
  if (p->fields.base_extent == extent && start == 0) return p;
  const auto place = [&](double percent) {
    const double ordinals = std::round(percent / 100.0 * static_cast<double>(extent));
    return ordinals >= static_cast<double>(extent) ? end : start + static_cast<std::uint64_t>(ordinals);
  };
  PartitionFields fields = p->fields;
  fields.start = place(fields.start_percent);
  fields.end = std::max(fields.start, place(fields.end_percent));
  fields.base_extent = extent;
  return std::make_shared<const Partition>(fields);
}

void cursor_partition(ArgList wires, std::uint64_t index, ExtOut& out, std::uint32_t* err) {
  const ArgList::Item over = wires[0];
  const std::uint64_t start = wires[1].words[0];
  const std::uint64_t end = std::max(start, wires[2].words[0]);
  if (over.type == PortType::Ext) {
    const ExtBox& object = *view_data<ExtBox>(over.words[0]);
    if (const auto* one = dynamic_cast<const Partition*>(&object)) {
      out.box = rescaled(std::static_pointer_cast<const Partition>(one->shared_from_this()), start, end);
      return;
    }
    const auto* list = dynamic_cast<const PartitionList*>(&object);
    if (list == nullptr) *err |= kNotAPartition;
    else if (list->items.size() == 1) out.box = rescaled(list->items.front(), start, end);
    else if (index < list->items.size()) out.box = rescaled(list->items[index], start, end);
    else *err |= kSeveral;
    return;
  }
  if (over.type != PortType::Str) {
    *err |= kNotAPartition;
    return;
  }
  PartitionFault fault;
  const std::uint64_t most = out.limit / kPartitionBytes;
  const auto spec = parse_partition_spec(view_text(over.words), most, fault);
  const auto list = spec ? resolve_partitions(*spec, start, end, most, fault) : nullptr;
  if (list == nullptr) *err |= fault.by_limit ? kErrorValueLimit : std::uint32_t{kBadSpec};
  else if (list->items.size() == 1) out.box = list->items.front();
  else if (index < list->items.size()) out.box = list->items[index];
  else *err |= kSeveral;
}

double percent(const ExtBox& p, double PartitionFields::* field, std::uint32_t* err) {
  const auto* partition = dynamic_cast<const Partition*>(&p);
  if (partition != nullptr) return partition->fields.*field;
  *err |= 1;
  return 0;
}
double start_pct_of(const ExtBox& p, std::uint32_t* err) { return percent(p, &PartitionFields::start_percent, err); }
double end_pct_of(const ExtBox& p, std::uint32_t* err) { return percent(p, &PartitionFields::end_percent, err); }

constexpr std::string_view kObject = "works on an object";
constexpr std::string_view kNoPartition = "the object is not a partition";

constexpr NodeDef kRows[] = {
    closure_row<&cursor_partition>(
        {.signature = "cursor_partition(over: any, start: u64, end: u64, const index: u64 = 18446744073709551615) -> ext",
         .family = "partitions",
         .doc =
             "The part of [start, end) that a spec, a partition or a list of partitions denotes, as the `over` of a cursor does. A partition of another "
             "extent is rescaled by its percentages. Of several, the one at `index` is taken.",
         .example = "input cycle: u64\np := cursor_partition(\"25%..75%\", 0, 200)\nout := mod_in(cycle, p)\n",
         .failures = {"`over` takes a partition or the text of a spec", "the spec does not fit the range",
                      "it denotes several partitions, and none is chosen (--partition)"},
         .why_closure = kObject}),
    closure_row<&start_pct_of>(
        {.signature = "start_pct_of(p: ext) -> f64",
         .family = "partitions",
         .doc = "Where the partition begins, as a percentage of what it is a part of.",
         .example = "input cycle: u64\nlist := partitions(\"*/4\", 1000)\nout := start_pct_of(partition_at(list, mod(cycle, 4)))\n",
         .failures = {kNoPartition},
         .why_closure = kObject}),
    closure_row<&end_pct_of>(
        {.signature = "end_pct_of(p: ext) -> f64",
         .family = "partitions",
         .doc = "Where the partition ends, as a percentage of what it is a part of.",
         .example = "input cycle: u64\nlist := partitions(\"*/4\", 1000)\nout := end_pct_of(partition_at(list, mod(cycle, 4)))\n",
         .failures = {kNoPartition},
         .why_closure = kObject}),
};

}  // namespace

std::span<const NodeDef> cursor_nodes() { return kRows; }

}  // namespace polydat
