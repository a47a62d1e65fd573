// The trees of programs that the test expects to be without mistakes of form.
#pragma once

#include <string>

#include "lang/ast.h"
#include "polydat/diagnostic.h"

namespace polydat::testing {

// All messages, as people see them.
std::string messages(const Diagnostics& diagnostics, const Source& source);
// From the language, from JSON. A mistake of form is a failed check of the running test.
lang::Program parse_text(const std::string& text);
lang::Program read_json_text(const std::string& text);

}  // namespace polydat::testing
