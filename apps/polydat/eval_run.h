// One run of `eval`, whoever asked for it: the graph compiled, coordinates opened, rows handed to a target, the end reported.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "eval_options.h"
#include "stream/run_rows.h"

namespace polydat::app {

// Where the rows of a run go.
struct RowTarget {
  OutputSink* sink = nullptr;     // null: it could not be opened, and `code` says how the run ends
  std::string name;               // what messages call it
  RowJournal* journal = nullptr;  // sees the rows too
  bool keeps_failed_rows = true;  // after a row that cannot be computed, the rows before it take the place of an old file
  ExitCode code = ExitCode::Fine;
};
// Called once the graph is compiled and the coordinates are open, with the program and the names of the columns.
using TargetOpener = std::function<RowTarget(const Program& program, const std::vector<std::string>& columns)>;

// `options` are resolved. The sink is finished, and outlives the call.
ExitCode run_eval_into(const EvalOptions& options, Report& report, const TargetOpener& open_target);

}  // namespace polydat::app
