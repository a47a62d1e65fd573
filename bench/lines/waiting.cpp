// Figures of design section 5 that nothing here can measure yet. Whoever makes one possible replaces its entry by a line of its own.
#include "lines.h"

namespace polydat::bench {

void waiting(Table& table) {
  table.add_missing("users.polydat to CSV against bare writes, into a pipe, into a file", "waits for the fast writers");
  table.add_missing("2 threads against one", "waits for --threads");
  table.add_missing("coordinates as text from a file", "waits for the fast reader");
  table.add_missing("memory while streaming", "waits for the block pipeline");
}

}  // namespace polydat::bench
