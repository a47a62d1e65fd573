#include "plan/form_segments.h"

#include <algorithm>
#include <numeric>
#include <queue>

#include "plan/trace_need.h"

namespace polydat {

namespace {

// How often a path from the inputs to a node changes between native and closure nodes, at most. Native nodes are only grouped
// at equal level, so no path can leave a segment through a closure and come back: a closure in between raises the level by
// two. A path through another segment cannot come back either, since along wires input sets only grow and need classes only
// fall: coming back means both stayed equal, and then the nodes in between were grouped too.
std::vector<std::uint32_t> alternation_levels(const Graph& graph, const std::vector<NodeForm>& forms) {
  std::vector<std::uint32_t> level(graph.nodes.size(), 0);
  for (std::size_t n = 0; n < level.size(); ++n) {
    for (const WireSource& wire : graph.nodes[n].wires) {
      if (wire.kind != WireSource::Kind::Node || graph.nodes[wire.index].def == nullptr) continue;
      level[n] = std::max(level[n], level[wire.index] + (forms[wire.index].native != forms[n].native ? 1u : 0u));
    }
  }
  return level;
}

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  // The smaller index stays the representative, so a group is found at its first member.
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// Producers first; among ready groups the one whose first member comes first in the graph.
std::vector<std::vector<NodeId>> in_dependency_order(const Graph& graph, std::vector<std::vector<NodeId>> groups,
                                                     const std::vector<std::uint32_t>& group_of) {
  const std::size_t count = groups.size();
  std::vector<std::vector<std::uint32_t>> readers(count);
  std::vector<std::uint32_t> waits_for(count, 0);
  for (std::uint32_t g = 0; g < count; ++g) {
    std::vector<std::uint32_t> producers;
    for (const NodeId member : groups[g])
      for (const WireSource& wire : graph.nodes[member.index].wires)
        if (wire.kind == WireSource::Kind::Node && graph.nodes[wire.index].def != nullptr && group_of[wire.index] != g)
          producers.push_back(group_of[wire.index]);
    std::sort(producers.begin(), producers.end());
    producers.erase(std::unique(producers.begin(), producers.end()), producers.end());
    waits_for[g] = static_cast<std::uint32_t>(producers.size());
    for (const std::uint32_t p : producers) readers[p].push_back(g);
  }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t g = 0; g < count; ++g)
    if (waits_for[g] == 0) ready.push(g);
  std::vector<std::vector<NodeId>> ordered;
  ordered.reserve(count);
  while (!ready.empty()) {
    const std::uint32_t g = ready.top();
    ready.pop();
    for (const std::uint32_t r : readers[g])
      if (--waits_for[r] == 0) ready.push(r);
    ordered.push_back(std::move(groups[g]));
  }
  return ordered;
}

}  // namespace

std::vector<std::vector<NodeId>> form_segments(const Graph& graph, const std::vector<NodeForm>& forms,
                                               const std::vector<std::uint32_t>& input_set, const std::vector<std::uint32_t>& need,
                                               bool fuse) {
  const std::size_t count = graph.nodes.size();
  const std::vector<std::uint32_t> level = alternation_levels(graph, forms);
  UnionFind sets(count);
  if (fuse) {
    for (std::uint32_t n = 0; n < count; ++n) {
      if (!forms[n].native || need[n] == kUnneeded) continue;
      for (const WireSource& wire : graph.nodes[n].wires) {
        const std::uint32_t p = wire.index;
        if (wire.kind == WireSource::Kind::Node && forms[p].native && input_set[p] == input_set[n] && need[p] == need[n] &&
            level[p] == level[n] && graph.nodes[p].is_volatile == graph.nodes[n].is_volatile)
          sets.unite(p, n);
      }
    }
  }
  std::vector<std::vector<NodeId>> groups;
  std::vector<std::uint32_t> group_of(count, 0);
  std::vector<std::uint32_t> open(count, ~0u);  // per representative: the group that takes the next member
  for (std::uint32_t n = 0; n < count; ++n) {
    if (graph.nodes[n].def == nullptr || need[n] == kUnneeded) continue;
    std::uint32_t& group = open[sets.find(n)];
    if (group == ~0u || groups[group].size() >= kMaxSegment) {
      group = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    groups[group].push_back(NodeId{n});
    group_of[n] = group;
  }
  return in_dependency_order(graph, std::move(groups), group_of);
}

}  // namespace polydat
