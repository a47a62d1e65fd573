// What the table of mistakes says (lang/diagnostic_codes.h), as pages.
#pragma once

#include <string>

#include "lang/diagnostic_codes.h"

namespace polydat::app {

// One code for the terminal: title, meaning, a wrong and a right example.
std::string code_page(const lang::DiagnosticCode& code);
// One line a code.
std::string code_list();
// All codes as docs/errors.md.
std::string codes_as_markdown();
// All codes as data: code, word, title, explanation, wrong and right with their graph and command.
std::string codes_as_json();
std::string code_as_json(const lang::DiagnosticCode& code);

}  // namespace polydat::app
