// When a run over blocks changes from closures to native code (design D9): it starts on column loops at once, and has native code made
// in the background when the rows that are left save more time than compiling takes. If that code turns out to be slower, it goes back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "polydat/program.h"
#include "stream/coordinate_source.h"

namespace polydat {

// The arithmetic of the decision, for statistics.
struct TierReport {
  bool decides = false;           // the program may change its engine while it runs
  double closure_ns = 0;          // a row on closures and column loops, measured
  double native_ns = 0;           // a row on native code, estimated
  double compile_ms = 0;          // estimated
  bool compiled = false;          // it paid, and the code was made
  std::string error;              // it paid, and the code could not be made
  std::uint64_t native_rows = 0;  // rows that ran on native code
  double native_measured_ns = 0;  // a row of those
  bool left = false;              // native code was slower than closures: the rows behind it ran on closures again
};

class Tiering {
 public:
  // `rows`: how many there will be, when that is known.
  Tiering(const Program& program, std::optional<u128> rows);
  // A compile that nobody waits for any more is ended; no thread is left.
  ~Tiering();
  Tiering(const Tiering&) = delete;
  Tiering& operator=(const Tiering&) = delete;

  // A block of so many rows took so long, on native code or not. Called by any of the threads that run blocks.
  void took(std::size_t rows, std::chrono::nanoseconds time, bool native);
  // After the last block.
  TierReport finish();

 private:
  bool pays(std::uint64_t rows, std::uint64_t ns);
  void took_native(std::size_t rows, std::chrono::nanoseconds time);
  void compile();

  class NativeBlock* const native_;  // null: the engine does not change
  const std::optional<u128> rows_;
  const std::size_t loops_;  // nodes that native code would fuse
  std::atomic<std::uint64_t> measured_rows_{0}, measured_ns_{0}, native_rows_{0}, native_ns_{0};
  std::atomic<double> closure_least_ns_{std::numeric_limits<double>::infinity()}, native_least_ns_{std::numeric_limits<double>::infinity()};
  std::atomic<bool> decided_{false}, judged_{false}, cancel_{false};
  std::mutex mutex_;  // guards what follows
  TierReport report_;
  std::thread thread_;
};

}  // namespace polydat
