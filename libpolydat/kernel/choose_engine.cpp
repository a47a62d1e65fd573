#include "kernel/choose_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// Rows one at a time, as `scripts/bench --lines engine-costs` measures them: 64 chains of 500 nodes (hash, u64_add, mod) evaluated on closures
// and as one native function, a node each; the first row of that graph with native code less that without, a node; and a one-row run of
// the command with native code less one without, which loads the JIT object (without the cache). On an AMD EPYC with AVX-512: 9.5 to 9.8 ns,
// 1.0 ns, 0.28 to 0.31 ms, 4.9 ms. Blocks have costs of their own (stream/tiering.cpp).
constexpr double kClosureNs = 9.5;
constexpr double kNativeNs = 1.0;
constexpr double kCompileFixedMs = 5.0;
constexpr double kCompileNodeMs = 0.3;

}  // namespace

EngineChoice native_pays(const Graph& graph, std::uint64_t rows) {
  const auto nodes = static_cast<std::size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(), has_native_form));
  if (nodes == 0) return {false, "no node has a native form"};
  const double gain_ms = static_cast<double>(rows) * static_cast<double>(nodes) * (kClosureNs - kNativeNs) / 1e6;
  const double cost_ms = kCompileFixedMs + kCompileNodeMs * static_cast<double>(nodes);
  const std::string arithmetic =
      fmt::format("{} rows x {} native nodes: about {:.3g} ms saved, {:.3g} ms to compile", rows, nodes, gain_ms, cost_ms);
  return {gain_ms > cost_ms, arithmetic};
}

Provenance choose_provenance(const Graph& graph) {
  std::uint32_t inputs = 0;
  for (const GraphNode& node : graph.nodes)
    for (const WireSource& wire : node.wires)
      if (wire.kind == WireSource::Kind::Input && wire.index + 1 > inputs) inputs = wire.index + 1;
  if (graph.nodes.size() < 15 && inputs <= 1) return Provenance::Raw;
  return inputs >= 2 ? Provenance::PushPull : Provenance::Pull;
}

}  // namespace polydat
