// The plan as a drawing.
#include "plan_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "input_set_colors.h"
#include "kernel/program_internals.h"
#include "loop_bodies.h"
#include "plan_names.h"

namespace polydat::app {

namespace {

// Scopes have the numbers of LoopBody.
class PlanDrawing {
 public:
  PlanDrawing(const Compiled& compiled, GraphDrawing::Form form) : drawing_(form), loops_(loop_bodies(compiled)) {
    add_scope(*compiled.program, "");
    for (const LoopBody& loop : loops_) add_scope(loop.body(), " of for " + loop.number);
  }

  std::string draw() {
    draw_scope(0);
    for (const LoopBody& loop : loops_) {
      drawing_.begin_group(id(loop.scope, 'f', 0), loop.title());
      draw_scope(loop.scope);
      drawing_.end_group();
      for (const CapturedWire& wire : loop.graph().captured) draw_read(loop, wire.name);
    }
    drawing_.legend("depends on", colors_.meanings());
    return drawing_.finish();
  }

 private:
  struct Scope {
    const ProgramInternals* program;
    std::size_t colors;  // its name in colors_
  };

  // `mark`: behind the names of its inputs in the legend.
  void add_scope(const Program& program, const std::string& mark) {
    std::vector<std::string> names;
    for (const GraphInput& input : program.internals().graph.inputs) names.push_back(input.name + mark);
    scopes_.push_back({&program.internals(), colors_.add_scope(names)});
  }

  static std::string id(std::size_t scope, char kind, std::size_t index) {
    return scope == 0 ? fmt::format("{}{}", kind, index) : fmt::format("f{}_{}{}", scope, kind, index);
  }
  static std::string id(std::size_t scope, const WireSource& source) {
    return id(scope, source.kind == WireSource::Kind::Input ? 'i' : 'n', source.index);
  }

  std::uint32_t color_of(const Scope& scope, const WireSource& source) {
    return colors_.color_of(scope.colors, inputs_of(scope.program->graph, scope.program->plan, source));
  }

  void draw_scope(std::size_t number) {
    const Scope& scope = scopes_[number];
    const Graph& graph = scope.program->graph;
    const Plan& plan = scope.program->plan;
    for (std::uint32_t i = 0; i < graph.inputs.size(); ++i)
      drawing_.box(id(number, 'i', i), fmt::format("{}: {}", graph.inputs[i].name, keyword(graph.inputs[i].type)),
                   GraphDrawing::Shape::Input, color_of(scope, {WireSource::Kind::Input, i, 0}));
    const auto box = [&](std::uint32_t n) {
      const GraphNode& node = graph.nodes[n];
      drawing_.box(id(number, 'n', n),
                   node.label.empty() ? node_text(graph, {n}) : fmt::format("{}\n{}", node.label, node_text(graph, {n})),
                   GraphDrawing::Shape::Box, color_of(scope, {WireSource::Kind::Node, n, 0}));
    };
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      drawing_.begin_group(id(number, 's', s), fmt::format("step {}: {}", s, step_kind_name(plan.steps[s].kind)));
      for (const NodeId node : plan.steps[s].nodes) box(node.index);
      drawing_.end_group();
    }
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
      if (plan.step_of[n] == Plan::kNoStep) box(n);
      for (const WireSource& wire : graph.nodes[n].wires) drawing_.arrow(id(number, wire), id(number, 'n', n));
    }
    for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
      const WireSource& source = graph.outputs[o].source;
      drawing_.box(id(number, 'o', o), graph.outputs[o].name, GraphDrawing::Shape::Output, color_of(scope, source));
      drawing_.arrow(id(number, source), id(number, 'o', o));
    }
  }

  // From the output of the scope around to the input of the body that takes its value.
  void draw_read(const LoopBody& loop, const std::string& name) {
    const std::vector<GraphOutput>& outputs = scopes_[loop.around].program->graph.outputs;
    const std::vector<GraphInput>& inputs = scopes_[loop.scope].program->graph.inputs;
    const auto has_name = [&](const auto& part) { return part.name == name; };
    const auto from = std::find_if(outputs.begin(), outputs.end(), has_name);
    const auto to = std::find_if(inputs.begin(), inputs.end(), has_name);
    if (from == outputs.end() || to == inputs.end()) return;
    drawing_.arrow(id(loop.around, 'o', static_cast<std::size_t>(from - outputs.begin())),
                   id(loop.scope, 'i', static_cast<std::size_t>(to - inputs.begin())));
  }

  GraphDrawing drawing_;
  std::vector<LoopBody> loops_;
  InputSetColors colors_;
  std::vector<Scope> scopes_;
};

}  // namespace

std::string draw_plan(const Compiled& compiled, GraphDrawing::Form form) { return PlanDrawing(compiled, form).draw(); }

}  // namespace polydat::app
