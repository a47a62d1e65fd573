// A program's plan as text and JSON, which hold the same facts.
#include "plan_dump.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "loop_bodies.h"
#include "plan_names.h"

namespace polydat::app {

namespace {

// A chain whose every binding is an output has quadratically many cone members; past this many, cones are not listed.
constexpr std::size_t kMostConeWork = 50'000'000;

bool lists_cones(const ProgramInternals& p) { return p.graph.outputs.size() * (p.plan.steps.size() + 1) <= kMostConeWork; }

std::string slots_text(const std::vector<PortType>& types, std::uint32_t first) {
  std::string text;
  std::uint32_t slot = first;
  for (const PortType type : types) {
    const SlotColor color = color_of(type);
    if (!text.empty()) text += ", ";
    text += words_of(color) == 1 ? fmt::format("slot {} {} {}", slot, keyword(type), color_name(color))
                                 : fmt::format("slots {}-{} {} {}", slot, slot + 1, keyword(type), color_name(color));
    slot += words_of(color);
  }
  return text;
}

std::string cone_text(const ProgramInternals& p, std::size_t output) {
  return number_runs(cone_of(p.plan, p.graph.outputs[output].source));
}

std::string text_of(const Program& program) {
  const ProgramInternals& p = program.internals();
  const Graph& graph = p.graph;
  const Plan& plan = p.plan;
  std::string text = fmt::format("engine: {} ({})\nprovenance: {}\n", engine_name(program.engine()), program.engine_reason(),
                                 provenance_name(program.provenance()));
  if (!p.cpu.empty()) text += fmt::format("cpu: {}\n", p.cpu);
  text += fmt::format("slots: {}\nsteps: {}\n", plan.slot_count, plan.steps.size());

  text += "\ninputs:\n";
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const GraphInput& input = graph.inputs[i];
    text += fmt::format("  {} {}, {}", input.name, input_kind_name(input.kind), slots_text({input.type}, plan.input_slot[i]));
    if (input.kind == InputKind::Extern) text += fmt::format(", initially {}", constant_text(input.initial));
    if (i < plan.reach.size()) text += fmt::format(", reaches steps {}", plan.reach[i].any() ? number_runs(plan.reach[i]) : "(none)");
    text += '\n';
  }
  text += "\nnodes:\n";
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    text += fmt::format("  #{} {}", n, node_text(graph, {n}));
    if (!node.label.empty()) text += fmt::format(" [{}]", node.label);
    text += fmt::format(" -> {}; {}", slots_text(node.out_types, plan.node_slot[n]), form_text(plan, node, n));
    if (plan.plain_text[n]) text += "; plain text";
    if (node.is_volatile) text += "; volatile";
    if (plan.step_of[n] != Plan::kNoStep) text += fmt::format("; step {}", plan.step_of[n]);
    text += '\n';
  }
  text += "\nsteps:\n";
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    text += fmt::format("  {} {}", s, step_kind_name(step.kind));
    for (const NodeId node : step.nodes) text += fmt::format(" #{}", node.index);
    text += fmt::format("; depends on {}", joined(input_names(graph, plan.input_sets[step.input_set]), ", ", "(nothing)"));
    if (step.is_volatile) text += "; volatile";
    if (step.side_channel) text += "; side channel";
    text += '\n';
  }
  text += "\nwhole evaluation:\n";
  for (const EvalStage& stage : plan.eval_schedule) {
    if (stage.native)
      text += fmt::format("  native function {} ({} operations, {} stores)\n", stage.function,
                          plan.whole_functions[stage.function].ops.size(), plan.whole_functions[stage.function].stores.size());
    else text += fmt::format("  step {}\n", stage.step.index);
  }
  text += "\noutputs:\n";
  const bool cones = lists_cones(p);
  for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
    const GraphOutput& output = graph.outputs[o];
    text += fmt::format("  {} = {}, {}", output.name, wire_name(graph, output.source), slots_text({output.type}, plan.output_slot[o]));
    if (cones) {
      const std::string cone = cone_text(p, o);
      text += fmt::format(", cone: {}", cone.empty() ? "(no steps)" : "steps " + cone);
    }
    text += '\n';
  }
  if (!cones) text += "  (cones not listed: too many)\n";
  text += fmt::format("\nfolded: {}\n", joined(graph.history.folded, ", ", "(none)"));
  std::vector<std::string> merged;
  for (const auto& m : graph.history.merged) merged.push_back(fmt::format("{} into {}", m.removed, m.kept));
  text += fmt::format("merged: {}\n", joined(merged, ", ", "(none)"));
  std::vector<std::string> pruned;
  for (const auto& dead : graph.history.pruned) pruned.push_back(dead.label);
  text += fmt::format("pruned: {}\n", joined(pruned, ", ", "(none)"));
  return text;
}

using Json = nlohmann::ordered_json;

Json json_of(const Program& program) {
  const ProgramInternals& p = program.internals();
  const Graph& graph = p.graph;
  const Plan& plan = p.plan;
  Json root;
  root["engine"] = engine_name(program.engine());
  root["engine_reason"] = program.engine_reason();
  root["provenance"] = provenance_name(program.provenance());
  root["cpu"] = p.cpu;
  root["slot_count"] = plan.slot_count;
  const auto slots = [](const std::vector<PortType>& types, std::uint32_t first) {
    Json list = Json::array();
    for (const PortType type : types) {
      list.push_back({{"slot", first}, {"words", words_of(type)}, {"type", keyword(type)}, {"color", color_name(color_of(type))}});
      first += words_of(type);
    }
    return list;
  };
  const auto members = [](const BitSet& set) {
    Json list = Json::array();
    set.for_each([&](std::size_t m) { list.push_back(m); });
    return list;
  };
  root["inputs"] = Json::array();
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const GraphInput& input = graph.inputs[i];
    Json row = {{"name", input.name}, {"kind", input_kind_name(input.kind)}, {"slots", slots({input.type}, plan.input_slot[i])}};
    if (input.kind == InputKind::Extern) row["initial"] = constant_text(input.initial);
    row["reaches"] = members(plan.reach[i]);
    root["inputs"].push_back(std::move(row));
  }
  root["nodes"] = Json::array();
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    Json row = {{"node", n},
                {"name", node_name(node)},
                {"text", node_text(graph, {n})},
                {"label", node.label},
                {"slots", slots(node.out_types, plan.node_slot[n])},
                {"native", plan.forms[n].native && node.def != nullptr}};
    if (node.def == nullptr) row["constant"] = true;
    else if (!plan.forms[n].native) row["reason"] = plan.forms[n].reason;
    row["plain_text"] = static_cast<bool>(plan.plain_text[n]);
    row["volatile"] = node.is_volatile;
    row["step"] = plan.step_of[n] == Plan::kNoStep ? Json() : Json(plan.step_of[n]);
    root["nodes"].push_back(std::move(row));
  }
  root["steps"] = Json::array();
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    Json nodes = Json::array();
    for (const NodeId node : step.nodes) nodes.push_back(node.index);
    root["steps"].push_back({{"step", s},
                             {"kind", step_kind_name(step.kind)},
                             {"nodes", nodes},
                             {"inputs", input_names(graph, plan.input_sets[step.input_set])},
                             {"volatile", step.is_volatile},
                             {"side_channel", step.side_channel}});
  }
  root["schedule"] = Json::array();
  for (const EvalStage& stage : plan.eval_schedule) {
    if (stage.native) root["schedule"].push_back({{"native_function", stage.function}});
    else root["schedule"].push_back({{"step", stage.step.index}});
  }
  root["outputs"] = Json::array();
  const bool cones = lists_cones(p);
  for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
    const GraphOutput& output = graph.outputs[o];
    Json row = {{"name", output.name}, {"source", wire_name(graph, output.source)}, {"slots", slots({output.type}, plan.output_slot[o])}};
    if (cones) row["cone"] = members(cone_of(plan, output.source));
    root["outputs"].push_back(std::move(row));
  }
  root["folded"] = graph.history.folded;
  root["merged"] = Json::array();
  for (const auto& m : graph.history.merged) root["merged"].push_back({{"kept", m.kept}, {"removed", m.removed}});
  root["pruned"] = Json::array();
  for (const auto& pruned : graph.history.pruned) root["pruned"].push_back(pruned.label);
  return root;
}

Json wires_json(const std::vector<CapturedWire>& wires) {
  Json list = Json::array();
  for (const CapturedWire& wire : wires) list.push_back({{"name", wire.name}, {"type", keyword(wire.type)}});
  return list;
}

std::string loop_text(const LoopBody& loop) {
  const TraversalGraph& graph = loop.graph();
  std::vector<std::string> elements;
  for (const Comprehension::Element& e : graph.comprehension.elements) elements.push_back(fmt::format("{}: {}", e.name, keyword(e.type)));
  std::string text = fmt::format("elements: {}\nthe source reads, when it begins: {}\nthe body reads, when it begins: {}\n",
                                 joined(elements, ", ", "(none)"), wires_text(graph.read), wires_text(graph.captured));
  for (const TraversalCursor& cursor : graph.cursors) text += fmt::format("{} from {} to {}\n", cursor.ordinal, cursor.begin, cursor.end);
  return text + text_of(loop.body());
}

Json loop_json(const LoopBody& loop) {
  const TraversalGraph& graph = loop.graph();
  Json root = {{"for", graph.comprehension.text}, {"number", loop.number}, {"elements", Json::array()}};
  for (const Comprehension::Element& e : graph.comprehension.elements)
    root["elements"].push_back({{"name", e.name}, {"type", keyword(e.type)}});
  root["source_reads"] = wires_json(graph.read);
  root["body_reads"] = wires_json(graph.captured);
  root["cursors"] = Json::array();
  for (const TraversalCursor& cursor : graph.cursors)
    root["cursors"].push_back({{"ordinal", cursor.ordinal}, {"begin", cursor.begin}, {"end", cursor.end}});
  root["plan"] = json_of(loop.body());
  return root;
}

}  // namespace

std::string plan_as_text(const Compiled& compiled) {
  std::string text = text_of(*compiled.program);
  for (const LoopBody& loop : loop_bodies(compiled)) text += fmt::format("\n{}:\n", loop.title()) + indented(loop_text(loop));
  return text;
}

std::string plan_as_json(const Compiled& compiled) {
  Json root = json_of(*compiled.program);
  if (!compiled.traversals.empty()) root["traversals"] = Json::array();
  for (const LoopBody& loop : loop_bodies(compiled)) root["traversals"].push_back(loop_json(loop));
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace polydat::app
