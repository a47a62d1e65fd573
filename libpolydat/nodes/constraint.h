// What the value of a parameter must be (the constraint words of a signature), and the nodes that watch it on a wire.
//
// A constant argument is checked where the call is bound. A literal on a wire port is checked when its constraint says what can never
// be right (a divisor of 0, an index past the end). Under `pragma strict_values` every literal and every other constant on a constrained
// port is checked, and a guard stands in front of the port for all other wires.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "nodes/node_def.h"
#include "nodes/signature.h"

namespace polydat {

// Why a value breaks the constraint of its parameter: "must not be 0"; empty when it does not, or is of a kind that the constraint does
// not speak of.
std::string broken_constraint(const Parameter& parameter, const Literal& value);

// Whether a literal on a wire port is checked everywhere, not only under `pragma strict_values`.
bool is_always_checked(Constraint constraint);

// A pass-through node that fails where the constraint is broken, and its constants. Such nodes are in no list and no program can call
// them. Null for Constraint::None.
struct Guard {
  const NodeDef* def = nullptr;
  std::vector<Literal> literals;
};
Guard guard_of(const Signature& signature, const Parameter& parameter);
// All of them.
std::span<const NodeDef> guard_nodes();

}  // namespace polydat
