// What runs where: the graph as flat steps over slots (design D6, D7, D11). The plan is data: it can be dumped, compared and
// tested without running anything.
//
// plan/ decides: which nodes are native and which closures, and why; the segments; the slots; provenance. It must not know
// how a kernel keeps its state, nor LLVM.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "plan/bit_set.h"
#include "plan/code_generator.h"

namespace polydat {

struct StepId {
  std::uint32_t index = 0;
  auto operator<=>(const StepId&) const = default;
};
struct SlotId {
  std::uint32_t index = 0;
  auto operator<=>(const SlotId&) const = default;
};

enum class StepKind : std::uint8_t { Closure, Segment };

struct Step {
  StepKind kind = StepKind::Closure;
  std::vector<NodeId> nodes;  // one for a closure; members in order for a segment
  bool is_volatile = false;   // runs once in every read whose cone reaches it
  bool side_channel = false;
  bool reads_extern = false;    // some wire in its provenance is an extern or const slot: an input may be None
  std::uint32_t input_set = 0;  // provenance: index into Plan::input_sets
  std::uint32_t function = 0;   // segments: index into Plan::segment_functions
};

struct NodeForm {
  bool native = false;
  std::string reason;  // why it is a closure; empty for native
};

// One function of the eval schedule: a closure step, or one native function for many segments.
struct EvalStage {
  bool native = false;
  StepId step;                 // closure stages
  std::uint32_t function = 0;  // native stages: index into Plan::whole_functions
};

// Invariants: a step's producers have smaller StepIds; every node that is not a constant is in exactly one step; coordinates have
// the first slots, in order, one each; slots of one node are consecutive in port order; the slots a segment writes for others are dense, in output order.
struct Plan {
  std::vector<NodeForm> forms;  // per node
  std::vector<Step> steps;
  std::vector<std::uint32_t> step_of;  // per node; kNoStep for constants
  static constexpr std::uint32_t kNoStep = ~0u;

  std::vector<bool> plain_text;  // per node: its only output is text that no row format quotes or escapes (mark_plain_text.h)

  std::uint32_t slot_count = 0;
  std::vector<std::uint32_t> input_slot;   // per input: its first slot
  std::vector<std::uint32_t> node_slot;    // per node: the first slot of port 0
  std::vector<bool> slot_is_reference;     // per slot: part of a Ref2 pair (raw readers refuse it)
  std::vector<std::uint32_t> output_slot;  // per output
  // Flattened source slots of a node's wires: wire_slots[wire_begin[n] .. wire_begin[n + 1]).
  std::vector<std::uint32_t> wire_slots;
  std::vector<std::uint32_t> wire_begin;

  std::vector<BitSet> input_sets;             // distinct provenance sets, over InputId; steps and nodes name them by index
  std::vector<std::uint32_t> node_input_set;  // per node: index into input_sets (constants: the empty set)
  std::vector<BitSet> reach;                  // per input: over StepId, the steps that depend on it
  // Steps whose outputs a step reads: producers[producer_begin[s] .. producer_begin[s + 1]), ascending, distinct.
  std::vector<std::uint32_t> producers;
  std::vector<std::uint32_t> producer_begin;
  BitSet volatile_steps;
  BitSet side_channel_steps;
  BitSet eval_steps;  // every step: union of the outputs' cones and the side-channel steps

  std::vector<NativeFunction> segment_functions;  // one a segment
  std::vector<NativeFunction> whole_functions;    // the native parts of a whole evaluation, between closures
  std::vector<EvalStage> eval_schedule;           // everything dirty: run these in order
  std::vector<std::uint64_t> const_addresses;     // what WordOperand::Address indexes; valid while the graph lives
};

struct PlanOptions {
  bool native = true;  // false: every node a closure
  bool fuse = true;    // false: every native node its own segment (tests)
};

// Needs:   the invariants of Graph.
// Ensures: the invariants of Plan.
// Cost:    linear in nodes and wires, times the words of a bitset.
Plan make_plan(const Graph& graph, const PlanOptions& options);

// The steps that the value of `source` needs, over StepId. Linear in the cone. Cones are computed on demand, since a chain
// whose every binding is an output has quadratically many cone bits.
BitSet cone_of(const Plan& plan, const WireSource& source);

}  // namespace polydat
