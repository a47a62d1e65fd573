// Bodies become programs when they are opened: what they read from around is then known.
#include "kernel/traversal.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "graph/prune_dead_nodes.h"
#include "kernel/plan_program.h"
#include "nodes/dyn_value.h"

namespace polydat {

BodyTuples::BodyTuples(const Traversal& traversal, std::shared_ptr<const Program> program, std::vector<Value> captured,
                       std::vector<Value> read)
    : traversal_(traversal),
      program_(std::move(program)),
      captured_(std::move(captured)),
      stream_(traversal.graph().comprehension, traversal.passes(), std::move(read)) {
  for (const Comprehension::Element& element : traversal.graph().comprehension.elements) {
    const std::uint32_t input = *program_->input_index(element.name);
    routes_.push_back({program_->inputs()[input].is_coordinate, input});
  }
}

std::shared_ptr<const Program> BodyTuples::part(BodyPart part) const {
  if (part == BodyPart::Rows && program_->outputs().size() == traversal_.visible_outputs()) return program_;
  Diagnostics diagnostics;
  std::shared_ptr<const Program> made = traversal_.state().instantiate(part, captured_, diagnostics);
  return made != nullptr ? made : program_;
}

std::optional<std::uint64_t> known_rows(const TraversalGraph& graph, const Graph& body, std::uint64_t most_cycles) {
  const std::optional<std::uint64_t> tuples = known_cardinality(graph.comprehension);
  if (!tuples.has_value()) return std::nullopt;
  const auto constant = [&](const std::string& name) -> std::optional<std::uint64_t> {
    for (const GraphOutput& output : body.outputs) {
      if (output.name != name) continue;
      if (output.type != PortType::U64 || !body.is_constant(output.source)) return std::nullopt;
      return body.nodes[output.source.index].constant.as_u64();
    }
    return std::nullopt;
  };
  std::uint64_t cycles = graph.cursors.empty() ? 1 : most_cycles;
  for (const TraversalCursor& cursor : graph.cursors) {
    const std::optional<std::uint64_t> begin = constant(cursor.begin), end = constant(cursor.end);
    if (!begin.has_value() || !end.has_value()) return std::nullopt;
    cycles = std::min(cycles, *end > *begin ? *end - *begin : 0);
  }
  std::uint64_t rows = 0;
  return __builtin_mul_overflow(*tuples, cycles, &rows) ? std::nullopt : std::optional(rows);
}

Traversal::Traversal(std::unique_ptr<TraversalState> state) : state_(std::move(state)) {}
// However deep they nest.
Traversal::~Traversal() {
  std::vector<std::shared_ptr<const Traversal>> pending = std::move(state_->nested);
  while (!pending.empty()) {
    const std::shared_ptr<const Traversal> last = std::move(pending.back());
    pending.pop_back();
    if (last.use_count() != 1) continue;
    std::vector<std::shared_ptr<const Traversal>>& inner = last->state_->nested;
    pending.insert(pending.end(), std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
    inner.clear();
  }
}

std::vector<ElementInfo> Traversal::elements() const {
  std::vector<ElementInfo> elements;
  for (const Comprehension::Element& element : state_->graph.comprehension.elements) elements.push_back({element.name, element.type});
  return elements;
}
const std::shared_ptr<const Program>& Traversal::body() const { return state_->body; }
std::size_t Traversal::visible_outputs() const { return state_->graph.visible_outputs; }
std::span<const std::shared_ptr<const Traversal>> Traversal::nested() const { return state_->nested; }
const TraversalGraph& Traversal::graph() const { return state_->graph; }
const GraphOptions& Traversal::passes() const { return state_->options->passes; }

// Inner ones first.
std::shared_ptr<const Traversal> make_traversal(TraversalGraph graph, std::shared_ptr<const TraversalOptions> options,
                                                Diagnostics& diagnostics) {
  struct Open {
    TraversalGraph graph;
    std::vector<std::shared_ptr<const Traversal>> nested;
  };
  std::vector<Open> open;
  open.push_back({std::move(graph), {}});
  for (;;) {
    Open& last = open.back();
    if (last.nested.size() < last.graph.nested.size()) {
      TraversalGraph inner = std::move(last.graph.nested[last.nested.size()]);
      open.push_back({std::move(inner), {}});
      continue;
    }
    auto state = std::make_unique<TraversalState>();
    state->nested = std::move(last.nested);
    state->graph = std::move(last.graph);
    state->graph.nested.clear();
    state->options = options;
    state->body = state->plan(std::move(state->graph.body), diagnostics);
    if (state->body == nullptr) return nullptr;
    auto made = std::make_shared<const Traversal>(std::move(state));
    open.pop_back();
    if (open.empty()) return made;
    open.back().nested.push_back(std::move(made));
  }
}

std::shared_ptr<const Program> TraversalState::instantiate(BodyPart part, const std::vector<Value>& captured,
                                                           Diagnostics& diagnostics) const {
  Graph made = body->internals().graph;
  for (GraphInput& input : made.inputs)
    for (std::size_t i = 0; i < graph.captured.size(); ++i)
      if (input.kind == InputKind::Extern && input.name == graph.captured[i].name)
        input.initial = input.type == PortType::Dyn ? to_dyn(captured[i]) : captured[i];
  if (part != BodyPart::Whole) {
    std::vector<GraphOutput>& outputs = made.outputs;
    const auto visible = outputs.begin() + static_cast<std::ptrdiff_t>(graph.visible_outputs);
    if (part == BodyPart::Rows) outputs.erase(visible, outputs.end());
    else std::erase_if(outputs, [&](const GraphOutput& output) { return !is_bound(output.name); });
    prune_dead_nodes(made);
  }
  return plan(std::move(made), diagnostics);
}

std::shared_ptr<const Program> TraversalState::plan(Graph planned, Diagnostics& diagnostics) const {
  auto program = std::make_unique<ProgramInternals>();
  program->graph = std::move(planned);
  CompileOptions of_body = options->compile;
  of_body.expected_rows = known_rows(graph, program->graph, std::numeric_limits<std::uint64_t>::max()).value_or(0);
  program->count_runs = of_body.count_runs;
  program->limits = of_body.limits;
  if (!plan_program(of_body, *program, diagnostics)) return nullptr;
  program->index();
  return std::make_shared<const Program>(std::move(program));
}

bool TraversalState::is_bound(const std::string& output) const {
  return std::any_of(graph.cursors.begin(), graph.cursors.end(),
                     [&](const TraversalCursor& cursor) { return cursor.begin == output || cursor.end == output; });
}

std::unique_ptr<BodyTuples> open_tuples(const Traversal& traversal, AnyKernel& around, Failure& failure) {
  const TraversalGraph& graph = traversal.graph();
  const auto value_of = [&](const std::string& name, Value& value) {
    const std::uint32_t output = *around.program().output_index(name);
    if (around.pull(output)) return around.value(output, value) == AccessError::None;
    failure = around.failure();
    return false;
  };
  std::vector<Value> captured(graph.captured.size());
  for (std::size_t i = 0; i < captured.size(); ++i)
    if (!value_of(graph.captured[i].name, captured[i])) return nullptr;
  std::vector<Value> read;
  for (const ComprehensionReference& reference : graph.comprehension.references) {
    Value& value = read.emplace_back();
    if (reference.is_element) continue;
    const auto wire = std::find_if(graph.read.begin(), graph.read.end(), [&](const CapturedWire& w) { return w.name == reference.name; });
    if (wire == graph.read.end()) continue;
    if (!value_of(reference.name, value)) return nullptr;
    if (wire->type == PortType::Dyn && !value.is_none()) value = Value::str(DynBox(value).display());  // read as text
  }
  Diagnostics diagnostics;
  std::shared_ptr<const Program> program =
      captured.empty() ? traversal.body() : traversal.state().instantiate(BodyPart::Whole, captured, diagnostics);
  if (program == nullptr) {
    failure.kind = FailureKind::Program;
    failure.report = diagnostics.all().empty() ? "the body cannot be planned" : diagnostics.all().front().message;
    failure.range = graph.range;
    return nullptr;
  }
  return std::make_unique<BodyTuples>(traversal, std::move(program), std::move(captured), std::move(read));
}

Failure tuple_failure(const Traversal& traversal, const TupleStream& stream) {
  Failure failure;
  failure.kind = stream.by_limit() ? FailureKind::Limit : FailureKind::Value;
  failure.report = "the comprehension: " + stream.failure();
  failure.range = traversal.graph().range;
  return failure;
}

}  // namespace polydat
