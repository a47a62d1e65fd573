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

// `kernel` has run the rows; its program was compiled with count_runs.
std::string stats_as_text(const RunStats& stats, const AnyKernel& kernel);
std::string stats_as_json(const RunStats& stats, const AnyKernel& kernel);

}  // namespace polydat::app
