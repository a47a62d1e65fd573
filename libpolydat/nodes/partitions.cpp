// Nodes of the family "partitions": cutting ordinal ranges and drawing ordinals from the pieces.
#include <algorithm>

#include "nodes/families.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/partition.h"
#include "nodes/partition_spec.h"
#include "nodes/row_form_json.h"

namespace polydat {
namespace {

constexpr std::string_view kObject = "works on an object";
constexpr std::string_view kNoPartition = "the object is not a partition";
constexpr std::string_view kNoList = "the object is not a partition list";

// Constant 0 over the range that constant 1 ends.
struct PreparedPartitions : Prepared {
  std::shared_ptr<const PartitionList> list;
};
void prepare_partitions(PrepareContext& context) {
  const std::uint64_t most = context.limits().max_const / kPartitionBytes;
  PartitionFault fault;
  auto prepared = std::make_shared<PreparedPartitions>();
  if (const auto spec = parse_partition_spec(context.str(0), most, fault)) {
    prepared->list = resolve_partitions(*spec, 0, context.u64(1), most, fault);
  }
  if (prepared->list != nullptr) return context.add_object<PreparedPartitions>(std::move(prepared));
  if (fault.by_limit)
    context.refuse_by_limit(0, fault.message + ", more than --max-const " + std::to_string(context.limits().max_const) + " allows");
  else context.refuse(0, fault.message);
}
void partitions(const PreparedPartitions& prepared, ExtOut& out) { out.box = prepared.list; }

// A wire of type ext carries any object.
template <class T>
const T* object_of(const ExtBox& object, std::uint32_t* err) {
  const T* right = dynamic_cast<const T*>(&object);
  *err |= right == nullptr ? 1u : 0u;
  return right;
}

template <std::uint64_t PartitionFields::* Field>
std::uint64_t field_of(const ExtBox& p, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  return partition == nullptr ? 0 : partition->fields.*Field;
}
std::uint64_t cardinality(const ExtBox& p, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  return partition == nullptr ? 0 : partition->fields.size();
}

std::uint64_t wrapped(std::uint64_t n, const ExtBox& p, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  if (partition == nullptr) return 0;
  const std::uint64_t size = partition->fields.size();
  return partition->fields.start + (size == 0 ? 0 : n % size);
}
std::uint64_t mod_in(std::uint64_t n, const ExtBox& p, std::uint32_t* err) { return wrapped(n, p, err); }
std::uint64_t random_in(const ExtBox& p, std::uint64_t seed, std::uint32_t* err) { return wrapped(native::hash(seed), p, err); }
std::uint64_t clamp_in(std::uint64_t n, const ExtBox& p, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  if (partition == nullptr) return 0;
  const PartitionFields& f = partition->fields;
  return f.size() == 0 ? f.start : std::clamp(n, f.start, f.end - 1);
}
std::uint64_t at(const ExtBox& p, std::uint64_t i, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  if (partition == nullptr) return 0;
  if (i >= partition->fields.size()) *err |= 2;
  return partition->fields.start + i;
}

void subdivide_node(const ExtBox& p, std::uint64_t n, ExtOut& out, std::uint32_t* err) {
  const Partition* partition = object_of<Partition>(p, err);
  if (partition == nullptr) return;
  if (n == 0 || n > partition->fields.size()) *err |= 2;
  else if (n > out.limit / kPartitionBytes) *err |= kErrorValueLimit;
  else out.box = subdivide(partition->fields, n);
}

std::uint64_t partition_count(const ExtBox& list, std::uint32_t* err) {
  const PartitionList* partitions = object_of<PartitionList>(list, err);
  return partitions == nullptr ? 0 : partitions->items.size();
}
void partition_at(const ExtBox& list, std::uint64_t i, ExtOut& out, std::uint32_t* err) {
  const PartitionList* partitions = object_of<PartitionList>(list, err);
  if (partitions == nullptr) return;
  if (i >= partitions->items.size()) *err |= 2;
  else out.box = partitions->items[i];
}

#define POLYDAT_EXAMPLE(call) \
  "input cycle: u64\nlist := partitions(\"fib:5\", 1000)\np := partition_at(list, mod(cycle, 5))\nout := " call "\n"

constexpr NodeDef kRows[] = {
    closure_row<&partitions>({.signature = "partitions(const spec: str, const extent: u64 = 100) -> ext",
                              .family = "partitions",
                              .doc =
                                  "The range from 0 to extent cut by a spec: sizes \"10%,20%,*\", a recipe \"fib:5\", a range \"10..50\", "
                                  "optionally \"in A..B\" and an order.",
                              .example = "input cycle: u64\nout := partitions(\"60%,30%,*\", 1000)\n",
                              .why_closure = "gives an object",
                              .prepare = &prepare_partitions}),
    closure_row<&partition_count>({.signature = "partition_count(list: ext) -> u64",
                                   .family = "partitions",
                                   .doc = "How many partitions a list has.",
                                   .example = "input cycle: u64\nout := partition_count(partitions(\"fib:5\", 1000))\n",
                                   .failures = {kNoList},
                                   .why_closure = kObject}),
    closure_row<&partition_at>({.signature = "partition_at(list: ext, i: u64) -> ext",
                                .family = "partitions",
                                .doc = "The partition at a place of a list, in the list's order.",
                                .example = "input cycle: u64\nout := partition_at(partitions(\"fib:5\", 1000), mod(cycle, 5))\n",
                                .failures = {kNoList, "the list has fewer partitions"},
                                .why_closure = kObject}),
    closure_row<&subdivide_node>({.signature = "subdivide(p: ext, n: u64 nonzero) -> ext",
                                  .family = "partitions",
                                  .doc = "A partition cut into n even ones.",
                                  .example = POLYDAT_EXAMPLE("subdivide(p, 3)"),
                                  .failures = {kNoPartition, "n is 0 or more than the ordinals of the partition"},
                                  .why_closure = kObject}),
    closure_row<&field_of<&PartitionFields::start>>({.signature = "start_of(p: ext) -> u64",
                                                     .family = "partitions",
                                                     .doc = "The first ordinal of a partition.",
                                                     .example = POLYDAT_EXAMPLE("start_of(p)"),
                                                     .failures = {kNoPartition},
                                                     .why_closure = kObject}),
    closure_row<&field_of<&PartitionFields::end>>({.signature = "end_of(p: ext) -> u64",
                                                   .family = "partitions",
                                                   .doc = "The ordinal behind the last of a partition.",
                                                   .example = POLYDAT_EXAMPLE("end_of(p)"),
                                                   .failures = {kNoPartition},
                                                   .why_closure = kObject}),
    closure_row<&field_of<&PartitionFields::index>>(
        {.signature = "idx_of(p: ext) -> u64",
         .family = "partitions",
         .doc = "The number of a partition in its list, from 0, whatever the order of the list.",
         .example = POLYDAT_EXAMPLE("idx_of(p)"),
         .failures = {kNoPartition},
         .why_closure = kObject}),
    closure_row<&field_of<&PartitionFields::count>>({.signature = "count_of(p: ext) -> u64",
                                                     .family = "partitions",
                                                     .doc = "How many partitions the list has that a partition is from.",
                                                     .example = POLYDAT_EXAMPLE("count_of(p)"),
                                                     .failures = {kNoPartition},
                                                     .why_closure = kObject}),
    closure_row<&cardinality>({.signature = "cardinality(p: ext) -> u64",
                               .family = "partitions",
                               .doc = "How many ordinals a partition has.",
                               .example = POLYDAT_EXAMPLE("cardinality(p)"),
                               .failures = {kNoPartition},
                               .why_closure = kObject}),
    closure_row<&mod_in>({.signature = "mod_in(n: u64, p: ext) -> u64",
                          .family = "partitions",
                          .doc = "n folded into a partition: start + n % size; the start when it is empty.",
                          .example = POLYDAT_EXAMPLE("mod_in(cycle, p)"),
                          .failures = {kNoPartition},
                          .why_closure = kObject}),
    closure_row<&clamp_in>({.signature = "clamp_in(n: u64, p: ext) -> u64",
                            .family = "partitions",
                            .doc = "The ordinal of a partition that is nearest to n; the start when it is empty.",
                            .example = POLYDAT_EXAMPLE("clamp_in(cycle, p)"),
                            .failures = {kNoPartition},
                            .why_closure = kObject}),
    closure_row<&at>({.signature = "at(p: ext, i: u64) -> u64",
                      .family = "partitions",
                      .doc = "Ordinal i of a partition: start + i.",
                      .example = POLYDAT_EXAMPLE("at(p, 7)"),
                      .failures = {kNoPartition, "i is past the end of the partition"},
                      .why_closure = kObject}),
    closure_row<&random_in>({.signature = "random_in(p: ext, seed: u64) -> u64",
                             .family = "partitions",
                             .doc = "A hashed ordinal of a partition: start + hash(seed) % size; the start when it is empty.",
                             .example = POLYDAT_EXAMPLE("random_in(p, cycle)"),
                             .failures = {kNoPartition},
                             .why_closure = kObject}),
};

#undef POLYDAT_EXAMPLE

}  // namespace

std::span<const NodeDef> partition_nodes() { return kRows; }

}  // namespace polydat
