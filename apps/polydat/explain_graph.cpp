// What the graph passes did: by their own account (GraphHistory) and by the graph before and after them.
#include "explain_graph.h"

#include <fmt/format.h>

#include <map>

#include "plan_names.h"

namespace polydat::app {

namespace {

using Json = ExplainPhase::Json;

std::string types_text(const std::vector<PortType>& types) {
  std::vector<std::string> words;
  for (const PortType type : types) words.emplace_back(keyword(type));
  return joined(words, ", ", "");
}

std::string of_binding(std::string_view label) { return label.empty() ? std::string() : fmt::format(" [{}]", label); }

Json type_list(const std::vector<PortType>& types) {
  Json list = Json::array();
  for (const PortType type : types) list.push_back(keyword(type));
  return list;
}

ExplainPhase explain_types(const Graph& graph, const Sources& sources) {
  ExplainPhase phase("types");
  for (const GraphInput& input : graph.inputs) {
    Json fact = {{"input", input.name}, {"kind", input_kind_name(input.kind)}, {"types", {keyword(input.type)}}};
    add_place(fact, sources, input.range);
    phase.add(fmt::format("{} {}: {}", input_kind_name(input.kind), input.name, keyword(input.type)), std::move(fact));
  }
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    const std::string text = node_text(graph, {n});
    Json fact = {{"node", n}, {"text", text}, {"binding", node.label}, {"types", type_list(node.out_types)}};
    add_place(fact, sources, node.range);
    phase.add(
        fmt::format("#{} {}: {}, at {}{}", n, text, types_text(node.out_types), place_of(sources, node.range), of_binding(node.label)),
        std::move(fact));
  }
  for (const GraphOutput& output : graph.outputs) {
    const std::string wire = wire_name(graph, output.source);
    phase.add(fmt::format("output {} = {}: {}", output.name, wire, keyword(output.type)),
              {{"output", output.name}, {"source", wire}, {"types", {keyword(output.type)}}});
  }
  return phase;
}

ExplainPhase explain_conversions(const Graph& graph, const Sources& sources) {
  ExplainPhase phase("conversions");
  for (const GraphHistory::Converted& c : graph.history.converted) {
    const auto& [base, source] = sources.file_at(c.range.begin);
    const std::string_view what = source.text().substr(c.range.begin - base, c.range.end - c.range.begin);
    Json fact = {{"from", keyword(c.from)}, {"to", keyword(c.to)}, {"text", what}, {"binding", c.label}};
    add_place(fact, sources, c.range);
    phase.add(
        fmt::format("{} becomes {}: {}, at {}{}", keyword(c.from), keyword(c.to), what, place_of(sources, c.range), of_binding(c.label)),
        std::move(fact));
  }
  return phase;
}

// A folded node of several outputs became as many constants, so the nodes behind it moved.
ExplainPhase explain_constants(const Graph& before, const Graph& after, const Sources& sources) {
  ExplainPhase phase("constants");
  std::size_t m = 0;
  for (std::uint32_t n = 0; n < before.nodes.size(); ++n) {
    const GraphNode& node = before.nodes[n];
    const bool folded = node.def != nullptr && after.nodes[m].def == nullptr;
    if (!folded) {
      ++m;
      continue;
    }
    std::vector<std::string> values;
    for (std::size_t port = 0; port < node.out_types.size(); ++port) values.push_back(constant_text(after.nodes[m++].constant));
    const std::string text = node_text(before, {n});
    Json fact = {{"node", n}, {"text", text}, {"binding", node.label}, {"values", values}};
    add_place(fact, sources, node.range);
    phase.add(fmt::format("#{} {} = {}, at {}{}", n, text, joined(values, ", ", ""), place_of(sources, node.range), of_binding(node.label)),
              std::move(fact));
  }
  return phase;
}

ExplainPhase explain_merged(const Graph& before, const Graph& after) {
  ExplainPhase phase("merged");
  for (const GraphHistory::Merged& m : after.history.merged) {
    const std::string removed = node_text(before, m.removed_node), kept = node_text(before, m.kept_node);
    phase.add(fmt::format("#{} {}{} is #{} {}{}", m.removed_node.index, removed, of_binding(m.removed), m.kept_node.index, kept,
                          of_binding(m.kept)),
              {{"removed", {{"node", m.removed_node.index}, {"text", removed}, {"binding", m.removed}}},
               {"kept", {{"node", m.kept_node.index}, {"text", kept}, {"binding", m.kept}}}});
  }
  return phase;
}

ExplainPhase explain_pruned(const Graph& before, const Graph& after) {
  ExplainPhase phase("pruned");
  for (const GraphHistory::Pruned& p : after.history.pruned) {
    const std::string text = node_text(before, p.node);
    phase.add(fmt::format("#{} {}{}", p.node.index, text, of_binding(p.label)),
              {{"node", p.node.index}, {"text", text}, {"binding", p.label}});
  }
  return phase;
}

}  // namespace

std::vector<ExplainPhase> explain_graph(const lang::Program& tree, GraphOptions options, Sources sources) {
  std::map<std::string, Graph, std::less<>> after;  // by pass
  options.after_pass = [&after](std::string_view pass, const Graph& graph, double) { after.emplace(pass, graph); };
  Diagnostics unread;
  compile_graph(tree, options, sources, unread);
  const auto graph_after = [&after](std::string_view pass) {
    const auto it = after.find(pass);
    return it == after.end() ? nullptr : &it->second;
  };
  std::vector<ExplainPhase> phases;
  const Graph* checked = graph_after("check");
  if (checked == nullptr) return phases;
  phases.push_back(explain_types(*checked, sources));
  phases.push_back(explain_conversions(*checked, sources));
  if (unread.has_errors()) return phases;
  const Graph* folded = graph_after("fold");
  if (folded == nullptr) folded = checked;  // --no-fold
  const Graph* merged = graph_after("merge");
  const Graph* pruned = graph_after("prune");
  if (merged == nullptr || pruned == nullptr) return phases;
  phases.push_back(explain_constants(*checked, *folded, sources));
  phases.push_back(explain_merged(*folded, *merged));
  phases.push_back(explain_pruned(*merged, *pruned));
  return phases;
}

}  // namespace polydat::app
