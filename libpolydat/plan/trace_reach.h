// The step-level relations that currency needs (design D6): producers, reach sets, and the steps that eval runs.
//
// Needs:   steps in order, step_of, node input sets.
// Ensures: reach[i] holds exactly the steps whose provenance contains input i; eval_steps is the union of the outputs' cones and the
//          side-channel steps with theirs.
#pragma once

#include "plan/plan.h"

namespace polydat {

void trace_reach(const Graph& graph, Plan& plan);

}  // namespace polydat
