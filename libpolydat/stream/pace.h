// How many rows to take at once, so that the first rows leave early, slow rows do not keep others waiting, and long rows do not
// fill the memory; fast ones are taken in full blocks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace polydat {

class Pace {
 public:
  // From `first` to `most` rows. `steady`: always `most`, whatever the time.
  Pace(std::size_t first, std::size_t most, bool steady)
      : most_(most), rows_(steady ? most : std::clamp<std::size_t>(first, 1, most)), steady_(steady) {}

  std::size_t rows() const { return rows_; }
  // `rows` rows took so long and gave so many bytes.
  void took(std::size_t rows, std::chrono::steady_clock::duration time, std::size_t bytes) {
    if (steady_) return;
    if (time > kSlow || bytes > kLarge) {
      rows_ = std::max<std::size_t>(std::min(rows, rows_) / 4, 1);
    } else if (rows >= rows_ && time < kFast && bytes < kSmall) {
      rows_ = std::min(rows_ * 4, most_);
    }
  }

 private:
  static constexpr std::chrono::milliseconds kFast{5};
  static constexpr std::chrono::milliseconds kSlow{40};
  static constexpr std::size_t kSmall = std::size_t{512} << 10;
  static constexpr std::size_t kLarge = std::size_t{4} << 20;

  std::size_t most_;
  std::size_t rows_;
  bool steady_;
};

// Adds the time since the last lap to one of several sums.
class LapClock {
 public:
  using Clock = std::chrono::steady_clock;
  void lap(double& seconds) {
    const Clock::time_point now = Clock::now();
    seconds += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  Clock::time_point last() const { return last_; }

 private:
  Clock::time_point last_ = Clock::now();
};

}  // namespace polydat
