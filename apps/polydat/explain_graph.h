// The phases of the graph passes: names, modules, types, conversions, constants, merged, pruned; of the program's own scope, then of the
// body of each `for`, nested ones first.
#pragma once

#include <vector>

#include "explain_phase.h"
#include "graph/compile_graph.h"
#include "lang/ast.h"

namespace polydat::app {

// As many phases as the graph passes reach. Mistakes are left to the compiler's own run.
std::vector<ExplainPhase> explain_graph(const lang::Program& tree, GraphOptions options, Sources sources);

}  // namespace polydat::app
