// The resolved, typed graph: nodes of the catalog with their wires, in topological order.
//
// graph/ holds the graph, the passes over it (one file pair each, driven by compile_graph), and the JSON reader and writer. It
// must not know slots, steps or kernels.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/block_vector.h"
#include "nodes/node_def.h"
#include "polydat/diagnostic.h"
#include "polydat/value.h"

namespace polydat {

struct NodeId {
  std::uint32_t index = 0;
  auto operator<=>(const NodeId&) const = default;
};
struct InputId {
  std::uint32_t index = 0;
  auto operator<=>(const InputId&) const = default;
};
struct OutputId {
  std::uint32_t index = 0;
  auto operator<=>(const OutputId&) const = default;
};

enum class InputKind : std::uint8_t {
  Coordinate,  // u64, advanced by the driver; all coordinates come before all others
  Element,     // of a traversal, and no whole number: set for each activation, or for each row of a block; never None then
  Extern,      // set by name; may be None
  SharedCell,  // a `shared` binding: init writes it from the output port `source`, then the host may
  ConstSlot,   // holds a captured `const`; written only by init, from the output port `source`
};

// Whether init writes the input from its `source`.
constexpr bool is_captured(InputKind kind) { return kind == InputKind::SharedCell || kind == InputKind::ConstSlot; }

// Where a wire comes from.
struct WireSource {
  enum class Kind : std::uint8_t { Input, Node };
  Kind kind = Kind::Input;
  std::uint32_t index = 0;  // InputId or NodeId
  std::uint32_t port = 0;   // output port of a node; 0 for inputs
  bool operator==(const WireSource&) const = default;
};

struct GraphInput {
  std::string name;
  PortType type = PortType::U64;
  InputKind kind = InputKind::Coordinate;
  Value initial;                     // externs: the default, or None
  std::optional<WireSource> source;  // captured inputs; a shared cell that nothing reads has none
  SourceRange range;
};

struct GraphNode {
  const NodeDef* def = nullptr;  // null: a constant, its only output is `constant`
  std::vector<WireSource> wires;
  std::vector<Literal> literals;   // constant arguments in call order, defaults filled in
  ConstBlock constants;            // what def->prepare made of them
  std::vector<PortType> in_types;  // parallel to wires
  std::vector<PortType> out_types;
  Value constant;
  bool is_volatile = false;  // nondeterministic, marked volatile, or downstream of such a node
  std::string label;         // the binding it computes, or the binding inside which it was written; for messages
  SourceRange range;         // the expression
};

struct GraphOutput {
  std::string name;
  WireSource source;
  PortType type = PortType::U64;
  SourceRange range;
  bool is_shown = true;  // false: GraphOptions::where added it
};

// What the passes did, for `polydat dump-plan` and `polydat explain`. Nodes are those of the graph before the pass.
struct GraphHistory {
  struct Converted {  // a conversion that nobody wrote
    PortType from = PortType::U64, to = PortType::U64;
    std::string label;
    SourceRange range;  // what is converted
  };
  struct Merged {
    std::string kept, removed;  // labels
    NodeId kept_node, removed_node;
  };
  struct Pruned {
    std::string label;
    NodeId node;
  };
  std::vector<Converted> converted;
  std::vector<std::string> folded;  // labels of nodes that became constants
  std::vector<Merged> merged;
  std::vector<Pruned> pruned;
};

// Invariants: nodes[i].wires name inputs or nodes before i; every wire has exactly the type its port asks for (in_types);
// inputs are ordered by kind but for externs and shared cells, which mix: coordinates, elements, what a host may write by name, const slots.
struct Graph {
  std::vector<GraphInput> inputs;
  BlockVector<GraphNode> nodes;
  std::vector<GraphOutput> outputs;  // the selected ones, in order
  GraphHistory history;

  std::uint32_t coordinate_count() const;
  std::uint32_t driven_count() const;  // coordinates and elements: what differs from row to row
  PortType type_of(const WireSource& source) const;
  bool is_constant(const WireSource& source) const { return source.kind == WireSource::Kind::Node && nodes[source.index].def == nullptr; }
};

std::string_view node_name(const GraphNode& node);  // the catalog name, or "constant"

}  // namespace polydat
