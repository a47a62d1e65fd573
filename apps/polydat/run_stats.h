// The statistics of one run, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "polydat/program.h"
#include "stream/run_rows.h"

namespace polydat::app {

struct RunStats {
  const Program& program;  // compiled with count_runs
  const RunResult& run;
  double seconds = 0;  // of the whole run
  std::vector<PhaseTime> compile;
};

// Appends what making native code took by now, by phase; nothing when the program has none. Times grow with each first use.
void add_native_times(std::vector<PhaseTime>& times, const Program& program);

std::string stats_as_text(const RunStats& stats);
std::string stats_as_json(const RunStats& stats);

}  // namespace polydat::app
