// One activation after the other over one kernel of the body.
#include <algorithm>
#include <limits>

#include "graph/failure_report.h"
#include "kernel/traversal.h"

namespace polydat {

namespace {

struct CursorWires {
  std::uint32_t ordinal, begin, end;
};

}  // namespace

struct ActivationState {
  std::shared_ptr<const Traversal> traversal;
  std::unique_ptr<BodyTuples> tuples;
  std::unique_ptr<AnyKernel> kernel;  // made on first use: a run over blocks needs none
  std::vector<std::uint64_t> coordinates;
  std::optional<std::uint32_t> cycle;
  std::vector<CursorWires> cursors;
  std::vector<std::uint64_t> begins;  // per cursor: the start of its domain
  std::uint64_t cycles = 0;
  std::optional<Failure> failure;

  void need_kernel() {
    if (kernel != nullptr) return;
    bool ready = false;  // what cannot be captured before the first tuple is captured with it
    kernel = make_kernel(tuples->program(), ready);
  }
  bool fail(const Failure& why) {
    failure = why;
    return false;
  }
  // The smallest extent among the cursors; false when a bound cannot be computed.
  bool find_cycles() {
    cycles = cursors.empty() ? 1 : std::numeric_limits<std::uint64_t>::max();
    for (std::size_t c = 0; c < cursors.size(); ++c) {
      Value begin, end;
      if (!kernel->pull(cursors[c].begin) || !kernel->pull(cursors[c].end)) return false;
      kernel->value(cursors[c].begin, begin);
      kernel->value(cursors[c].end, end);
      const bool known = !begin.is_none() && !end.is_none() && begin.type() == PortType::U64 && end.type() == PortType::U64;
      begins[c] = known ? begin.as_u64() : 0;
      cycles = std::min(cycles, known && end.as_u64() > begins[c] ? end.as_u64() - begins[c] : 0);
    }
    return true;
  }
  void set_cycle(std::uint64_t i) {
    if (cycle.has_value()) coordinates[*cycle] = i;
    for (std::size_t c = 0; c < cursors.size(); ++c) coordinates[cursors[c].ordinal] = begins[c] + i;
    kernel->set_inputs(coordinates);
  }
};

Activations::Activations(std::unique_ptr<ActivationState> state) : state_(std::move(state)) {}
Activations::~Activations() = default;
Activations::Activations(Activations&&) noexcept = default;
Activations& Activations::operator=(Activations&&) noexcept = default;

bool Activations::next() {
  ActivationState& s = *state_;
  if (s.failure.has_value()) return false;
  if (!s.tuples->next()) return s.tuples->stream().failed() && s.fail(tuple_failure(*s.traversal, s.tuples->stream()));
  s.need_kernel();
  const std::span<const Cell> tuple = s.tuples->stream().tuple();
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const BodyTuples::Route route = s.tuples->routes()[i];
    if (route.is_coordinate) s.coordinates[route.input] = tuple[i].word;
    else s.kernel->set_input_at(route.input, tuple[i].to_value());
  }
  if (s.cycle.has_value()) s.coordinates[*s.cycle] = 0;
  for (const CursorWires& cursor : s.cursors) s.coordinates[cursor.ordinal] = 0;
  s.kernel->set_inputs(s.coordinates);
  // A const is computed once an activation.
  if (!s.kernel->init() || !s.find_cycles()) return s.fail(s.kernel->failure());
  if (!s.cursors.empty()) s.set_cycle(0);
  return true;
}

std::uint64_t Activations::cycles() const { return state_->cycles; }
void Activations::set_cycle(std::uint64_t cycle) { state_->set_cycle(cycle); }
AnyKernel& Activations::kernel() {
  state_->need_kernel();
  return *state_->kernel;
}

std::vector<Value> Activations::tuple() const {
  std::vector<Value> values;
  for (const Cell& cell : state_->tuples->stream().tuple()) values.push_back(cell.to_value());
  return values;
}
std::string Activations::tuple_text() const {
  std::string text;
  const std::vector<Value> values = tuple();
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : ", ") + state_->traversal->graph().comprehension.elements[i].name + " = " + value_text(values[i]);
  return text;
}

bool Activations::failed() const { return state_->failure.has_value(); }
const Failure& Activations::failure() const { return *state_->failure; }
BodyTuples& Activations::tuples() { return *state_->tuples; }

std::unique_ptr<Activations> open_traversal(const std::shared_ptr<const Traversal>& traversal, AnyKernel& around, Failure& failure) {
  auto state = std::make_unique<ActivationState>();
  state->traversal = traversal;
  state->tuples = open_tuples(*traversal, around, failure);
  if (state->tuples == nullptr) return nullptr;
  const std::shared_ptr<const Program>& program = state->tuples->program();
  state->coordinates.assign(program->coord_count(), 0);
  state->cycle = program->input_index("cycle");
  for (const TraversalCursor& cursor : traversal->graph().cursors)
    state->cursors.push_back(
        {*program->input_index(cursor.ordinal), *program->output_index(cursor.begin), *program->output_index(cursor.end)});
  state->begins.resize(state->cursors.size());
  return std::make_unique<Activations>(std::move(state));
}

}  // namespace polydat
