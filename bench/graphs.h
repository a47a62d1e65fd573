// The graphs that are measured, as text, with the outputs that are selected (design D7: the named ones).
#pragma once

#include <string>
#include <vector>

namespace polydat::bench {

struct BenchGraph {
  std::string text;
  std::vector<std::string> outputs;  // empty: every binding
};

// graphs/ladder.polydat: three inputs, four outputs (design section 6).
BenchGraph ladder();
// `count` chains of `depth` hashes of cycle + c; the ends are the outputs.
BenchGraph chains(int count, int depth);
// A chain of `depth` hashes, then `branches` chains of `branch_depth` hashes of its end + b; the ends are the outputs.
BenchGraph trunk(int depth, int branches, int branch_depth);
// `depth` levels of `width` nodes, each the hash of two neighbours below; the last level is the outputs.
BenchGraph lattice(int width, int depth);
// `nodes` nodes each, for the times to compile: one chain; 64 chains; levels of 64, each node reading two of the level below. A third each
// of hash, u64_add and mod. The last nodes (one, or 64) are the outputs.
BenchGraph long_chain(int nodes);
BenchGraph many_chains(int nodes);
BenchGraph layered(int nodes);

}  // namespace polydat::bench
