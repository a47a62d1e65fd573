// The phases that make and shrink the graph: types, conversions, constants, merged, pruned.
#pragma once

#include <vector>

#include "explain_phase.h"
#include "graph/compile_graph.h"
#include "lang/ast.h"

namespace polydat::app {

// As many phases as the graph passes reach. Mistakes are left to the compiler's own run.
std::vector<ExplainPhase> explain_graph(const lang::Program& tree, GraphOptions options, Sources sources);

}  // namespace polydat::app
