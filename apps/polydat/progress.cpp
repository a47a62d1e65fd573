// How far a run is (progress.h).
#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>

#include "report.h"

namespace polydat::app {

namespace {

constexpr std::chrono::milliseconds kRedraw{200};
constexpr double kLongest = 100.0 * 3600;  // seconds left that are still worth showing

std::string counted(double n) {
  static constexpr std::array<const char*, 7> kUnits = {"", " K", " M", " G", " T", " P", " E"};
  std::size_t unit = 0;
  while (n >= 1000 && unit + 1 < kUnits.size()) {
    n /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f}", n) : fmt::format("{:.{}f}{}", n, n < 10 ? 2 : n < 100 ? 1 : 0, kUnits[unit]);
}

}  // namespace

std::string progress_line(std::uint64_t rows, std::optional<u128> total, double seconds) {
  const double done = static_cast<double>(rows);
  std::string line = counted(done);
  if (total) line += " of " + counted(static_cast<double>(*total));
  line += " rows";
  if (total && *total != 0) line += fmt::format(", {:.0f} %", std::floor(100 * done / static_cast<double>(*total)));
  if (rows == 0 || seconds <= 0) return line;  // no rate yet
  line += fmt::format(", {} rows/s", counted(done / seconds));
  if (!total) return line;
  const double left = (static_cast<double>(*total) - done) * seconds / done;
  if (left < kLongest) {
    const auto whole = static_cast<std::uint64_t>(left);
    line += whole >= 3600 ? fmt::format(", {}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60)
                          : fmt::format(", {}:{:02} left", whole / 60, whole % 60);
  }
  return line;
}

Progress::Progress(std::optional<u128> total) : total_(total), draws_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (drawn_) write_all(STDERR_FILENO, "\r\x1b[K");
}

void Progress::at(std::uint64_t rows) {
  if (!draws_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < kRedraw) return;
  last_ = now;
  drawn_ = true;
  write_all(STDERR_FILENO, "\r" + progress_line(rows, total_, std::chrono::duration<double>(now - start_).count()) + "\x1b[K");
}

}  // namespace polydat::app
