// The words of a failure (engine page, E1): one text on every engine and for folded constants.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/graph.h"

namespace polydat {

// "in_range: input is outside lo..hi: input = 10": the node, what failed, and the values of its wires.
std::string failure_line(const GraphNode& node, std::uint32_t error, std::span<const Value> inputs);
// failure_line, then the outputs that the node feeds (sorted), the binding it belongs to, and its inputs as typed text, a line each.
std::string failure_report(const Graph& graph, std::uint32_t node, std::uint32_t error, std::span<const Value> inputs);
// A value as text: text quoted and cut, numbers in display form, None as `None`.
std::string value_text(const Value& value);

}  // namespace polydat
