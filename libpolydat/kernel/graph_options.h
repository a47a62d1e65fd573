// The part of the compile options that the graph passes take.
#pragma once

#include "graph/compile_graph.h"
#include "polydat/program.h"

namespace polydat {

// Without `after_pass`.
GraphOptions graph_options_of(const CompileOptions& options);

}  // namespace polydat
