// What kernel/choose_engine.cpp reckons with: a node of a row on closures and in native code, and the time to make native code.
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

void engine_costs(Table& table) {
  if (!has_native()) return table.add_missing("costs that the choice of engine reckons with", "no native code in this build");
  constexpr int kNodes = 500;
  const BenchGraph graph = many_chains(kNodes);
  const auto rows = take_turns({{"closures", eval_rows(graph, Engine::Closures)}, {"native", eval_rows(graph, Engine::Hybrid)}});
  table.add({"a node of a row on closures", "ns", Target::None, 0, rows[0].least_ns / kNodes, {{"500 nodes, 64 outputs, ns", rows[0].least_ns}}, {}});
  table.add({"a node of a row in native code", "ns", Target::None, 0, rows[1].least_ns / kNodes, {{"500 nodes, 64 outputs, ns", rows[1].least_ns}}, {}});
  const auto first_row = [](const BenchGraph& g, Engine engine) {
    return time_calls([&] { (void)eval_rows(g, engine)(1, 1); }, 15).least_ns;
  };
  const BenchGraph one = long_chain(1);
  const double fixed = first_row(one, Engine::Hybrid) - first_row(one, Engine::Closures);
  const double many = first_row(graph, Engine::Hybrid) - first_row(graph, Engine::Closures);
  table.add({"making native code, whatever the graph", "ms", Target::None, 0, fixed, {}, {}});
  table.add({"making native code, a node more", "ms", Target::None, 0, (many - fixed) / kNodes, {{"500 nodes ms", many}}, {}});
}

}  // namespace polydat::bench
