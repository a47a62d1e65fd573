// The row kernels over one template (polydat/kernel.h).
#include "polydat/kernel.h"

#include <cassert>

#include "kernel/currency.h"
#include "kernel/replay_failure.h"
#include "nodes/dyn_value.h"

namespace polydat {

namespace {

template <Provenance Mode>
std::function<bool(std::uint32_t)> current_steps(KernelState& state) {
  return [&state](std::uint32_t step) { return Currency<Mode>{state}.is_current(step); };
}

Failure no_code_failure(const KernelState& state) {
  Failure failure;
  failure.kind = FailureKind::Limit;
  failure.report = "native code could not be made: " + state.program.native->error();
  return failure;
}

// Debug builds check every published pair after a read (axiom S9).
bool check_references([[maybe_unused]] const KernelState& state) {
  assert(state.first_stale_reference() == state.program.plan.slot_count && "S9: a slot pair names storage that its step does not own");
  return true;
}

// Evaluates the source of every const slot and shared cell and writes it there.
template <Provenance Mode>
bool capture_inputs(KernelState& state) {
  Currency<Mode> currency{state};
  const Graph& graph = state.program.graph;
  for (const std::uint32_t input : state.program.captured_inputs) {
    const WireSource& source = *graph.inputs[input].source;
    const PortType type = graph.inputs[input].type;
    std::uint32_t slot = 0;
    if (source.kind == WireSource::Kind::Input) {
      slot = state.program.plan.input_slot[source.index];
    } else {
      const std::uint32_t failed = currency.pull_cone(Cone(state.program.plan, cone_of(state.program.plan, source)));
      if (failed == Currency<Mode>::kNoCode) {
        state.failure = no_code_failure(state);
        return false;
      }
      if (failed != Plan::kNoStep) {
        state.failure = replay_failure(state, source.index, current_steps<Mode>(state));
        return false;
      }
      slot = state.program.plan.node_slot[source.index];
      for (std::uint32_t p = 0; p < source.port; ++p) slot += words_of(graph.nodes[source.index].out_types[p]);
    }
    currency.set_input(input, state.value_at(slot, type));
  }
  return true;
}

}  // namespace

template <Provenance Mode>
Kernel<Mode>::Kernel(std::shared_ptr<const Program> program)
    : program_(std::move(program)), state_(std::make_unique<KernelState>(program_->internals())) {
  if constexpr (Mode == Provenance::Pull) program_->internals().index_classes();
  bind();
  init();
}
template <Provenance Mode>
Kernel<Mode>::Kernel(const Kernel& other, ForkTag) : program_(other.program_), state_(std::make_unique<KernelState>(*other.state_)) {
  bind();
}
template <Provenance Mode>
void Kernel<Mode>::bind() {
  slots_ = state_->slots;
  consts_ = state_->consts;
  paths_ = state_->paths.data();
  dirty_ = state_->dirty.words();
  reach_ = program_->internals().one_word_reach.data();
}
template <Provenance Mode>
Kernel<Mode>::~Kernel() = default;
template <Provenance Mode>
Kernel<Mode>::Kernel(Kernel&&) noexcept = default;
template <Provenance Mode>
Kernel<Mode>& Kernel<Mode>::operator=(Kernel&&) noexcept = default;

template <Provenance Mode>
bool Kernel<Mode>::init() {
  return state_->captured = capture_inputs<Mode>(*state_);
}
template <Provenance Mode>
bool Kernel<Mode>::ready() const {
  return state_->captured;
}

template <Provenance Mode>
void Kernel<Mode>::set_inputs_by_rule(std::span<const std::uint64_t> coords) {
  Currency<Mode>{*state_}.set_inputs(coords);
  if (Mode == Provenance::PushPull && state_->dirty.is_one_word()) usual_coords_ = state_->usual_coords;
}
template <Provenance Mode>
AccessError Kernel<Mode>::set_inputs_exact(std::span<const std::uint64_t> coords) {
  if (coords.size() != state_->program.coord_count) return AccessError::WrongLength;
  set_inputs(coords);
  return AccessError::None;
}

template <Provenance Mode>
AccessError Kernel<Mode>::set_input(std::string_view name, const Value& value) {
  const auto input = program_->input_index(name);
  if (!input) return AccessError::UnknownName;
  if (*input < state_->program.coord_count) return AccessError::NotWritable;
  return set_input_at(*input, value);
}
template <Provenance Mode>
AccessError Kernel<Mode>::set_input_at(std::uint32_t index, const Value& value) {
  Value held;
  const AccessError error = state_->program.written(index, value, held);
  if (error == AccessError::None) Currency<Mode>{*state_}.set_input(index, held);
  return error;
}
template <Provenance Mode>
Value Kernel<Mode>::input_value(std::uint32_t index) const {
  if (index < state_->program.coord_count) return Value::u64(slots_[state_->program.plan.input_slot[index]]);
  return from_dyn(state_->input_values[index]);
}

namespace {

// The long way of eval. It takes the state alone: what eval keeps across the call of native code costs registers.
template <Provenance Mode>
[[gnu::noinline]] bool finish_eval(KernelState& state) {
  BitSet failed;
  bool no_code = false;
  if (Currency<Mode>{state}.finish_eval(failed, no_code)) return check_references(state);
  check_references(state);
  if (no_code) {
    state.failure = no_code_failure(state);
    return false;
  }
  const Graph& graph = state.program.graph;
  const Plan& plan = state.program.plan;
  for (const GraphOutput& output : graph.outputs) {
    if (output.source.kind != WireSource::Kind::Node) continue;
    const std::uint32_t step = plan.step_of[output.source.index];
    if (step == Plan::kNoStep || !failed.test(step)) continue;
    state.failure = replay_failure(state, output.source.index, current_steps<Mode>(state));
    return false;
  }
  std::uint32_t first = Plan::kNoStep;  // only side channels failed
  failed.for_each([&](std::size_t step) {
    if (first == Plan::kNoStep) first = static_cast<std::uint32_t>(step);
  });
  state.failure = replay_failure(state, plan.steps[first].nodes.back().index, current_steps<Mode>(state));
  return false;
}

}  // namespace

template <Provenance Mode>
bool Kernel<Mode>::eval() {
  KernelState& state = *state_;
  if (Currency<Mode>{state}.begin_eval()) [[likely]]
    return check_references(state);
  return finish_eval<Mode>(state);
}

template <Provenance Mode>
bool Kernel<Mode>::pull_by_rule(std::uint32_t output) {
  KernelState& state = *state_;
  const std::uint32_t failed = Currency<Mode>{state}.pull(output);
  check_references(state);
  if (failed == Plan::kNoStep) [[likely]]
    return true;
  state.failure = failed == Currency<Mode>::kNoCode
                      ? no_code_failure(state)
                      : replay_failure(state, state.program.graph.outputs[output].source.index, current_steps<Mode>(state));
  return false;
}

template <Provenance Mode>
const Failure& Kernel<Mode>::failure() const {
  return state_->failure;
}

template <Provenance Mode>
bool Kernel<Mode>::is_current(std::uint32_t output) const {
  const WireSource& source = state_->program.graph.outputs[output].source;
  if (source.kind == WireSource::Kind::Input) return true;
  const std::uint32_t step = state_->program.plan.step_of[source.index];
  return step == Plan::kNoStep || Currency<Mode>{*state_}.is_current(step);
}
template <Provenance Mode>
bool Kernel<Mode>::is_none(std::uint32_t output) const {
  return state_->none_count != 0 && state_->none[state_->program.plan.output_slot[output]] != 0;
}
template <Provenance Mode>
const std::uint64_t* Kernel<Mode>::output_words(std::uint32_t output) const {
  return &slots_[state_->program.plan.output_slot[output]];
}

template <Provenance Mode>
AccessError Kernel<Mode>::value(std::uint32_t output, Value& value) const {
  if (output >= state_->program.outputs.size()) return AccessError::UnknownName;
  if (!is_current(output)) return AccessError::NotCurrent;
  value = from_dyn(state_->value_at(state_->program.plan.output_slot[output], state_->program.graph.outputs[output].type));
  return AccessError::None;
}

template <Provenance Mode>
AccessError Kernel<Mode>::get_slot_checked(std::uint32_t slot, std::uint64_t& word) const {
  const ProgramInternals& program = state_->program;
  if (slot >= program.plan.slot_count) return AccessError::UnknownName;
  if (program.plan.slot_is_reference[slot]) return AccessError::ReferenceSlot;
  const std::uint32_t output = program.slot_output[slot];
  if (output == ProgramInternals::kNoOutput && program.slot_input[slot] == ProgramInternals::kNoOutput) return AccessError::UnknownName;
  if (output != ProgramInternals::kNoOutput && !is_current(output)) return AccessError::NotCurrent;
  word = slots_[slot];
  return AccessError::None;
}
template <Provenance Mode>
AccessError Kernel<Mode>::get(std::string_view output, std::uint64_t& word) const {
  const auto slot = program_->resolve_output(output);
  return slot ? get_slot_checked(*slot, word) : AccessError::UnknownName;
}

template <Provenance Mode>
AccessError Kernel<Mode>::eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) {
  const ProgramInternals& program = state_->program;
  if (slot >= program.plan.slot_count) return AccessError::UnknownName;
  if (program.plan.slot_is_reference[slot]) return AccessError::ReferenceSlot;
  const std::uint32_t output = program.slot_output[slot];
  if (output == ProgramInternals::kNoOutput && program.slot_input[slot] == ProgramInternals::kNoOutput) return AccessError::UnknownName;
  set_inputs(coords);
  if (program.slot_input[slot] == ProgramInternals::kNoOutput && !pull(output)) return AccessError::Failed;
  word = slots_[slot];
  return AccessError::None;
}

template <Provenance Mode>
std::optional<std::string_view> Kernel<Mode>::read_text(std::uint32_t slot) const {
  const ProgramInternals& program = state_->program;
  if (slot >= program.plan.slot_count || program.slot_output[slot] == ProgramInternals::kNoOutput) return std::nullopt;
  const std::uint32_t output = program.slot_output[slot];
  const PortType type = program.graph.outputs[output].type;
  if ((type != PortType::Str && type != PortType::Bytes) || slot != program.plan.output_slot[output] || !is_current(output) ||
      is_none(output))
    return std::nullopt;
  return view_text(&slots_[slot]);
}

namespace {

template <class T>
std::optional<std::span<const T>> vector_view(const KernelState& state, std::uint32_t slot, PortType type, bool current) {
  const ProgramInternals& program = state.program;
  if (slot >= program.plan.slot_count || program.slot_output[slot] == ProgramInternals::kNoOutput) return std::nullopt;
  const std::uint32_t output = program.slot_output[slot];
  if (program.graph.outputs[output].type != type || slot != program.plan.output_slot[output] || !current || state.none[slot] != 0)
    return std::nullopt;
  return std::span<const T>(view_data<T>(state.slots[slot]), state.slots[slot + 1]);
}

}  // namespace

#define POLYDAT_VECTOR_READER(name, T, type)                                                                                       \
  template <Provenance Mode>                                                                                                       \
  std::optional<std::span<const T>> Kernel<Mode>::name(std::uint32_t slot) const {                                                 \
    const bool known = slot < state_->program.plan.slot_count && state_->program.slot_output[slot] != ProgramInternals::kNoOutput; \
    return vector_view<T>(*state_, slot, type, known && is_current(state_->program.slot_output[slot]));                            \
  }
POLYDAT_VECTOR_READER(read_vec_f32, float, PortType::VecF32)
POLYDAT_VECTOR_READER(read_vec_f64, double, PortType::VecF64)
POLYDAT_VECTOR_READER(read_vec_f16, std::uint16_t, PortType::VecF16)
POLYDAT_VECTOR_READER(read_vec_i8, std::int8_t, PortType::VecI8)
POLYDAT_VECTOR_READER(read_vec_i16, std::int16_t, PortType::VecI16)
POLYDAT_VECTOR_READER(read_vec_i32, std::int32_t, PortType::VecI32)
POLYDAT_VECTOR_READER(read_vec_i64, std::int64_t, PortType::VecI64)
#undef POLYDAT_VECTOR_READER

template <Provenance Mode>
void Kernel<Mode>::invalidate_all() {
  Currency<Mode>{*state_}.invalidate_all();
}
template <Provenance Mode>
void Kernel<Mode>::reset_inputs() {
  Currency<Mode> currency{*state_};
  const ProgramInternals& program = state_->program;
  for (std::uint32_t i = 0; i < program.graph.inputs.size(); ++i)
    currency.set_input(i, i < program.coord_count ? Value::u64(0) : program.graph.inputs[i].initial);
  currency.invalidate_all();
  init();
}
template <Provenance Mode>
Kernel<Mode> Kernel<Mode>::fork() const {
  return Kernel(*this, ForkTag{});
}
template <Provenance Mode>
std::span<const std::uint64_t> Kernel<Mode>::step_runs() const {
  return state_->runs;
}

template class Kernel<Provenance::Raw>;
template class Kernel<Provenance::Pull>;
template class Kernel<Provenance::PushPull>;

}  // namespace polydat
