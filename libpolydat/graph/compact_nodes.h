// Removes nodes from a graph and renumbers what names them.
//
// Needs:   kept nodes, outputs and const slots read kept nodes only, after `replaced` is applied.
// Ensures: order is kept.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace polydat {

// replaced[n]: the node that stands for node n (itself, or an earlier one); keep[n]: whether node n stays.
void compact_nodes(Graph& graph, const std::vector<std::uint32_t>& replaced, const std::vector<bool>& keep);

}  // namespace polydat
