// Decides which form computes each node, and says why (design D7, D9).
//
// Needs:   a typed graph.
// Ensures: forms[n].native exactly when the node can be part of generated code; otherwise a reason a user can read.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace polydat {

// Whether native code could compute the node, whatever the engine.
bool has_native_form(const GraphNode& node);

std::vector<NodeForm> classify_nodes(const Graph& graph, const PlanOptions& options);

}  // namespace polydat
