// The graph after one pass, or after each: for people who look for the pass that did something.
#pragma once

#include <string_view>

#include "exit_code.h"
#include "polydat/program.h"
#include "report.h"

namespace polydat::app {

// `pass`: a pass's name, or "all". `times`: also the milliseconds of each, on standard error.
ExitCode dump_passes(const Source& source, const CompileOptions& options, std::string_view pass, bool times, const Report& report);

}  // namespace polydat::app
