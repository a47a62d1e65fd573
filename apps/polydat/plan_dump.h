// The plan of a program, and of the body of each `for`, as text and JSON.
#pragma once

#include <string>

#include "kernel/program_internals.h"
#include "polydat/program.h"

namespace polydat::app {

// Both of a compiled program; both end with a line end.
std::string plan_as_text(const Compiled& compiled);
std::string plan_as_json(const Compiled& compiled);

}  // namespace polydat::app
