// Turns native nodes into the straight-line functions that the code generator compiles: one for each segment, and the few that a
// whole evaluation runs between its closures (design D7).
//
// Needs:   steps, slots, reach.
// Ensures: segment_functions[step.function] computes exactly the members of that segment and stores every value that an output,
//          a const slot or another step reads; running eval_schedule in order computes every step of eval_steps once and stores
//          the same slots, so that a later partial read finds every boundary value in place.
#pragma once

#include "plan/plan.h"

namespace polydat {

void lower_functions(const Graph& graph, Plan& plan);

}  // namespace polydat
