// Coordinates and externs as inputs of the graph: types, defaults, NAME=VALUE assignments.
//
// Needs:   resolved names.
// Ensures: coordinates come first, in declaration order, then externs, with inputs that an assignment fixed among them; the operand of a
//          symbol is its input, or the node that converts the coordinate to the declared type.
// Cost:    linear in the declarations and assignments.
#pragma once

#include "graph/graph_builder.h"
#include "graph/resolve_names.h"

namespace polydat {

// operands[symbol] is filled for every symbol that is an input or extern.
void declare_inputs(const lang::Program& program, const Names& names, const GraphOptions& options, GraphBuilder& builder,
                    std::vector<Operand>& operands, Diagnostics& diagnostics);

}  // namespace polydat
