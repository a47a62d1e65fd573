// What the graph passes did: by their own account (GraphHistory) and by the graph before and after them.
#include "explain_graph.h"

#include <fmt/format.h>

#include <map>

#include "explain_source.h"
#include "plan_names.h"
#include "read_tree.h"

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

void explain_types(const Graph& graph, const Sources& sources, ExplainPhase& phase) {
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
}

void explain_conversions(const Graph& graph, const Sources& sources, ExplainPhase& phase) {
  for (const GraphHistory::Converted& c : graph.history.converted) {
    const auto& [base, source] = sources.file_at(c.range.begin);
    const std::string_view what = source.text().substr(c.range.begin - base, c.range.end - c.range.begin);
    Json fact = {{"from", keyword(c.from)}, {"to", keyword(c.to)}, {"text", what}, {"binding", c.label}};
    add_place(fact, sources, c.range);
    phase.add(
        fmt::format("{} becomes {}: {}, at {}{}", keyword(c.from), keyword(c.to), what, place_of(sources, c.range), of_binding(c.label)),
        std::move(fact));
  }
}

// A folded node of several outputs became as many constants, so the nodes behind it moved.
void explain_constants(const Graph& before, const Graph& after, const Sources& sources, ExplainPhase& phase) {
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
}

void explain_merged(const Graph& before, const Graph& after, ExplainPhase& phase) {
  for (const GraphHistory::Merged& m : after.history.merged) {
    const std::string removed = node_text(before, m.removed_node), kept = node_text(before, m.kept_node);
    phase.add(fmt::format("#{} {}{} is #{} {}{}", m.removed_node.index, removed, of_binding(m.removed), m.kept_node.index, kept,
                          of_binding(m.kept)),
              {{"removed", {{"node", m.removed_node.index}, {"text", removed}, {"binding", m.removed}}},
               {"kept", {{"node", m.kept_node.index}, {"text", kept}, {"binding", m.kept}}}});
  }
}

void explain_pruned(const Graph& before, const Graph& after, ExplainPhase& phase) {
  for (const GraphHistory::Pruned& p : after.history.pruned) {
    const std::string text = node_text(before, p.node);
    phase.add(fmt::format("#{} {}{}", p.node.index, text, of_binding(p.label)),
              {{"node", p.node.index}, {"text", text}, {"binding", p.label}});
  }
}

}  // namespace

std::vector<ExplainPhase> explain_graph(const lang::Program& tree, GraphOptions options, Sources sources) {
  struct Scope {
    std::string for_text;                             // empty: the program's own
    std::map<std::string, Graph, std::less<>> after;  // by pass
    const Graph* graph_after(std::string_view pass) const {
      const auto it = after.find(pass);
      return it == after.end() ? nullptr : &it->second;
    }
  };
  ExplainPhase names("names"), modules("modules");
  std::vector<Scope> scopes(1);
  options.before_body = [&](std::string_view text, std::size_t) {
    scopes.push_back({std::string(text), {}});
    names.enter(text);
    modules.enter(text);
  };
  options.after_names = [&](const lang::Program& program, const Names& meanings) {
    explain_names(program, meanings, sources, names, modules);
  };
  options.after_pass = [&](std::string_view pass, const Graph& graph, double) { scopes.back().after.emplace(pass, graph); };
  Diagnostics unread;
  run_passes(tree, options, sources, unread);

  std::vector<ExplainPhase> phases{std::move(names), std::move(modules)};
  if (scopes.front().graph_after("check") == nullptr) return phases;
  ExplainPhase types("types"), conversions("conversions"), constants("constants"), merged("merged"), pruned("pruned");
  for (const Scope& scope : scopes) {
    for (ExplainPhase* phase : {&types, &conversions, &constants, &merged, &pruned}) phase->enter(scope.for_text);
    const Graph* after_check = scope.graph_after("check");
    if (after_check == nullptr) continue;
    explain_types(*after_check, sources, types);
    explain_conversions(*after_check, sources, conversions);
    if (unread.has_errors()) continue;
    const Graph* after_fold = scope.graph_after("fold");
    if (after_fold == nullptr) after_fold = after_check;  // --no-fold
    const Graph* after_merge = scope.graph_after("merge");
    const Graph* after_prune = scope.graph_after("prune");
    explain_constants(*after_check, *after_fold, sources, constants);
    explain_merged(*after_fold, *after_merge, merged);
    explain_pruned(*after_merge, *after_prune, pruned);
  }
  phases.push_back(std::move(types));
  phases.push_back(std::move(conversions));
  if (unread.has_errors()) return phases;
  phases.push_back(std::move(constants));
  phases.push_back(std::move(merged));
  phases.push_back(std::move(pruned));
  return phases;
}

}  // namespace polydat::app
