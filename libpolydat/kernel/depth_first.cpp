#include "kernel/depth_first.h"

#include "graph/evaluate_node.h"

namespace polydat {

namespace {

struct Frame {
  std::uint32_t node;
  std::uint32_t next_wire;
};

bool run_node(const Graph& graph, std::uint32_t n, NodeValues& values, const DepthFirstHooks& hooks, NodeFailure& failure) {
  const GraphNode& node = graph.nodes[n];
  if (node.def == nullptr) {
    values.values[n].assign(1, node.constant);
    values.current[n] = true;
    return true;
  }
  if (const auto known = values.failed.find(n); known != values.failed.end()) {
    failure = known->second;
    return false;
  }
  std::vector<Value> inputs;
  inputs.reserve(node.wires.size());
  bool any_none = false;
  for (const WireSource& wire : node.wires) {
    inputs.push_back(wire.kind == WireSource::Kind::Input ? hooks.input(wire.index) : values.values[wire.index][wire.port]);
    any_none |= inputs.back().is_none();
  }
  if (hooks.before_run) hooks.before_run(n);
  std::vector<Value> outputs;
  if (any_none && !node.def->accepts_none) {
    for (const PortType type : node.out_types) outputs.push_back(Value::none(type));
  } else if (const std::uint32_t error = evaluate_node(node, inputs, outputs, hooks.private_scratch(n), hooks.max_value)) {
    failure = values.failed[n] = {n, error, std::move(inputs)};
    return false;
  }
  values.values[n] = std::move(outputs);
  values.current[n] = true;
  return true;
}

}  // namespace

bool evaluate_depth_first(const Graph& graph, std::uint32_t target, NodeValues& values, const DepthFirstHooks& hooks,
                          NodeFailure& failure) {
  if (values.current[target]) return true;
  std::vector<Frame> stack{{target, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const GraphNode& node = graph.nodes[frame.node];
    if (frame.next_wire < node.wires.size()) {
      const WireSource& wire = node.wires[frame.next_wire++];
      if (wire.kind == WireSource::Kind::Node && !values.current[wire.index]) stack.push_back({wire.index, 0});
      continue;
    }
    if (!values.current[frame.node] && !run_node(graph, frame.node, values, hooks, failure)) return false;
    stack.pop_back();
  }
  return true;
}

}  // namespace polydat
