#include "plan/trace_provenance.h"

#include <unordered_map>

namespace polydat {

namespace {

std::uint64_t hash_of(const BitSet& set) {
  std::uint64_t h = 0x9e3779b97f4a7c15ull;
  for (std::size_t w = 0; w < set.word_count(); ++w) {
    h ^= set.words()[w];
    h *= 0xbf58476d1ce4e5b9ull;
    h ^= h >> 29;
  }
  return h;
}

// Distinct sets by content, and the unions already made.
class SetPool {
 public:
  SetPool(std::vector<BitSet>& sets, std::size_t bits) : sets_(sets) { intern(BitSet(bits)); }

  std::uint32_t intern(BitSet set) {
    auto& bucket = by_hash_[hash_of(set)];
    for (const std::uint32_t id : bucket)
      if (sets_[id] == set) return id;
    const auto id = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(std::move(set));
    bucket.push_back(id);
    return id;
  }

  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (a > b) std::swap(a, b);
    const std::uint64_t key = (std::uint64_t{a} << 32) | b;
    if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
    BitSet both = sets_[a];
    both |= sets_[b];
    return unions_[key] = intern(std::move(both));
  }

 private:
  std::vector<BitSet>& sets_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
  std::unordered_map<std::uint64_t, std::uint32_t> unions_;
};

}  // namespace

InputSets trace_provenance(const Graph& graph) {
  InputSets result;
  SetPool pool(result.sets, graph.inputs.size());
  std::vector<std::uint32_t> single(graph.inputs.size(), 0);  // made when a node reads the input: 0 is the empty set
  const auto single_of = [&](std::uint32_t input) {
    if (single[input] == 0) {
      BitSet set(graph.inputs.size());
      set.set(input);
      single[input] = pool.intern(std::move(set));
    }
    return single[input];
  };
  result.node_set.reserve(graph.nodes.size());
  for (const GraphNode& node : graph.nodes) {
    std::uint32_t set = 0;
    for (const WireSource& wire : node.wires)
      set = pool.unite(set, wire.kind == WireSource::Kind::Input ? single_of(wire.index) : result.node_set[wire.index]);
    result.node_set.push_back(set);
  }
  return result;
}

}  // namespace polydat
