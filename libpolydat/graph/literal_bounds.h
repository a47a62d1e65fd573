// Sizes that a call gives as literals on wire ports: what can be refused while compiling.
//
// A wire's value is checked when a row is computed; a literal that can never be right is a mistake of the program instead.
#pragma once

#include <cstdint>
#include <string>

#include "graph/graph.h"
#include "nodes/catalog.h"
#include "polydat/limits.h"

namespace polydat {

// Why --max-value refuses `value`, an integer literal on the wire parameter `parameter` of `signature`; empty when it does not.
std::string oversize(const Signature& signature, const Parameter& parameter, std::uint64_t value, const Limits& limits);

}  // namespace polydat
