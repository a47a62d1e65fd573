// Evaluates what depends on nothing that changes, once, while compiling (language 3.10).
//
// Needs:   a typed graph.
// Ensures: a pure node that is not volatile and reads constants only is replaced by one constant an output port. A failure is an error at
//          its expression, also when nothing reads it; what depends on it stays as it is.
// Cost:    one run of each folded node.
#pragma once

#include "graph/graph.h"

namespace polydat {

void fold_constants(Graph& graph, std::uint64_t max_value, Diagnostics& diagnostics);

}  // namespace polydat
