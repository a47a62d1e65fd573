// How far a run is: one line on a terminal, drawn again a few times a second and gone at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "stream/coordinate_source.h"

namespace polydat::app {

// "12.3 M of 100 M rows, 12 %, 4.56 M rows/s, 0:19 left". `total`: when it is known.
std::string progress_line(std::uint64_t rows, std::optional<u128> total, double seconds);

class Progress {
 public:
  // Nothing is drawn unless standard error is a terminal.
  explicit Progress(std::optional<u128> total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::uint64_t rows);

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<u128> total_;
  bool draws_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace polydat::app
