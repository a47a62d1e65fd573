// Runs of the built command, timed from start to exit.
#pragma once

#include <string>
#include <vector>

#include "rounds.h"

namespace polydat::bench {

struct RunOfCommand {
  std::vector<std::string> arguments;  // after the program's name
  std::string output = "/dev/null";    // where its standard output goes
  int exit_code = 0;                   // that it must end with
};

// Least and median of `rounds` runs, in ms. Ends the benchmark when a run does not exit as it must.
Timing time_command(const RunOfCommand& run, int rounds);

// The most memory that one run held at a time, in KiB.
double peak_kib(const RunOfCommand& run);

// An example graph of the source tree.
std::string graph_file(const std::string& name);

}  // namespace polydat::bench
