// What kernel/choose_engine.cpp reckons with, by blocks as the command runs: a node of a row in column loops and in native code, and the
// time to make native code. The same for rows one at a time stands beside it.
#include "kernel/block_kernel.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

void engine_costs(Table& table) {
  if (!has_native()) return table.add_missing("costs that the choice of engine reckons with", "no native code in this build");
  constexpr int kNodes = 500;
  const BenchGraph graph = many_chains(kNodes);
  const auto add = [&table](const char* work, const char* unit, double value) { table.add({work, unit, Target::None, 0, value, {}, {}}); };
  const auto blocks = take_turns({{"loops", blocks_of(graph, Engine::Closures, {}, {})}, {"native", blocks_of(graph, Engine::Hybrid, {}, {})}}, 60, 5.0);
  add("a node of a row by blocks, column loops", "ns", blocks[0].least_ns / kNodes);
  add("a node of a row by blocks, native code", "ns", blocks[1].least_ns / kNodes);
  const auto rows = take_turns({{"closures", eval_rows(graph, Engine::Closures)}, {"native", eval_rows(graph, Engine::Hybrid)}});
  add("a node of a row one at a time, closures", "ns", rows[0].least_ns / kNodes);
  add("a node of a row one at a time, native code", "ns", rows[1].least_ns / kNodes);

  const auto first_block = [](const BenchGraph& g, Engine engine) {
    return time_calls([&] {
      BlockKernel kernel(program_of(g, engine));
      for (std::size_t r = 0; r < kernel.block_rows(); ++r) kernel.coordinate_column(0)[r] = r;
      if (kernel.run(kernel.block_rows()).failed) row_failed(kernel.failure());
    }, 9).least_ns;
  };
  const auto code_ms = [&](const BenchGraph& g) { return first_block(g, Engine::Hybrid) - first_block(g, Engine::Closures); };
  const double one = code_ms(long_chain(1)), many = code_ms(graph);
  add("making native block code, whatever the graph", "ms", one);
  add("making native block code, a node more", "ms", (many - one) / kNodes);
}

}  // namespace polydat::bench
