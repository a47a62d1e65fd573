// The syntax tree as a JSON graph (design D12; docs/graph.schema.json): one statement a line.
//
// Ensures: reading what is written gives the same program: loses comments and layout only. 64-bit integers are decimal strings. A string
//          at a constant parameter's place is {"str"}, elsewhere an interpolation is {"interpolate"}. A parenthesised operand of `+`
//          is {"paren": E}.
// Cost:    linear in the output. Never recurses on the depth of an expression.
#pragma once

#include <string>

#include "lang/ast.h"

namespace polydat {

std::string write_json_graph(const lang::Program& program);

}  // namespace polydat
