// Marks backwards from the roots, then removes the rest.
#include "graph/prune_dead_nodes.h"

#include <utility>

#include "graph/compact_nodes.h"

namespace polydat {

void prune_dead_nodes(Graph& graph) {
  std::vector<bool> live(graph.nodes.size(), false);
  std::vector<bool> live_input(graph.inputs.size(), false);
  std::vector<std::uint32_t> pending;
  const auto reach = [&](const WireSource& source) {
    const auto reach_node = [&](std::uint32_t n) {
      if (live[n]) return;
      live[n] = true;
      pending.push_back(n);
    };
    if (source.kind == WireSource::Kind::Node) return reach_node(source.index);
    if (live_input[source.index]) return;
    live_input[source.index] = true;
    const std::optional<WireSource>& slot_source = graph.inputs[source.index].source;
    if (slot_source.has_value() && slot_source->kind == WireSource::Kind::Node) reach_node(slot_source->index);
  };
  for (const GraphOutput& output : graph.outputs) reach(output.source);
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const NodeDef* def = graph.nodes[n].def;
    if (def != nullptr && def->purity == Purity::SideChannel) reach({WireSource::Kind::Node, n, 0});
  }
  while (!pending.empty()) {
    const std::uint32_t n = pending.back();
    pending.pop_back();
    for (const WireSource& wire : graph.nodes[n].wires) reach(wire);
  }

  std::vector<std::uint32_t> number(graph.inputs.size(), 0);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < graph.inputs.size(); ++i) {
    number[i] = next;
    if (!live_input[i]) graph.inputs[i].source.reset();
    if (graph.inputs[i].kind == InputKind::ConstSlot && !live_input[i]) continue;
    if (next != i) graph.inputs[next] = std::move(graph.inputs[i]);
    ++next;
  }
  graph.inputs.resize(next);
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    if (!live[n]) {
      if (graph.nodes[n].def != nullptr) graph.history.pruned.push_back({graph.nodes[n].label, {n}});
      continue;
    }
    for (WireSource& wire : graph.nodes[n].wires)
      if (wire.kind == WireSource::Kind::Input) wire.index = number[wire.index];
  }
  for (GraphOutput& output : graph.outputs)
    if (output.source.kind == WireSource::Kind::Input) output.source.index = number[output.source.index];

  std::vector<std::uint32_t> itself(graph.nodes.size());
  for (std::uint32_t n = 0; n < itself.size(); ++n) itself[n] = n;
  compact_nodes(graph, itself, live);
}

}  // namespace polydat
