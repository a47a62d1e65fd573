// A graph's text in either format, as a syntax tree.
#pragma once

#include "lang/ast.h"
#include "polydat/program.h"

namespace polydat::app {

// The format as compile() takes it (kernel/graph_format.h).
lang::Program read_tree(const Source& source, GraphFormat format, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat::app
