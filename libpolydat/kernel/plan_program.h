// The choice of engine, and the plan for it.
#pragma once

#include "kernel/program_internals.h"
#include "polydat/program.h"

namespace polydat {

// Decides between closures and native code, and makes the plan of program.graph. False: the engine that was asked for cannot run here;
// `diagnostics` says why.
bool plan_program(const CompileOptions& options, ProgramInternals& program, Diagnostics& diagnostics);

}  // namespace polydat
