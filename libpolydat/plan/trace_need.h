// Which selected outputs need each node, as classes (design D7: nodes of one segment are needed by the same outputs).
//
// Needs:   nodes in topological order.
// Ensures: nodes of one class are needed by exactly the same outputs and const slots. The converse need not hold: a class is named
//          by the classes of its readers, so two sets that are equal only because one reader's set contains another's get
//          two classes. That costs a boundary between segments, never correctness, and keeps this linear where the sets
//          themselves would be quadratic.
//          Class numbers grow from readers to producers: class[reader] <= class[producer]. Unneeded nodes have kUnneeded.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.h"

namespace polydat {

inline constexpr std::uint32_t kUnneeded = ~0u;

std::vector<std::uint32_t> trace_need(const Graph& graph);

}  // namespace polydat
