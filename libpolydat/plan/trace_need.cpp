#include "plan/trace_need.h"

#include <algorithm>
#include <map>

namespace polydat {

std::vector<std::uint32_t> trace_need(const Graph& graph) {
  // Reader classes of each node, collected while walking from the last node to the first. Roots (outputs, const slots, side
  // channels) are classes of their own, numbered first.
  const std::size_t count = graph.nodes.size();
  std::vector<std::vector<std::uint32_t>> readers(count);
  std::uint32_t next = 0;
  const auto add_root = [&](const WireSource& source) {
    if (source.kind == WireSource::Kind::Node) readers[source.index].push_back(next);
    ++next;
  };
  for (const GraphOutput& output : graph.outputs) add_root(output.source);
  for (const GraphInput& input : graph.inputs)
    if (input.source) add_root(*input.source);

  std::map<std::vector<std::uint32_t>, std::uint32_t> interned;
  std::vector<std::uint32_t> classes(count, kUnneeded);
  for (std::size_t n = count; n-- > 0;) {
    std::vector<std::uint32_t>& mine = readers[n];
    const GraphNode& node = graph.nodes[n];
    if (node.def != nullptr && node.def->purity == Purity::SideChannel) mine.push_back(next++);
    if (mine.empty()) continue;
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    if (mine.size() == 1) {
      classes[n] = mine[0];
    } else {
      const auto [known, inserted] = interned.try_emplace(std::move(mine), next);
      if (inserted) ++next;
      classes[n] = known->second;
    }
    readers[n] = {};
    for (const WireSource& wire : node.wires) {
      if (wire.kind != WireSource::Kind::Node) continue;
      std::vector<std::uint32_t>& theirs = readers[wire.index];
      if (theirs.empty() || theirs.back() != classes[n]) theirs.push_back(classes[n]);
    }
  }
  return classes;
}

}  // namespace polydat
