// The statistics of one run, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "polydat/kernel.h"
#include "polydat/program.h"

namespace polydat::app {

struct RunStats {
  std::uint64_t rows = 0;
  double seconds = 0;
  std::vector<PhaseTime> compile;
};

// Appends what making native code took by now, by phase; nothing when the program has none. Times grow with each first use.
void add_native_times(std::vector<PhaseTime>& times, const Program& program);

// `kernel` has run the rows; its program was compiled with count_runs.
std::string stats_as_text(const RunStats& stats, const AnyKernel& kernel);
std::string stats_as_json(const RunStats& stats, const AnyKernel& kernel);

}  // namespace polydat::app
