// The statements of a scope as symbols: inputs, externs and binding targets, and the refusal of what this version lacks.
//
// Needs:   a tree; what its text has of mistakes of form is unread.
// Ensures: one symbol a name and scope; every second binding of a name is reported at the second one, with the place of the first.
// Cost:    linear in the statements.
#pragma once

#include <functional>

#include "graph/resolve_names.h"

namespace polydat {

// A new symbol of a scope, or kNoSymbol when the name is taken (an error).
std::uint32_t declare_name(Names& names, std::uint32_t scope, const Symbol& symbol, Diagnostics& diagnostics);

// `value_of`: where the value of a statement lies in the program: itself, or its copy in an expansion.
void declare_statement(const lang::Statement& statement, std::uint32_t scope, const std::function<lang::ExprId(lang::ExprId)>& value_of,
                       Names& names, Diagnostics& diagnostics);

}  // namespace polydat
