// The C header of exported code.
#pragma once

#include <string>

#include "kernel/export_program.h"

namespace polydat::app {

// `name` is a C identifier. `graph` and `cpu` are for the first comment.
std::string export_header(const ExportedProgram& program, const std::string& name, const std::string& graph, const std::string& cpu);

// The nearest C identifier: other characters become '_'.
std::string c_identifier(std::string_view text);

}  // namespace polydat::app
