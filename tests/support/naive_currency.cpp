#include "support/naive_currency.h"

#include <functional>

namespace polydat::testing {

namespace {

// Everything reachable backwards from a source: nodes and inputs.
void reach_back(const Graph& graph, const WireSource& source, std::set<std::uint32_t>& nodes, std::set<std::uint32_t>& inputs) {
  if (source.kind == WireSource::Kind::Input) {
    inputs.insert(source.index);
    return;
  }
  if (!nodes.insert(source.index).second) return;
  for (const WireSource& wire : graph.nodes[source.index].wires) reach_back(graph, wire, nodes, inputs);
}

}  // namespace

NaiveCurrency::NaiveCurrency(const Graph& graph, const Plan& plan)
    : graph_(graph), plan_(plan), inputs_of_(plan.steps.size()), stale_(plan.steps.size(), true) {
  for (std::uint32_t s = 0; s < plan.steps.size(); ++s)
    for (const NodeId node : plan.steps[s].nodes) {
      std::set<std::uint32_t> nodes;
      reach_back(graph, {WireSource::Kind::Node, node.index, 0}, nodes, inputs_of_[s]);
    }
}

void NaiveCurrency::input_changed(std::uint32_t input) {
  for (std::size_t s = 0; s < stale_.size(); ++s)
    if (inputs_of_[s].contains(input)) stale_[s] = true;
}
void NaiveCurrency::invalidate_all() { stale_.assign(stale_.size(), true); }

std::set<std::uint32_t> NaiveCurrency::cone(const WireSource& source) const {
  std::set<std::uint32_t> nodes, inputs, steps;
  reach_back(graph_, source, nodes, inputs);
  for (const std::uint32_t node : nodes)
    if (plan_.step_of[node] != Plan::kNoStep) steps.insert(plan_.step_of[node]);
  return steps;
}

void NaiveCurrency::begin_read() {
  for (std::size_t s = 0; s < stale_.size(); ++s)
    for (const NodeId node : plan_.steps[s].nodes)
      if (graph_.nodes[node.index].is_volatile) stale_[s] = true;
}

bool NaiveCurrency::step_fails(std::uint32_t step, const ReferenceEvaluator& reference) const {
  for (const NodeId node : plan_.steps[step].nodes)
    if (reference.node_fails(node.index).value_or(false)) return true;
  return false;
}

std::vector<std::uint32_t> NaiveCurrency::pull(const WireSource& source, const ReferenceEvaluator& reference) {
  begin_read();
  std::vector<std::uint32_t> ran;
  for (const std::uint32_t step : cone(source)) {
    if (!stale_[step]) continue;
    ran.push_back(step);
    if (step_fails(step, reference)) break;
    stale_[step] = false;
  }
  return ran;
}

std::vector<std::uint32_t> NaiveCurrency::eval(const ReferenceEvaluator& reference) {
  begin_read();
  std::set<std::uint32_t> all;
  for (const GraphOutput& output : graph_.outputs) all.merge(cone(output.source));
  std::vector<std::uint32_t> ran;
  for (const std::uint32_t step : all) {
    if (!stale_[step]) continue;
    // A step below a failed one is not run; its first member's producers tell.
    bool reachable = true;
    for (const NodeId node : plan_.steps[step].nodes)
      for (const WireSource& wire : graph_.nodes[node.index].wires)
        if (wire.kind == WireSource::Kind::Node && plan_.step_of[wire.index] != step && plan_.step_of[wire.index] != Plan::kNoStep &&
            stale_[plan_.step_of[wire.index]])
          reachable = false;
    if (!reachable) continue;
    ran.push_back(step);
    if (!step_fails(step, reference)) stale_[step] = false;
  }
  return ran;
}

}  // namespace polydat::testing
