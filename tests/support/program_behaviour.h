// What a program does, as text to compare: two forms of one program must do the same.
#pragma once

#include <string>

#include "polydat/program.h"

namespace polydat::testing {

// Sizes of the plan and ten rows; of a program with `for` statements also the plan of each body and up to three rows an activation.
// "refused" when it does not compile.
std::string behaviour(const Source& source, GraphFormat format);

}  // namespace polydat::testing
