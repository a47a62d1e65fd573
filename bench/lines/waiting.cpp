// Figures of design section 5 that nothing here can measure yet. Whoever makes one possible replaces its entry by a line of its own.
#include "lines.h"

namespace polydat::bench {

void waiting(Table& table) {
  const char* const block = "waits for block kernels in the stream pipeline";
  table.add_missing("ladder, block mode", block);
  table.add_missing("chain of 256 hashes, block mode", block);
  table.add_missing("1,000 nodes to native block code", block);
  table.add_missing("users.polydat to CSV against bare writes, into a pipe, into a file", "waits for the fast writers");
  table.add_missing("2 threads against one", "waits for --threads");
  table.add_missing("coordinates as text from a file", "waits for the fast reader");
  table.add_missing("memory while streaming", "waits for the block pipeline");
}

}  // namespace polydat::bench
