// How times are taken: contenders take turns in short rounds in one process on one core, so that whatever else the machine does
// hits all alike, and each is judged by its fastest round.
#pragma once

#include <sched.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polydat::bench {

// Runs `rows` rows from `first` on and returns something made from all of them, so that no work is left out.
using RowLoop = std::function<std::uint64_t(std::uint64_t first, std::uint64_t rows)>;

struct Contender {
  std::string name;
  RowLoop loop;
};

struct Timing {
  double least_ns = 0;   // per row, fastest round
  double median_ns = 0;  // per row
};

// Times of each contender. Ends the program with a message when two contenders disagree on the first rows: a fast wrong answer is no figure.
// The length of a round is chosen so that the first contender takes about `round_ms`.
std::vector<Timing> take_turns(const std::vector<Contender>& contenders, int rounds = 300, double round_ms = 0.3);

// Least and median of `rounds` calls, in ms.
Timing time_calls(const std::function<void()>& call, int rounds);

// From here on this thread stays on the core it is on. False where the system cannot do that.
bool pin_to_one_core();

// While it lives, this thread and the processes it starts may run on every core that the benchmark was started with.
class OnAllCores {
 public:
  OnAllCores();
  ~OnAllCores();
  OnAllCores(const OnAllCores&) = delete;
  OnAllCores& operator=(const OnAllCores&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace polydat::bench
