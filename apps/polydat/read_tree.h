// A graph's text in either format, as a syntax tree; and the graph passes over it, for those who watch them.
#pragma once

#include "graph/compile_graph.h"
#include "lang/ast.h"
#include "polydat/program.h"

namespace polydat::app {

// The format as compile() takes it (kernel/graph_format.h).
lang::Program read_tree(const Source& source, GraphFormat format, const Limits& limits, Diagnostics& diagnostics);
// The passes over the program's own scope and the bodies of its `for` statements; `options` has the watchers.
void run_passes(const lang::Program& tree, const GraphOptions& options, Sources& sources, Diagnostics& diagnostics);

}  // namespace polydat::app
