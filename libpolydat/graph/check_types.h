// Types every binding in dependency order and builds the graph; selects the outputs.
//
// Needs:   resolved names and their order.
// Ensures: the invariants of Graph for everything that is not in error. Volatility is marked: a node is volatile when it is nondeterministic,
//          marked so by its binding, or downstream of such a node; a `const` over one captures it and ends the spread. A const that
//          depends on an input is an input of kind ConstSlot. An output is never an input itself: it goes through `identity`.
// Cost:    linear in the tree.
#pragma once

#include "graph/compile_graph.h"
#include "graph/lower_repeat.h"
#include "graph/resolve_names.h"

namespace polydat {

// `repeats`: what ForText expressions name by number.
Graph check_types(const lang::Program& program, const Names& names, const std::vector<RepeatTemplate>& repeats, const GraphOptions& options,
                  Diagnostics& diagnostics);

}  // namespace polydat
