// Removes what no selected output needs (language 3.9).
//
// Needs:   a typed graph. Errors that can be found while compiling have been found.
// Ensures: every node feeds an output, a side-channel node, or a const slot that such a node reads; const slots nobody reads are gone.
//          Coordinates and externs stay: hosts set them by position and name.
// Cost:    linear in nodes and wires.
#pragma once

#include "graph/graph.h"

namespace polydat {

void prune_dead_nodes(Graph& graph);

}  // namespace polydat
