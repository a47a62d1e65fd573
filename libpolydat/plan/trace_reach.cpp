#include "plan/trace_reach.h"

#include <algorithm>

namespace polydat {

namespace {

void add_cone(const Plan& plan, std::uint32_t step, BitSet& cone) {
  std::vector<std::uint32_t> pending{step};
  cone.set(step);
  while (!pending.empty()) {
    const std::uint32_t s = pending.back();
    pending.pop_back();
    for (std::uint32_t k = plan.producer_begin[s]; k < plan.producer_begin[s + 1]; ++k) {
      const std::uint32_t p = plan.producers[k];
      if (cone.test(p)) continue;
      cone.set(p);
      pending.push_back(p);
    }
  }
}

}  // namespace

BitSet cone_of(const Plan& plan, const WireSource& source) {
  BitSet cone(plan.steps.size());
  if (source.kind == WireSource::Kind::Node && plan.step_of[source.index] != Plan::kNoStep)
    add_cone(plan, plan.step_of[source.index], cone);
  return cone;
}

void trace_reach(const Graph& graph, Plan& plan) {
  const std::size_t steps = plan.steps.size();
  for (std::uint32_t s = 0; s < steps; ++s) {
    plan.producer_begin.push_back(static_cast<std::uint32_t>(plan.producers.size()));
    const auto first = static_cast<std::ptrdiff_t>(plan.producers.size());
    for (const NodeId member : plan.steps[s].nodes) {
      for (const WireSource& wire : graph.nodes[member.index].wires) {
        if (wire.kind != WireSource::Kind::Node) continue;
        const std::uint32_t p = plan.step_of[wire.index];
        if (p != Plan::kNoStep && p != s) plan.producers.push_back(p);
      }
    }
    std::sort(plan.producers.begin() + first, plan.producers.end());
    plan.producers.erase(std::unique(plan.producers.begin() + first, plan.producers.end()), plan.producers.end());
  }
  plan.producer_begin.push_back(static_cast<std::uint32_t>(plan.producers.size()));

  plan.reach.assign(graph.inputs.size(), BitSet(steps));
  plan.volatile_steps = BitSet(steps);
  plan.side_channel_steps = BitSet(steps);
  plan.eval_steps = BitSet(steps);
  for (std::uint32_t s = 0; s < steps; ++s) {
    Step& step = plan.steps[s];
    plan.input_sets[step.input_set].for_each([&](std::size_t input) {
      plan.reach[input].set(s);
      if (graph.inputs[input].kind != InputKind::Coordinate) step.reads_extern = true;
    });
    if (step.is_volatile) plan.volatile_steps.set(s);
    if (step.side_channel) {
      plan.side_channel_steps.set(s);
      add_cone(plan, s, plan.eval_steps);
    }
  }
  for (const GraphOutput& output : graph.outputs)
    if (output.source.kind == WireSource::Kind::Node) {
      const std::uint32_t s = plan.step_of[output.source.index];
      if (s != Plan::kNoStep && !plan.eval_steps.test(s)) add_cone(plan, s, plan.eval_steps);
    }
}

}  // namespace polydat
