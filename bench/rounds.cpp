#include "rounds.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace polydat::bench {

namespace {

double now_ns() { return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Timing summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

volatile std::uint64_t sink;

const cpu_set_t all_cores = [] {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  return set;
}();

}  // namespace

std::vector<Timing> take_turns(const std::vector<Contender>& contenders, int rounds, double round_ms) {
  constexpr std::uint64_t kChecked = 1000;
  for (const Contender& contender : contenders) {
    if (contender.loop(0, kChecked) == contenders[0].loop(0, kChecked)) continue;
    std::fprintf(stderr, "%s and %s give different rows\n", contender.name.c_str(), contenders[0].name.c_str());
    std::exit(1);
  }
  double start = now_ns();
  sink = contenders[0].loop(0, kChecked);
  const double row_ns = (now_ns() - start) / kChecked;
  const std::uint64_t rows = std::max<std::uint64_t>(16, static_cast<std::uint64_t>(round_ms * 1e6 / std::max(row_ns, 0.1)));
  std::vector<std::vector<double>> times(contenders.size());
  std::uint64_t first = 0;
  for (int r = 0; r < rounds; ++r, first += rows)
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      start = now_ns();
      sink = contenders[c].loop(first, rows);
      times[c].push_back((now_ns() - start) / static_cast<double>(rows));
    }
  std::vector<Timing> timings;
  for (std::vector<double>& contender : times) timings.push_back(summary(std::move(contender)));
  return timings;
}

Timing time_calls(const std::function<void()>& call, int rounds) {
  std::vector<double> times;
  for (int r = 0; r < rounds; ++r) {
    const double start = now_ns();
    call();
    times.push_back((now_ns() - start) / 1e6);
  }
  return summary(std::move(times));
}

OnAllCores::OnAllCores() {
  sched_getaffinity(0, sizeof before_, &before_);
  sched_setaffinity(0, sizeof all_cores, &all_cores);
}
OnAllCores::~OnAllCores() { sched_setaffinity(0, sizeof before_, &before_); }

bool pin_to_one_core() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace polydat::bench
