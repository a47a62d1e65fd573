// The graph after one pass, or after each.
#include "dump_passes.h"

#include <fmt/format.h>

#include "graph/compile_graph.h"
#include "kernel/graph_options.h"
#include "plan_names.h"
#include "read_tree.h"

namespace polydat::app {

namespace {

std::string graph_text(const Graph& graph) {
  std::string text;
  for (const GraphInput& input : graph.inputs)
    text += fmt::format("  {} {}: {}\n", input_kind_name(input.kind), input.name, keyword(input.type));
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    std::string types;
    for (const PortType type : node.out_types) types += fmt::format("{}{}", types.empty() ? "" : ", ", keyword(type));
    text += fmt::format("  #{} = {} -> {}{}{}\n", n, node_text(graph, {n}), types,
                        node.label.empty() ? "" : fmt::format(" [{}]", node.label), node.is_volatile ? " volatile" : "");
  }
  for (const GraphOutput& output : graph.outputs)
    text += fmt::format("  output {} = {}: {}\n", output.name, wire_name(graph, output.source), keyword(output.type));
  return text;
}

}  // namespace

ExitCode dump_passes(const Source& source, const CompileOptions& options, std::string_view pass, bool times, const Report& report) {
  Diagnostics diagnostics;
  Sources sources(source);
  std::string text, timing;
  std::vector<std::string> seen;
  const lang::Program tree = read_tree(source, options.format, options.limits, diagnostics);
  if (!diagnostics.has_errors()) {
    GraphOptions graph_options = graph_options_of(options);
    std::string place;  // of a body of a `for`
    graph_options.before_body = [&place](std::string_view for_text, std::size_t) { place = fmt::format(" in `for {}`", for_text); };
    graph_options.after_pass = [&](std::string_view name, const Graph& graph, double ms) {
      seen.emplace_back(name);
      timing += fmt::format("{:<24} {:9.3f} ms{}\n", name, ms, place);
      if (pass == "all" || pass == name) text += fmt::format("after {}{}:\n{}\n", name, place, graph_text(graph));
    };
    run_passes(tree, graph_options, sources, diagnostics);
  }
  if (times) report.text(timing);
  const ExitCode code = report.diagnostics(diagnostics, sources);
  if (text.empty() && code == ExitCode::Fine) {
    std::vector<std::string_view> known(seen.begin(), seen.end());
    return report.usage_error(fmt::format("--after: '{}' is not a pass; the passes are {}", pass, joined(seen, ", ", "(none)")),
                              nearest_word(pass, known));
  }
  if (!text.empty()) text.pop_back();
  const ExitCode printed = print(report, text);
  return code == ExitCode::Fine ? printed : code;
}

}  // namespace polydat::app
