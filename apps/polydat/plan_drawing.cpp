// The plan as a drawing.
#include "plan_drawing.h"

#include <fmt/format.h>

#include "input_set_colors.h"
#include "kernel/program_internals.h"
#include "plan_names.h"

namespace polydat::app {

std::string draw_plan(const Program& program, GraphDrawing::Form form) {
  const ProgramInternals& p = program.internals();
  const Graph& graph = p.graph;
  GraphDrawing drawing(form);
  std::vector<std::string> names;
  for (const GraphInput& input : graph.inputs) names.push_back(input.name);
  InputSetColors colors(names);
  const auto color_of = [&](const WireSource& source) { return colors.color_of(inputs_of(graph, p.plan, source)); };
  const auto id_of = [](const WireSource& source) {
    return fmt::format("{}{}", source.kind == WireSource::Kind::Input ? 'i' : 'n', source.index);
  };
  for (std::uint32_t i = 0; i < graph.inputs.size(); ++i)
    drawing.box(fmt::format("i{}", i), fmt::format("{}: {}", graph.inputs[i].name, keyword(graph.inputs[i].type)),
                GraphDrawing::Shape::Input, color_of({WireSource::Kind::Input, i, 0}));
  const auto box = [&](std::uint32_t n) {
    const GraphNode& node = graph.nodes[n];
    drawing.box(fmt::format("n{}", n),
                node.label.empty() ? node_text(graph, {n}) : fmt::format("{}\n{}", node.label, node_text(graph, {n})),
                GraphDrawing::Shape::Box, color_of({WireSource::Kind::Node, n, 0}));
  };
  for (std::size_t s = 0; s < p.plan.steps.size(); ++s) {
    drawing.begin_group(fmt::format("s{}", s), fmt::format("step {}: {}", s, step_kind_name(p.plan.steps[s].kind)));
    for (const NodeId node : p.plan.steps[s].nodes) box(node.index);
    drawing.end_group();
  }
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    if (p.plan.step_of[n] == Plan::kNoStep) box(n);
    for (const WireSource& wire : graph.nodes[n].wires) drawing.arrow(id_of(wire), fmt::format("n{}", n));
  }
  for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
    const WireSource& source = graph.outputs[o].source;
    drawing.box(fmt::format("o{}", o), graph.outputs[o].name, GraphDrawing::Shape::Output, color_of(source));
    drawing.arrow(id_of(source), fmt::format("o{}", o));
  }
  drawing.legend("depends on", colors.meanings());
  return drawing.finish();
}

}  // namespace polydat::app
