// The runs of rows that make up the table of mistakes (diagnostic_codes.h), one a file.
#pragma once

#include <span>

#include "lang/diagnostic_codes.h"

namespace polydat::lang {

std::span<const DiagnosticCode> text_codes();
std::span<const DiagnosticCode> syntax_codes();
std::span<const DiagnosticCode> name_codes();
std::span<const DiagnosticCode> type_codes();
std::span<const DiagnosticCode> argument_codes();
std::span<const DiagnosticCode> program_codes();
std::span<const DiagnosticCode> module_codes();
std::span<const DiagnosticCode> comprehension_codes();
std::span<const DiagnosticCode> tile_codes();
std::span<const DiagnosticCode> json_codes();
std::span<const DiagnosticCode> command_codes();

}  // namespace polydat::lang
