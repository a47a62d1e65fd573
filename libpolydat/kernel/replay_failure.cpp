#include "kernel/replay_failure.h"

#include "graph/failure_report.h"

namespace polydat {

Failure report_of(const ProgramInternals& program, const NodeFailure& failure) {
  const GraphNode& node = program.graph.nodes[failure.node];
  Failure result;
  result.kind = (failure.error & kErrorValueLimit) != 0 ? FailureKind::Limit : FailureKind::Value;
  result.node = std::string(node_name(node));
  result.range = node.range;
  result.report = failure_report(program.graph, failure.node, failure.error, failure.inputs);
  return result;
}

Failure replay_failure(const KernelState& state, std::uint32_t target, const std::function<bool(std::uint32_t)>& is_current) {
  const ProgramInternals& program = state.program;
  const Graph& graph = program.graph;
  NodeValues values{std::vector<std::vector<Value>>(graph.nodes.size()), std::vector<bool>(graph.nodes.size(), false), {}};
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    const std::uint32_t step = program.plan.step_of[n];
    if (step == Plan::kNoStep || (!node.is_volatile && node.def->purity == Purity::Pure) || !is_current(step)) continue;
    std::uint32_t slot = program.plan.node_slot[n];
    for (const PortType type : node.out_types) {
      values.values[n].push_back(state.value_at(slot, type));
      slot += words_of(type);
    }
    values.current[n] = true;
  }
  std::vector<Value> inputs(graph.inputs.size());
  for (std::uint32_t i = 0; i < inputs.size(); ++i)
    inputs[i] = i < program.coord_count ? Value::u64(state.slots[program.plan.input_slot[i]]) : state.input_values[i];
  std::vector<Scratch> private_entries;  // fresh for every node: a memo belongs to one node
  NodeFailure failure;
  const DepthFirstHooks hooks{[&](std::uint32_t i) -> const Value& { return inputs[i]; },
                              [&](std::uint32_t n) {
                                private_entries = std::vector<Scratch>(graph.nodes[n].def->private_scratch);
                                return private_entries.data();
                              },
                              {},
                              program.limits.max_value};
  if (!evaluate_depth_first(graph, target, values, hooks, failure)) return report_of(program, failure);
  Failure internal;
  internal.report = "internal error: generated code reported a failure that the interpreter does not find (node '" +
                    std::string(node_name(graph.nodes[target])) + "'); please report this graph";
  internal.node = std::string(node_name(graph.nodes[target]));
  internal.range = graph.nodes[target].range;
  return internal;
}

}  // namespace polydat
