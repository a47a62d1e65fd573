// The repeated part of a tile: a small graph that is evaluated once a tuple, and its texts joined.
//
// The compiler lowers the body like any expression, then takes out of the graph what depends on the tuple (lower_repeat.h); what is
// left becomes one node, whose wires are what the comprehension reads and what the body reads from outside.
//
// Needs:   nodes in topological order.
// Ensures: a failure of a node or of the comprehension fails the node. Once warm, a row allocates nothing when the tuples do not depend on
//          the row.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/comprehension.h"
#include "graph/graph.h"

namespace polydat {

struct RepeatSource {
  enum class Kind : std::uint8_t { Element, Outer, Node };
  Kind kind = Kind::Element;
  std::uint32_t index = 0;  // element; wire of the repeat node; node of the body
  std::uint32_t port = 0;
};

struct RepeatProgram {
  Comprehension comprehension;
  std::vector<std::uint32_t> reference_wires;  // per reference: the wire of the repeat node, kNoWire for elements and unbound names
  static constexpr std::uint32_t kNoWire = ~0u;
  struct Node {
    GraphNode node;
    std::vector<RepeatSource> sources;  // parallel to node.wires
  };
  std::vector<Node> nodes;
  RepeatSource text;  // of type str
  std::string separator;
  bool drops_empty = false;  // texts that are empty are left out, with their separators
  GraphOptions options;      // limits and world, for calls in the comprehension
};

// The node's definition, for a program given as its one constant (an address).
const NodeDef& repeat_node();
// Why it fails for these wires, to be put behind the failure's text: the tuple and the node of its body, or what is wrong with the
// comprehension. Empty when it does not fail, but for a limit.
std::string repeat_failure(const GraphNode& repeat, std::span<const Value> inputs);
ConstBlock repeat_constants(std::shared_ptr<const RepeatProgram> program);

}  // namespace polydat
