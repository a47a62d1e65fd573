// Sizes and indices that a call gives as literals on wire ports: what can be refused while compiling.
//
// A wire's value is checked when a row is computed; a literal that can never be right is a mistake of the program instead.
#pragma once

#include <cstdint>
#include <string>

#include "graph/graph.h"
#include "nodes/catalog.h"
#include "polydat/limits.h"

namespace polydat {

struct BrokenBound {
  std::string reason;     // empty: the literal may stand there
  bool by_limit = false;  // --max-value refuses it
};

// `value`: an integer literal on the wire parameter `parameter` of `signature`.
BrokenBound broken_bound(const Signature& signature, const Parameter& parameter, std::uint64_t value, const Limits& limits);

}  // namespace polydat
