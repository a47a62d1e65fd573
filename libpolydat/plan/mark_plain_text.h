// Which nodes give plain text only (nodes/plain_text.h), so that row writers need not look for what to quote or escape. Derived from
// the catalog (NodeDef::text), the constants as their nodes were built, and the graph.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace polydat {

// Per node: every text that its only output ever has is plain. False for other types.
// Cost: linear in nodes and wires, and in the bytes of constant texts.
std::vector<bool> mark_plain_text(const Graph& graph);

}  // namespace polydat
