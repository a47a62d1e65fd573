// The exit codes of the command (design section 4), and the only place where one is chosen for a failure.
#pragma once

#include <cstdint>

#include "polydat/diagnostic.h"

namespace polydat::app {

enum class ExitCode : std::uint8_t {
  Fine = 0,           // also after a closed pipe
  Differs = 1,        // bench --compare is worse, fmt --check finds a file that is not formatted
  Wrong = 2,          // the graph, a constant, a coordinate or the command line is wrong; an engine this build cannot run
  Value = 3,          // a value could not be computed
  Stream = 4,         // the coordinate stream or an output cannot be read or written
  Limit = 5,          // a limit was hit
  Interrupted = 130,  // SIGINT
  Terminated = 143,   // SIGTERM
};

constexpr ExitCode exit_code_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::Program: return ExitCode::Wrong;
    case FailureKind::Value: return ExitCode::Value;
    case FailureKind::Stream: return ExitCode::Stream;
    case FailureKind::Limit: return ExitCode::Limit;
  }
  return ExitCode::Wrong;
}

// The code for a list of diagnostics: fine without errors; a limit wins, since the other errors may follow from it.
inline ExitCode exit_code_of(const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return ExitCode::Fine;
  if (diagnostics.has_limit_error()) return ExitCode::Limit;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::Error && d.kind != FailureKind::Program) return exit_code_of(d.kind);
  return ExitCode::Wrong;
}

}  // namespace polydat::app
