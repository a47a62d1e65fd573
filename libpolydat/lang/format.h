// The syntax tree as text, in the one layout of `polydat fmt`.
//
// Ensures: parsing what is printed gives the same tree, but for layout: parentheses stand where the writer put them or where the
//          precedence needs them; a string that never interpolates (a JSON graph's {"str"}) has its braces doubled where the
//          language would read a placeholder. Printing is idempotent.
// Cost:    linear in the output. Never recurses on the depth of an expression; modules nest by their bodies only.
#pragma once

#include <optional>
#include <string>

#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat::lang {

// Without comments: the tree holds none.
std::string format_program(const Program& program);

// The source in canonical layout with its comments, and at most one blank line between statements. A statement with a comment or a
// heredoc inside, and a tile, stays as it is written. Nothing when the source has mistakes of form (see `diagnostics`).
std::optional<std::string> format_source(const Source& source, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat::lang
