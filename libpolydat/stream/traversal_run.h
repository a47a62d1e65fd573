// A run of a program with top-level `for` statements: for each in order, each tuple, each cycle, one row (language 4.7).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernel/traversal.h"
#include "stream/run_rows.h"

namespace polydat {

struct TraversalRun {
  std::shared_ptr<const Program> outer;
  std::vector<std::shared_ptr<const Traversal>> traversals;
  std::uint64_t start = 0;        // the coordinates of the scope around
  std::uint64_t most_cycles = 0;  // of one activation
  RowOptions rows;
  unsigned threads = 1, usable_cores = 1;  // as RowRun's
};

// Empty: all `for` statements give the same outputs. Else a sentence that names the first difference.
std::string output_difference(std::span<const std::shared_ptr<const Traversal>> traversals);

// Rows go through blocks (traversal_source.h); an activation at a time where the body has side effects. Memory does not depend on the
// number of tuples.
RunResult run_traversals(const TraversalRun& run, OutputSink& sink, const std::atomic<bool>& stop);

}  // namespace polydat
