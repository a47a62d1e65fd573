// The users graph to CSV, to /dev/null, on one core: the long run minus a short one, so that the start does not count.
#include "command.h"
#include "lines.h"

namespace polydat::bench {

void csv_rows(Table& table) {
  constexpr double kRows = 2e6;
  const Timing one = time_command({{"eval", graph_file("users.polydat"), "--range", "0..1"}}, 20);
  const Timing run = time_command({{"eval", graph_file("users.polydat"), "--range", "0..2000000"}}, 9);
  table.add({"users.polydat to CSV, to /dev/null", "M rows/s", Target::AtLeast, 5, kRows / (run.least_ns - one.least_ns) / 1e3,
             {{"2,000,000 rows ms", run.least_ns}, {"median ms", run.median_ns}}, {}});
}

}  // namespace polydat::bench
