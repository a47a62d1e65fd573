// A graph's text in either format, as a syntax tree.
#pragma once

#include "lang/ast.h"
#include "polydat/program.h"

namespace polydat::app {

// `Auto` as in compile(): by the source's name, else JSON when the text begins with `{`.
bool is_json_graph(const Source& source, GraphFormat format);
lang::Program read_tree(const Source& source, GraphFormat format, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat::app
