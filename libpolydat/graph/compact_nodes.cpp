// Renumbering of nodes.
#include "graph/compact_nodes.h"

#include <utility>

namespace polydat {

void compact_nodes(Graph& graph, const std::vector<std::uint32_t>& replaced, const std::vector<bool>& keep) {
  std::vector<std::uint32_t> number(graph.nodes.size(), 0);
  const auto move_to_new = [&](WireSource& source) {
    if (source.kind == WireSource::Kind::Node) source.index = number[replaced[source.index]];
  };
  std::uint32_t next = 0;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    if (!keep[n]) continue;
    number[n] = next;
    for (WireSource& wire : graph.nodes[n].wires) move_to_new(wire);
    if (next != n) graph.nodes[next] = std::move(graph.nodes[n]);
    ++next;
  }
  graph.nodes.shrink(next);
  for (GraphOutput& output : graph.outputs) move_to_new(output.source);
  for (GraphInput& input : graph.inputs)
    if (input.source.has_value()) move_to_new(*input.source);
}

}  // namespace polydat
