// Runs one node once on owned values: what constant folding and the interpreter do.
//
// Needs:   `inputs` parallel to node.wires, each of the type in node.in_types (or None of it).
// Ensures: 0 and one value an output port; or the error word and `outputs` unspecified. A None input gives None on every output
//          without running the node, unless the node accepts None.
// Cost:    copies the outputs; the caller's values are not copied.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/failure_report.h"
#include "graph/graph.h"
#include "nodes/scratch.h"

namespace polydat {

// `private_scratch`: the node's def->private_scratch entries, kept by the caller between runs; null when the node has none.
// `max_value`: bytes that one output may take (--max-value).
std::uint32_t evaluate_node(const GraphNode& node, std::span<const Value> inputs, std::vector<Value>& outputs, Scratch* private_scratch,
                            std::uint64_t max_value = Buffer::default_limit);

}  // namespace polydat
