// Constant folding.
#include "graph/fold_constants.h"

#include <algorithm>
#include <utility>

#include "graph/evaluate_node.h"
#include "graph/failure_report.h"

namespace polydat {

namespace {

bool can_fold(const Graph& graph, const GraphNode& node) {
  if (node.def == nullptr || node.is_volatile || node.def->purity != Purity::Pure) return false;
  return std::all_of(node.wires.begin(), node.wires.end(), [&](const WireSource& wire) { return graph.is_constant(wire); });
}

}  // namespace

void fold_constants(Graph& graph, std::uint64_t max_value, Diagnostics& diagnostics) {
  Graph folded;
  folded.nodes.reserve(graph.nodes.size());
  std::vector<std::uint32_t> first(graph.nodes.size(), 0);  // the new node of port 0
  std::vector<bool> split(graph.nodes.size(), false);       // port k became the node first + k
  const auto renumber = [&](WireSource& source) {
    if (source.kind != WireSource::Kind::Node) return;
    const std::uint32_t old = source.index;
    source.index = first[old] + (split[old] ? source.port : 0);
    if (split[old]) source.port = 0;
  };
  std::vector<Value> inputs, outputs;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    for (WireSource& wire : node.wires) renumber(wire);
    first[n] = static_cast<std::uint32_t>(folded.nodes.size());
    if (can_fold(folded, node)) {
      inputs.clear();
      for (const WireSource& wire : node.wires) inputs.push_back(folded.nodes[wire.index].constant);
      std::vector<Scratch> kept(node.def->private_scratch);
      const std::uint32_t error = evaluate_node(node, inputs, outputs, kept.empty() ? nullptr : kept.data(), max_value);
      if ((error & kErrorValueLimit) != 0) {
        diagnostics.limit(node.range, failure_line(node, error, inputs), "--max-value");
      } else if (error != 0) {
        diagnostics.error("fold-failure", node.range, failure_line(node, error, inputs)).label = "fails for these constants";
      } else if (std::none_of(outputs.begin(), outputs.end(), [](const Value& v) { return v.is_none(); })) {
        split[n] = true;
        graph.history.folded.push_back(node.label);
        for (Value& value : outputs) {
          GraphNode constant;
          constant.out_types.push_back(value.type());
          constant.constant = std::move(value);
          constant.label = node.label;
          constant.range = node.range;
          folded.nodes.push_back(std::move(constant));
        }
        continue;
      }
    }
    folded.nodes.push_back(std::move(node));
  }
  graph.nodes = std::move(folded.nodes);
  for (GraphOutput& output : graph.outputs) renumber(output.source);
  for (GraphInput& input : graph.inputs)
    if (input.source.has_value()) renumber(*input.source);
}

}  // namespace polydat
