// Adds nodes to a graph under construction: types their ports, prepares their constants, follows what they depend on.
//
// Ensures: nodes are added in topological order; every wire of a node has the type its port asks for; prepare ran once a node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/compile_graph.h"
#include "nodes/catalog.h"

namespace polydat {

// A typed wire end, or nothing after an error that was reported (readers then stay silent).
struct Operand {
  WireSource source;
  PortType type = PortType::U64;
  bool ok = false;
};

// What a wire's value depends on; a union over everything upstream.
using Dependence = std::uint8_t;
inline constexpr Dependence kOnCoordinate = 1;
inline constexpr Dependence kOnExtern = 2;  // an extern or a const slot: it changes only by a write of the host
inline constexpr Dependence kOnVolatile = 4;
inline constexpr Dependence kOnElement = 8;  // an element of a traversal: it changes between activations, not in one
inline constexpr Dependence kOnTuple = 16;   // an element of a tile's repeat: it changes inside a row

class GraphBuilder {
 public:
  GraphBuilder(const GraphOptions& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

  Graph& graph() { return graph_; }
  const Limits& limits() const { return options_.limits; }
  bool is_full() const { return full_; }  // --max-nodes was reported; no more nodes are made, and readers stay silent
  // Room for about so many nodes.
  void expect(std::size_t nodes);
  // The binding that the next nodes belong to.
  void set_label(std::string_view label) { label_ = label; }

  Operand input(GraphInput input, Dependence dependence);
  Operand constant(Value value, SourceRange range);
  // `wires` have the types of their ports. literal_ranges: parallel to literals. The operand is output port 0.
  Operand node(const NodeDef& def, const std::vector<Operand>& wires, std::vector<Literal> literals,
               const std::vector<SourceRange>& literal_ranges, SourceRange range);
  // A node that is complete but for its label. `further`: what it depends on beside its wires.
  Operand add_made(GraphNode node, Dependence further = 0) { return add(std::move(node), further); }
  // A node without constants, by a name that the catalog has.
  Operand node(std::string_view name, const std::vector<Operand>& wires, SourceRange range);
  // At most one conversion of the automatic catalogue; not ok, and no message, when there is none.
  Operand convert(const Operand& from, PortType to, SourceRange range);
  // The conversion as a node.
  Operand adapt(const NodeDef& conversion, const Operand& from, SourceRange range);
  Operand output_port(const Operand& first, std::uint32_t port) const;

  Dependence dependence(const WireSource& source) const {
    return source.kind == WireSource::Kind::Input ? input_dependence_[source.index] : node_dependence_[source.index];
  }
  void make_volatile(std::uint32_t node);

  // Everything made after a mark goes. Nothing that stays may read it.
  struct Mark {
    std::size_t inputs, nodes, conversions;
  };
  Mark mark() const { return {graph_.inputs.size(), graph_.nodes.size(), graph_.history.converted.size()}; }
  void take_back(const Mark& mark);

 private:
  Operand add(GraphNode node, Dependence further = 0);
  void infer_outputs(const NodeDef& def, GraphNode& node);
  bool prepare(const NodeDef& def, GraphNode& node, const std::vector<SourceRange>& literal_ranges);

  const GraphOptions& options_;
  Diagnostics& diagnostics_;
  Graph graph_;
  std::vector<Dependence> node_dependence_;
  std::vector<Dependence> input_dependence_;
  std::string label_;
  bool full_ = false;  // --max-nodes was reported
};

// The parameter that wire `index` of a call fills.
const Parameter& wire_parameter(const Signature& signature, std::size_t index);

}  // namespace polydat
