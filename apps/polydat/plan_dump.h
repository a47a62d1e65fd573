// A program's plan as text and JSON.
#pragma once

#include <string>

#include "kernel/program_internals.h"
#include "polydat/program.h"

namespace polydat::app {

std::string plan_as_text(const Program& program);
// Ends with a line end.
std::string plan_as_json(const Program& program);

}  // namespace polydat::app
