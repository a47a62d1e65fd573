// The graph's own questions.
#include "graph/graph.h"

#include "nodes/catalog.h"

namespace polydat {

std::uint32_t Graph::coordinate_count() const {
  std::uint32_t count = 0;
  while (count < inputs.size() && inputs[count].kind == InputKind::Coordinate) ++count;
  return count;
}

std::uint32_t Graph::driven_count() const {
  std::uint32_t count = coordinate_count();
  while (count < inputs.size() && inputs[count].kind == InputKind::Element) ++count;
  return count;
}

PortType Graph::type_of(const WireSource& source) const {
  if (source.kind == WireSource::Kind::Input) return inputs[source.index].type;
  return nodes[source.index].out_types[source.port];
}

std::string_view node_name(const GraphNode& node) { return node.def == nullptr ? std::string_view("constant") : name_of(*node.def); }

}  // namespace polydat
