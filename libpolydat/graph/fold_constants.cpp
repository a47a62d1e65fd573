// Constant folding.
#include "graph/fold_constants.h"

#include <algorithm>
#include <utility>

#include "graph/evaluate_node.h"
#include "graph/failure_report.h"

namespace polydat {

namespace {

bool can_fold(const Graph& graph, const GraphNode& node, const std::vector<std::vector<Value>>& ports) {
  if (node.def == nullptr || node.is_volatile || node.def->purity != Purity::Pure) return false;
  if (node.def->row == nullptr) return false;  // a placeholder, which is left in programs with mistakes only
  return std::all_of(node.wires.begin(), node.wires.end(), [&](const WireSource& wire) {
    return graph.is_constant(wire) || (wire.kind == WireSource::Kind::Node && !ports[wire.index].empty());
  });
}

void become_constant(GraphNode& node, Value value) {
  GraphNode constant;
  constant.out_types.push_back(value.type());
  constant.constant = std::move(value);
  constant.label = std::move(node.label);
  constant.range = node.range;
  node = std::move(constant);
}

// Replaces each node that has values for several ports by as many constants.
void split_ports(Graph& graph, std::vector<std::vector<Value>>& ports) {
  BlockVector<GraphNode> nodes;
  std::vector<std::uint32_t> first(graph.nodes.size(), 0);  // the new node of port 0
  const auto renumber = [&](WireSource& source) {
    if (source.kind != WireSource::Kind::Node) return;
    const std::uint32_t old = source.index;
    const bool split = !ports[old].empty();
    source.index = first[old] + (split ? source.port : 0);
    if (split) source.port = 0;
  };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    for (WireSource& wire : node.wires) renumber(wire);
    first[n] = static_cast<std::uint32_t>(nodes.size());
    if (ports[n].empty()) {
      nodes.push_back(std::move(node));
      continue;
    }
    for (Value& value : ports[n]) {
      GraphNode constant;
      constant.label = node.label;
      constant.range = node.range;
      become_constant(constant, std::move(value));
      nodes.push_back(std::move(constant));
    }
  }
  graph.nodes = std::move(nodes);
  for (GraphOutput& output : graph.outputs) renumber(output.source);
  for (GraphInput& input : graph.inputs)
    if (input.source.has_value()) renumber(*input.source);
}

}  // namespace

void fold_constants(Graph& graph, std::uint64_t max_value, Diagnostics& diagnostics) {
  std::vector<std::vector<Value>> ports(graph.nodes.size());  // folded nodes of several outputs: their values
  bool some_split = false;
  std::vector<Value> inputs, outputs;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    if (!can_fold(graph, node, ports)) continue;
    inputs.clear();
    for (const WireSource& wire : node.wires)
      inputs.push_back(ports[wire.index].empty() ? graph.nodes[wire.index].constant : ports[wire.index][wire.port]);
    std::vector<Scratch> kept(node.def->private_scratch);
    const std::uint32_t error = evaluate_node(node, inputs, outputs, kept.empty() ? nullptr : kept.data(), max_value);
    if ((error & kErrorValueLimit) != 0) {
      diagnostics.limit(node.range, failure_line(node, error, inputs), "--max-value");
      continue;
    }
    if (error != 0) {
      diagnostics.error("fold-failure", node.range, failure_line(node, error, inputs)).label = "fails for these constants";
      continue;
    }
    if (std::any_of(outputs.begin(), outputs.end(), [](const Value& v) { return v.is_none(); })) continue;
    graph.history.folded.push_back(node.label);
    if (outputs.size() == 1) {
      become_constant(node, std::move(outputs.front()));
    } else {
      ports[n] = std::move(outputs);
      outputs.clear();
      some_split = true;
    }
  }
  if (some_split) split_ports(graph, ports);
}

}  // namespace polydat
