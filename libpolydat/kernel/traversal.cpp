// Bodies become programs when they are opened: what they read from around is then known.
#include "kernel/traversal.h"

#include <algorithm>

#include "kernel/plan_program.h"

namespace polydat {

Activations::Activations(const Traversal& traversal, std::shared_ptr<const Program> program, std::vector<Value> read)
    : program_(std::move(program)), tuples_(traversal.graph().comprehension, traversal.passes(), std::move(read)) {
  for (const Comprehension::Element& element : traversal.graph().comprehension.elements) {
    const std::uint32_t input = *program_->input_index(element.name);
    routes_.push_back({program_->inputs()[input].is_coordinate, input});
  }
}

bool Activations::all_coordinates() const {
  return std::all_of(routes_.begin(), routes_.end(), [](const Route& route) { return route.is_coordinate; });
}

Traversal::Traversal(TraversalGraph graph, const CompileOptions& options, GraphOptions passes)
    : graph_(std::move(graph)), options_(options), passes_(std::move(passes)) {
  passes_.after_pass = nullptr;
  const std::optional<std::uint64_t> tuples = known_cardinality(graph_.comprehension);
  options_.expected_rows = tuples.value_or(0);
}

bool Traversal::plan(Diagnostics& diagnostics) {
  std::vector<Value> none;
  for (const CapturedWire& wire : graph_.captured) none.push_back(Value::none(wire.type));
  body_ = instantiate(none, diagnostics);
  return body_ != nullptr;
}

std::shared_ptr<const Program> Traversal::instantiate(const std::vector<Value>& captured, Diagnostics& diagnostics) const {
  auto program = std::make_unique<ProgramInternals>();
  program->graph = graph_.body;
  program->count_runs = options_.count_runs;
  program->limits = options_.limits;
  for (GraphInput& input : program->graph.inputs)
    for (std::size_t i = 0; i < graph_.captured.size(); ++i)
      if (input.kind == InputKind::Extern && input.name == graph_.captured[i].name) input.initial = captured[i];
  if (!plan_program(options_, *program, diagnostics)) return nullptr;
  program->index();
  return std::make_shared<const Program>(std::move(program));
}

std::unique_ptr<Activations> Traversal::open(AnyKernel& outer, Failure& failure) const {
  const auto value_of = [&](const std::string& name, Value& value) {
    const std::uint32_t output = *outer.program().output_index(name);
    if (outer.pull(output)) return outer.value(output, value) == AccessError::None;
    failure = outer.failure();
    return false;
  };
  std::vector<Value> captured(graph_.captured.size());
  for (std::size_t i = 0; i < captured.size(); ++i)
    if (!value_of(graph_.captured[i].name, captured[i])) return nullptr;
  std::vector<Value> read;
  for (const ComprehensionReference& reference : graph_.comprehension.references) {
    Value& value = read.emplace_back();
    const bool known = !reference.is_element &&
                       std::any_of(graph_.read.begin(), graph_.read.end(), [&](const CapturedWire& w) { return w.name == reference.name; });
    if (known && !value_of(reference.name, value)) return nullptr;
  }
  Diagnostics diagnostics;
  std::shared_ptr<const Program> program = captured.empty() ? body_ : instantiate(captured, diagnostics);
  if (program == nullptr) {
    failure.kind = FailureKind::Program;
    failure.report = diagnostics.all().empty() ? "the body cannot be planned" : diagnostics.all().front().message;
    failure.range = graph_.range;
    return nullptr;
  }
  return std::make_unique<Activations>(*this, std::move(program), std::move(read));
}

}  // namespace polydat
