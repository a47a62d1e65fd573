// The planner, as the list of its passes.
#include "plan/plan.h"

#include "plan/assign_slots.h"
#include "plan/classify_nodes.h"
#include "plan/form_segments.h"
#include "plan/lower_functions.h"
#include "plan/mark_plain_text.h"
#include "plan/trace_need.h"
#include "plan/trace_provenance.h"
#include "plan/trace_reach.h"

namespace polydat {

namespace {

void make_steps(const Graph& graph, const std::vector<std::vector<NodeId>>& groups, Plan& plan) {
  plan.step_of.assign(graph.nodes.size(), Plan::kNoStep);
  for (const std::vector<NodeId>& group : groups) {
    const GraphNode& first = graph.nodes[group[0].index];
    Step step;
    step.kind = plan.forms[group[0].index].native ? StepKind::Segment : StepKind::Closure;
    step.nodes = group;
    step.is_volatile = first.is_volatile;
    step.side_channel = first.def->purity == Purity::SideChannel;
    step.input_set = plan.node_input_set[group[0].index];
    for (const NodeId member : group) plan.step_of[member.index] = static_cast<std::uint32_t>(plan.steps.size());
    plan.steps.push_back(std::move(step));
  }
}

}  // namespace

Plan make_plan(const Graph& graph, const PlanOptions& options) {
  Plan plan;
  plan.forms = classify_nodes(graph, options);
  InputSets provenance = trace_provenance(graph);
  plan.input_sets = std::move(provenance.sets);
  plan.node_input_set = std::move(provenance.node_set);
  const std::vector<std::uint32_t> need = trace_need(graph);
  make_steps(graph, form_segments(graph, plan.forms, plan.node_input_set, need, options.fuse), plan);
  assign_slots(graph, plan);
  trace_reach(graph, plan);
  plan.plain_text = mark_plain_text(graph);
  lower_functions(graph, plan);
  return plan;
}

}  // namespace polydat
