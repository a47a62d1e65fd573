// The phases that decide what runs where: forms, segments, provenance.
#pragma once

#include <vector>

#include "explain_phase.h"
#include "polydat/program.h"

namespace polydat::app {

std::vector<ExplainPhase> explain_plan(const Program& program);

}  // namespace polydat::app
