// A one-row run of the command, from start to exit.
#include "command.h"
#include "lines.h"

namespace polydat::bench {

void start_to_exit(Table& table) {
  const Timing run = time_command({{"eval", graph_file("users.polydat"), "--range", "0..1"}}, 100);
  const Timing version = time_command({{"--version"}}, 100);
  table.add({"eval users.polydat --range 0..1, start to exit",
             "ms",
             Target::AtMost,
             3,
             run.least_ns,
             {{"median ms", run.median_ns}, {"--version ms", version.least_ns}},
             {}});
}

}  // namespace polydat::bench
