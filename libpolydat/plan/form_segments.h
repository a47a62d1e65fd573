// Groups nodes into steps: closures alone, native nodes in segments of equal fate (design D7).
//
// Needs:   forms, input sets and need classes of the nodes.
// Ensures: every needed node that is no constant is in exactly one group; a segment's members are native, connected by wires,
//          depend on the same inputs, are needed by the same outputs and agree on volatility; the groups are convex and are
//          returned in an order in which producers come first; members are in graph order. A segment longer than
//          kMaxSegment nodes is several.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace polydat {

// Code generation is super-linear in the length of a function (jit-notes 2.1): longer segments are cut.
inline constexpr std::size_t kMaxSegment = 512;

std::vector<std::vector<NodeId>> form_segments(const Graph& graph, const std::vector<NodeForm>& forms,
                                               const std::vector<std::uint32_t>& input_set, const std::vector<std::uint32_t>& need,
                                               bool fuse);

}  // namespace polydat
