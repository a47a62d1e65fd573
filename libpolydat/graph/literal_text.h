// The text that a string or list literal denotes where it is not an interpolation (language 2.8, 2.10).
#pragma once

#include <string>

#include "lang/ast.h"

namespace polydat {

// Text between placeholders as printf wants it: braces doubled.
std::string escape_braces(std::string_view text);
// The elements of a list joined by ", ".
std::string list_text(const lang::Program& program, lang::ExprId list);

}  // namespace polydat
