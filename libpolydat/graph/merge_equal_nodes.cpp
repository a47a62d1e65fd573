// Value numbering in graph order.
#include "graph/merge_equal_nodes.h"

#include <bit>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "graph/compact_nodes.h"

namespace polydat {

namespace {

bool may_merge(const GraphNode& node) { return node.def == nullptr || (!node.is_volatile && node.def->purity == Purity::Pure); }

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}
std::uint64_t mix(std::uint64_t hash, std::string_view text) { return mix(hash, std::hash<std::string_view>{}(text)); }

std::uint64_t hash_of(const GraphNode& node) {
  if (node.def == nullptr) {
    const Value& v = node.constant;
    return mix(mix(mix(static_cast<std::uint64_t>(v.type()), v.low()), v.high()), v.text());
  }
  std::uint64_t hash = std::hash<const void*>{}(node.def);
  for (const WireSource& wire : node.wires)
    hash = mix(hash, (std::uint64_t{wire.index} << 32) | (wire.port << 1) | (wire.kind == WireSource::Kind::Node ? 1u : 0u));
  for (const Literal& literal : node.literals)
    hash = mix(mix(mix(hash, literal.integer), std::bit_cast<std::uint64_t>(literal.number)), literal.text);
  return hash;
}

bool equal(const GraphNode& a, const GraphNode& b) {
  if (a.def != b.def) return false;
  if (a.def == nullptr) return a.constant.same_as(b.constant);
  return a.wires == b.wires && a.literals == b.literals && a.in_types == b.in_types && a.out_types == b.out_types;
}

}  // namespace

void merge_equal_nodes(Graph& graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::uint32_t> replaced(count);
  std::vector<bool> keep(count, true);
  std::unordered_multimap<std::uint64_t, std::uint32_t> known;
  known.reserve(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    replaced[n] = n;
    GraphNode& node = graph.nodes[n];
    for (WireSource& wire : node.wires)
      if (wire.kind == WireSource::Kind::Node) wire.index = replaced[wire.index];
    if (!may_merge(node)) continue;
    const std::uint64_t hash = hash_of(node);
    const auto [from, to] = known.equal_range(hash);
    auto it = from;
    while (it != to && !equal(graph.nodes[it->second], node)) ++it;
    if (it == to) {
      known.emplace(hash, n);
      continue;
    }
    replaced[n] = it->second;
    keep[n] = false;
    if (node.def != nullptr) graph.history.merged.push_back({graph.nodes[it->second].label, node.label, {it->second}, {n}});
  }
  compact_nodes(graph, replaced, keep);
}

}  // namespace polydat
