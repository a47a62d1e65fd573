// Names that people read for the parts of a plan: wires, nodes, steps, slots.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "plan/plan.h"
#include "polydat/program.h"

namespace polydat::app {

std::string_view engine_name(Engine engine);
std::string_view provenance_name(Provenance provenance);
std::string_view color_name(SlotColor color);
std::string_view input_kind_name(InputKind kind);
std::string_view step_kind_name(StepKind kind);

// `hashed`, or `hashed.1` for another port than the first; constants as their text.
std::string wire_name(const Graph& graph, const WireSource& source);
// `mod(hashed, 1000000)`: the node with its wires and constants.
std::string node_text(const Graph& graph, NodeId node);
// The constant as in a message: 7, 1.5, "text" (cut to fit).
std::string constant_text(const Value& value);

// "native", "closure: why", "constant", or "not needed".
std::string form_text(const Plan& plan, const GraphNode& node, std::size_t index);

// The inputs that a wire depends on; an input depends on itself.
BitSet inputs_of(const Graph& graph, const Plan& plan, const WireSource& source);
// The members of a set over InputId, as names.
std::vector<std::string> input_names(const Graph& graph, const BitSet& set);
// "0-3, 7": the members of a set, in runs.
std::string number_runs(const BitSet& set);
std::string joined(const std::vector<std::string>& words, std::string_view separator, std::string_view when_empty);

}  // namespace polydat::app
