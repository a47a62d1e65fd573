// Which inputs each node depends on (design D6).
//
// Needs:   nodes in topological order.
// Ensures: sets[node_set[n]] is exactly the set of inputs reachable backwards from node n; equal sets have one index;
//          sets[0] is the empty set.
// Cost:    one union a wire whose set differs from its neighbour's; unions of two known sets are remembered.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.h"
#include "plan/bit_set.h"

namespace polydat {

struct InputSets {
  std::vector<BitSet> sets;
  std::vector<std::uint32_t> node_set;
};

InputSets trace_provenance(const Graph& graph);

}  // namespace polydat
