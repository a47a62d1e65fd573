#include "support/reference_evaluator.h"

#include "graph/evaluate_node.h"

namespace polydat::testing {

ReferenceEvaluator::ReferenceEvaluator(const Graph& graph) : graph_(graph) {
  for (const GraphInput& input : graph.inputs) inputs_.push_back(input.kind == InputKind::Coordinate ? Value::u64(0) : input.initial);
}

bool ReferenceEvaluator::evaluate(std::uint32_t n, Memo& memo, std::string& failed_node) const {
  if (memo.contains(n)) return true;
  const GraphNode& node = graph_.nodes[n];
  if (node.def == nullptr) {
    memo[n] = {node.constant};
    return true;
  }
  std::vector<Value> wires;
  bool none = false;
  for (const WireSource& wire : node.wires) {
    if (wire.kind == WireSource::Kind::Node && !evaluate(wire.index, memo, failed_node)) return false;
    wires.push_back(wire.kind == WireSource::Kind::Input ? inputs_[wire.index] : memo[wire.index][wire.port]);
    none |= wires.back().is_none();
  }
  std::vector<Value> outputs;
  if (none && !node.def->accepts_none) {
    for (const PortType type : node.out_types) outputs.push_back(Value::none(type));
  } else {
    std::vector<Scratch> state(2);
    if (evaluate_node(node, wires, outputs, state.data()) != 0) {
      failed_node = node_name(node);
      return false;
    }
  }
  memo[n] = outputs;
  return true;
}

ReferenceResult ReferenceEvaluator::read(const WireSource& source) const {
  ReferenceResult result;
  if (source.kind == WireSource::Kind::Input) {
    result.value = inputs_[source.index];
    return result;
  }
  Memo memo;
  result.failed = !evaluate(source.index, memo, result.failed_node);
  if (!result.failed) result.value = memo[source.index][source.port];
  return result;
}

std::optional<bool> ReferenceEvaluator::node_fails(std::uint32_t n) const {
  Memo memo;
  std::string ignored;
  for (const WireSource& wire : graph_.nodes[n].wires)
    if (wire.kind == WireSource::Kind::Node && !evaluate(wire.index, memo, ignored)) return std::nullopt;
  return !evaluate(n, memo, ignored);
}

}  // namespace polydat::testing
