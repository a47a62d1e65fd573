// Computes equal things once: nodes of one function, equal constants and equal wires become one.
//
// Needs:   a typed graph.
// Ensures: no two pure nodes that are not volatile are equal; equal constants (floats by bits) are one. Volatile and side-channel
//          nodes are never merged.
// Cost:    linear in nodes and wires (hashing).
#pragma once

#include "graph/graph.h"

namespace polydat {

void merge_equal_nodes(Graph& graph);

}  // namespace polydat
