// An expression that is not a statement's: what stands in the hole of a tile.
//
// Needs:   `text` lives as long as the call.
// Ensures: the expression, its parts appended to program.exprs, all with the range `place`: the text was taken out of its source
//          long ago, so messages point at the whole construct. Or nothing, the tree as it was, and what is wrong in `why`. A limit
//          that was hit is reported to `diagnostics` at `place`, and `why` is empty.
// Cost:    linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat::lang {

std::optional<ExprId> parse_fragment(std::string_view text, SourceRange place, Program& program, const Limits& limits,
                                     Diagnostics& diagnostics, std::string& why);

}  // namespace polydat::lang
