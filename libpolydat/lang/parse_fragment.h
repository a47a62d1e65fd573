// An expression that is not a statement's: what stands in the hole of a tile.
//
// Needs:   `text` and `map`, which tells where it stands in the source, live as long as the call.
// Ensures: the expression, its parts appended to program.exprs; or nothing, the tree as it was, and at least one mistake reported.
// Cost:    linear in the text.
#pragma once

#include <optional>
#include <string_view>

#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat::lang {

std::optional<ExprId> parse_fragment(std::string_view text, const TextMap& map, Program& program, const Limits& limits,
                                     Diagnostics& diagnostics);

// Fills the parts of a Str, which is not in the tree yet, when its text is an interpolation; those of its placeholders go into
// the tree. The text is as it is after the escapes of a string literal.
void read_placeholders(Expr& string, const TextMap& map, Program& program, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat::lang
