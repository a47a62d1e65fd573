// The plan, phase by phase. dump-plan shows the same plan as one table.
#include "explain_plan.h"

#include <fmt/format.h>

#include "kernel/program_internals.h"
#include "loop_bodies.h"
#include "plan_names.h"

namespace polydat::app {

namespace {

using Json = ExplainPhase::Json;

std::string of_binding(const GraphNode& node) { return node.label.empty() ? std::string() : fmt::format(" [{}]", node.label); }

void explain_forms(const Program& program, ExplainPhase& phase) {
  const ProgramInternals& p = program.internals();
  phase.add(fmt::format("engine {}: {}", engine_name(program.engine()), program.engine_reason()),
            {{"engine", engine_name(program.engine())}, {"reason", program.engine_reason()}});
  for (std::uint32_t n = 0; n < p.graph.nodes.size(); ++n) {
    const GraphNode& node = p.graph.nodes[n];
    const std::string text = node_text(p.graph, {n});
    const std::string form = form_text(p.plan, node, n);
    phase.add(
        fmt::format("#{} {}{}: {}", n, text, of_binding(node), form),
        {{"node", n}, {"text", text}, {"binding", node.label}, {"native", p.plan.forms[n].native && node.def != nullptr}, {"form", form}});
  }
}

void explain_segments(const Program& program, ExplainPhase& phase) {
  const ProgramInternals& p = program.internals();
  for (std::size_t s = 0; s < p.plan.steps.size(); ++s) {
    const Step& step = p.plan.steps[s];
    std::vector<std::string> members;
    Json nodes = Json::array();
    for (const NodeId node : step.nodes) {
      members.push_back(fmt::format("#{} {}", node.index, node_text(p.graph, node)));
      nodes.push_back(node.index);
    }
    std::string line = fmt::format("step {}, a {}: {}", s, step_kind_name(step.kind), joined(members, "; ", ""));
    if (step.is_volatile) line += "; volatile: runs at every read";
    if (step.side_channel) line += "; its run is observable";
    phase.add(std::move(line), {{"step", s},
                                {"kind", step_kind_name(step.kind)},
                                {"nodes", nodes},
                                {"volatile", step.is_volatile},
                                {"side_channel", step.side_channel}});
  }
}

void explain_provenance(const Program& program, ExplainPhase& phase) {
  const ProgramInternals& p = program.internals();
  phase.add(fmt::format("kernels find unchanged steps by: {}", provenance_name(program.provenance())),
            {{"provenance", provenance_name(program.provenance())}});
  for (std::size_t s = 0; s < p.plan.steps.size(); ++s) {
    const std::vector<std::string> inputs = input_names(p.graph, p.plan.input_sets[p.plan.steps[s].input_set]);
    phase.add(fmt::format("step {} depends on {}", s, joined(inputs, ", ", "(nothing)")), {{"step", s}, {"inputs", inputs}});
  }
  for (std::size_t i = 0; i < p.graph.inputs.size(); ++i) {
    Json steps = Json::array();
    p.plan.reach[i].for_each([&](std::size_t s) { steps.push_back(s); });
    phase.add(fmt::format("input {} reaches {}", p.graph.inputs[i].name,
                          p.plan.reach[i].any() ? "steps " + number_runs(p.plan.reach[i]) : "no step"),
              {{"input", p.graph.inputs[i].name}, {"reaches", steps}});
  }
  for (const GraphOutput& output : p.graph.outputs) {
    const std::vector<std::string> inputs = input_names(p.graph, inputs_of(p.graph, p.plan, output.source));
    phase.add(fmt::format("output {} depends on {}", output.name, joined(inputs, ", ", "(nothing)")),
              {{"output", output.name}, {"inputs", inputs}});
  }
}

}  // namespace

std::vector<ExplainPhase> explain_plan(const Compiled& compiled) {
  ExplainPhase forms("forms"), segments("segments"), provenance("provenance");
  const auto explain = [&](const Program& program) {
    explain_forms(program, forms);
    explain_segments(program, segments);
    explain_provenance(program, provenance);
  };
  explain(*compiled.program);
  for (const LoopBody& loop : loop_bodies(compiled)) {
    const TraversalGraph& graph = loop.graph();
    for (ExplainPhase* phase : {&forms, &segments, &provenance}) phase->enter(graph.comprehension.text);
    for (const CapturedWire& wire : graph.captured)
      provenance.add(fmt::format("{}: {} is read from the scope around, once", wire.name, keyword(wire.type)),
                     {{"reads", wire.name}, {"types", {keyword(wire.type)}}});
    explain(loop.body());
  }
  return {std::move(forms), std::move(segments), std::move(provenance)};
}

}  // namespace polydat::app
