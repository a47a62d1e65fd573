// Gives every value of the graph a place in the flat slot buffer (design D11, engine A.4).
//
// Needs:   steps formed.
// Ensures: inputs come first, in order; then the nodes of the outputs, in output order, so that what one native function writes
//          is dense (design D7); then the nodes that another step reads, in graph order; then all other nodes, constants last. Slots of one node are consecutive in port order; widths come from
//          the colour of the type alone. Slots are never reused: skipping clean steps relies on an old value staying readable until
//          its own step runs again.
#pragma once

#include "plan/plan.h"

namespace polydat {

void assign_slots(const Graph& graph, Plan& plan);

}  // namespace polydat
