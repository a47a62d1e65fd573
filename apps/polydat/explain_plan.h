// The phases that decide what runs where: forms, segments, provenance; of the program's own scope, then of the body of each `for`.
#pragma once

#include <vector>

#include "explain_phase.h"
#include "polydat/program.h"

namespace polydat::app {

// `compiled` has a program.
std::vector<ExplainPhase> explain_plan(const Compiled& compiled);

}  // namespace polydat::app
