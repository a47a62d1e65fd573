// One pass over the nodes (plan/mark_plain_text.h): producers come first.
#include "plan/mark_plain_text.h"

#include <algorithm>

#include "nodes/plain_text.h"

namespace polydat {

std::vector<bool> mark_plain_text(const Graph& graph) {
  std::vector<bool> plain(graph.nodes.size(), false);
  const auto reads_plainly = [&](const WireSource& wire, PortType type) {
    if (type != PortType::Str) return displays_plainly(type);
    return wire.kind == WireSource::Kind::Node && plain[wire.index];
  };
  const auto wires_are_plain = [&](const GraphNode& node) {
    for (std::size_t w = 0; w < node.wires.size(); ++w)
      if (!reads_plainly(node.wires[w], node.in_types[w])) return false;
    return true;
  };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (node.out_types.size() != 1 || node.out_types[0] != PortType::Str) continue;
    if (node.def == nullptr) {
      plain[n] = !node.constant.is_none() && is_plain_text(node.constant.text());
      continue;
    }
    switch (node.def->text) {
      case TextContent::Any: break;
      case TextContent::Plain: plain[n] = true; break;
      case TextContent::OfParts: plain[n] = node.constants.plain_text && wires_are_plain(node); break;
    }
  }
  return plain;
}

}  // namespace polydat
