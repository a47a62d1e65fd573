#include "kernel/choose_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// Estimates, not measured yet: a native node as a closure, and inside a whole-graph function; compiling a function of up to 512 nodes.
constexpr double kClosureNs = 5.0;
constexpr double kNativeNs = 1.5;
constexpr double kCompileFixedMs = 12.0;
constexpr double kCompileNodeMs = 0.3;

}  // namespace

EngineChoice native_pays(const Graph& graph, std::uint64_t rows) {
  const auto nodes = static_cast<std::size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(), has_native_form));
  if (nodes == 0) return {false, "no node has a native form"};
  const double gain_ms = static_cast<double>(rows) * static_cast<double>(nodes) * (kClosureNs - kNativeNs) / 1e6;
  const double cost_ms = kCompileFixedMs + kCompileNodeMs * static_cast<double>(nodes);
  const std::string arithmetic = fmt::format("{} rows x {} native nodes: about {:.3g} ms saved, {:.3g} ms to compile", rows, nodes, gain_ms, cost_ms);
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
