#include "kernel/kernel_state.h"

#include <algorithm>

namespace polydat {

namespace {

std::uint64_t* align_to_line(std::uint64_t* words) {
  const std::uint64_t address = address_of(words);
  return words + (((address + 63) & ~std::uint64_t{63}) - address) / 8;
}

}  // namespace

KernelState::KernelState(const ProgramInternals& p)
    : program(p),
      consts(p.plan.const_addresses.data()),
      step_code(p.plan.steps.size(), nullptr),
      paths(p.graph.outputs.size()),
      reach(p.plan.reach.data()),
      dirty(p.plan.steps.size()),
      storage(std::make_unique<std::uint64_t[]>(p.plan.slot_count + 16)),
      none(p.plan.slot_count, 0),
      input_values(p.graph.inputs.size()),
      written(p.graph.inputs.size(), false),
      unwritten_coords(p.coord_count),
      scratch(p.scratch_count),
      args(p.args_words),
      calls(p.graph.nodes.size()),
      class_stamp(p.plan.input_sets.size(), 1),
      input_stamp(p.graph.inputs.size(), 1),
      done_out(p.graph.outputs.size(), 0),
      ran_round(p.plan.steps.size(), 0),
      ran_read(p.plan.steps.size(), 0),
      ran_now(p.plan.steps.size(), 0),
      cones(p.graph.outputs.size(), nullptr),
      runs(p.count_runs ? p.plan.steps.size() : 0, 0) {
  slots = align_to_line(storage.get());
  dirty.set_all(p.plan.steps.size());
  for (Scratch& entry : scratch) entry.bytes.set_limit(p.limits.max_value);
  bind();
  for (std::uint32_t i = 0; i < p.graph.inputs.size(); ++i) {
    const GraphInput& input = p.graph.inputs[i];
    if (input.kind != InputKind::Coordinate) store_input(i, input.initial);
  }
}

KernelState::KernelState(const KernelState& other) : KernelState(other.program) {
  std::copy_n(other.slots, program.plan.slot_count, slots);
  none = other.none;
  none_count = other.none_count;
  input_values = other.input_values;
  written = other.written;
  unwritten_coords = other.unwritten_coords;
  usual_coords = other.usual_coords;
  dirty = other.dirty;
  now = other.now;
  round = other.round;
  read_id = other.read_id;
  wrote = other.wrote;
  whole_now = other.whole_now;
  whole_round = other.whole_round;
  class_stamp = other.class_stamp;
  input_stamp = other.input_stamp;
  done_out = other.done_out;
  ran_round = other.ran_round;
  ran_read = other.ran_read;
  ran_now = other.ran_now;
  runs = other.runs;
  failure = other.failure;
  captured = other.captured;
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    const GraphNode& node = program.graph.nodes[n];
    if (node.def == nullptr) continue;
    std::uint32_t slot = program.plan.node_slot[n];
    std::uint32_t entry = program.scratch_begin[n];
    for (const PortType type : node.out_types) {
      if (color_of(type) == SlotColor::Ref2) {
        scratch[entry].assign(type, &other.slots[slot]);
        const auto [address, count] = scratch[entry].publish(type);
        slots[slot] = address;
        slots[slot + 1] = count;
        ++entry;
      }
      slot += words_of(type);
    }
    for (std::uint32_t k = 0; k < node.def->private_scratch; ++k) scratch[entry + k].state = other.scratch[entry + k].state;
  }
  for (std::uint32_t i = 0; i < input_values.size(); ++i) {
    if (color_of(program.graph.inputs[i].type) != SlotColor::Ref2) continue;
    const auto [address, count] = input_values[i].words();
    slots[program.plan.input_slot[i]] = address;
    slots[program.plan.input_slot[i] + 1] = count;
  }
}

void KernelState::bind() {
  const Graph& graph = program.graph;
  const Plan& plan = program.plan;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    const std::uint32_t first = plan.node_slot[n];
    if (node.def == nullptr) {
      const auto [low, high] = node.constant.words();
      slots[first] = low;
      if (words_of(node.out_types[0]) == 2) slots[first + 1] = high;
      if (node.constant.is_none()) set_none(first, true);
      continue;
    }
    Call& call = calls[n];
    call.wire_count = static_cast<std::uint32_t>(node.wires.size());
    call.wire_words = plan.wire_begin[n + 1] - plan.wire_begin[n];
    call.args = args.data() + program.args_begin[n];
    std::copy(node.constants.words.begin(), node.constants.words.end(), args.begin() + program.args_begin[n] + call.wire_words);
    call.out = slots + first;
    call.own = scratch.data() + program.scratch_begin[n];
    call.in_types = node.in_types.data();
    call.out_types = node.out_types.data();
    unpublish(n);
  }
}

void KernelState::unpublish(std::uint32_t n) {
  const GraphNode& node = program.graph.nodes[n];
  std::uint32_t slot = program.plan.node_slot[n];
  std::uint32_t entry = program.scratch_begin[n];
  for (const PortType type : node.out_types) {
    if (color_of(type) == SlotColor::Ref2) {
      scratch[entry].bytes.clear();
      scratch[entry].json.reset();
      scratch[entry].ext.reset();
      const auto [address, count] = scratch[entry].publish(type);
      slots[slot] = address;
      slots[slot + 1] = count;
      ++entry;
    }
    slot += words_of(type);
  }
}

std::uint32_t KernelState::first_stale_reference() const {
  for (std::uint32_t n = 0; n < program.graph.nodes.size(); ++n) {
    const GraphNode& node = program.graph.nodes[n];
    if (node.def == nullptr) continue;
    std::uint32_t slot = program.plan.node_slot[n];
    std::uint32_t entry = program.scratch_begin[n];
    for (const PortType type : node.out_types) {
      if (color_of(type) == SlotColor::Ref2 && none[slot] == 0) {
        const auto [address, count] = scratch[entry].publish(type);
        if (slots[slot] != address || slots[slot + 1] != count) return slot;
      }
      if (color_of(type) == SlotColor::Ref2) ++entry;
      slot += words_of(type);
    }
  }
  return program.plan.slot_count;
}

void KernelState::set_none(std::uint32_t slot, bool is_none) {
  if ((none[slot] != 0) == is_none) return;
  none[slot] = is_none ? 1 : 0;
  none_count = is_none ? none_count + 1 : none_count - 1;
}

void KernelState::store_input(std::uint32_t input, const Value& value) {
  input_values[input] = value;
  const std::uint32_t slot = program.plan.input_slot[input];
  const PortType type = program.graph.inputs[input].type;
  if (value.is_none()) input_values[input] = Value::none(type);
  const auto [low, high] = input_values[input].words();
  slots[slot] = low;
  if (words_of(type) == 2) slots[slot + 1] = high;
  set_none(slot, value.is_none());
}

std::uint32_t KernelState::run_closure(std::uint32_t n) {
  Call& call = calls[n];
  const std::uint32_t* from = program.plan.wire_slots.data() + program.plan.wire_begin[n];
  std::uint64_t* to = args.data() + program.args_begin[n];
  for (std::uint32_t w = 0; w < call.wire_words; ++w) to[w] = slots[from[w]];
  if (none_count != 0) return run_closure_with_none(n, call);
  std::uint8_t out_none[1] = {0};
  if (program.graph.nodes[n].def->accepts_none) call.out_none = out_none;
  call.in_none = nullptr;
  const std::uint32_t error = program.graph.nodes[n].def->row(call);
  if (error != 0) unpublish(n);
  else if (out_none[0] != 0) set_none(program.plan.node_slot[n], true);
  return error;
}

// The None rule (axioms N1, N2): a None wire makes every output None without a run, unless the node accepts None.
std::uint32_t KernelState::run_closure_with_none(std::uint32_t n, Call& call) {
  const GraphNode& node = program.graph.nodes[n];
  const std::uint32_t begin = program.wire_none_begin[n];
  const std::size_t wires = program.wire_none_begin[n + 1] - begin;
  std::vector<std::uint8_t> in_none(wires + 1), out_none(node.out_types.size() + 1);
  bool any = false;
  for (std::size_t w = 0; w < wires; ++w) {
    in_none[w] = none[program.wire_none[begin + w]];
    any |= in_none[w] != 0;
  }
  std::uint32_t error = 0;
  if (any && !node.def->accepts_none) {
    std::fill(out_none.begin(), out_none.end(), std::uint8_t{1});
    unpublish(n);
  } else {
    call.in_none = any ? in_none.data() : nullptr;
    call.out_none = out_none.data();
    error = node.def->row(call);
    if (error != 0) {
      unpublish(n);
      return error;
    }
  }
  std::uint32_t slot = program.plan.node_slot[n];
  for (std::size_t p = 0; p < node.out_types.size(); ++p) {
    set_none(slot, out_none[p] != 0);
    slot += words_of(node.out_types[p]);
  }
  return error;
}

std::uint32_t KernelState::run_step_by_kind(std::uint32_t s) {
  const Step& step = program.plan.steps[s];
  if (!runs.empty()) ++runs[s];
  if (step.kind == StepKind::Segment && program.native != nullptr && (none_count == 0 || !step.reads_extern)) {
    if (const RowFunction function = program.native->segment(step.function)) {
      if (runs.empty()) step_code[s] = function;
      return function(consts, slots);
    }
  }
  for (const NodeId node : step.nodes)
    if (const std::uint32_t error = run_closure(node.index)) return error;
  return 0;
}

void KernelState::adopt_whole_code(const RowFunction* code) {
  const std::vector<EvalStage>& schedule = program.plan.eval_schedule;
  whole_code = code;
  if (schedule.size() == 1 && schedule[0].native) whole_row = code[schedule[0].function];
}

std::uint32_t KernelState::run_schedule() {
  for (const EvalStage& stage : program.plan.eval_schedule) {
    const std::uint32_t error =
        stage.native ? whole_code[stage.function](consts, slots) : run_closure(program.plan.steps[stage.step.index].nodes[0].index);
    if (error != 0) return error;
  }
  return 0;
}

}  // namespace polydat
