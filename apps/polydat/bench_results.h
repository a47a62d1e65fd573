// What `polydat bench` measured, as text, as JSON, and against an earlier JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/program.h"

namespace polydat::app {

// One engine in one mode.
struct EngineTiming {
  std::string engine, shape, provenance;
  std::uint32_t threads = 1;
  std::optional<double> ns_per_row;  // the median round; nothing: too short to measure
  double spread = 0;                 // (slowest - fastest round) / median
  std::uint32_t rounds = 0;
  std::uint64_t steps_run = 0, steps_skipped = 0;  // over `counted_rows` rows
  std::uint64_t counted_rows = 0;
};

struct BenchResults {
  std::string graph;
  std::uint64_t rows = 0;
  std::vector<PhaseTime> compile;
  std::vector<EngineTiming> engines;
  std::vector<std::string> left_out;  // engines that this build or graph cannot run, and why
};

std::string bench_as_text(const BenchResults& results);
std::string bench_as_json(const BenchResults& results);

struct Comparison {
  std::string text;    // one line an engine
  bool worse = false;  // some engine takes more than (1 + tolerance) of what it took
};

// Nothing and a reason when `earlier` is not the JSON of bench.
std::optional<Comparison> compare_bench(const BenchResults& results, std::string_view earlier, double tolerance, std::string& why);

}  // namespace polydat::app
