// What the choice of engine reckons with: for rows one at a time kernel/choose_engine.cpp, for blocks stream/tiering.cpp. A node of a row
// with and without native code, and the time to make native code.
#include "command.h"
#include "kernel/block_kernel.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

namespace {

constexpr int kNodes = 500;

// How much longer the first row, or block, of a graph takes with native code than without, in ms. The JIT object is loaded before.
template <class First>
double code_ms(const BenchGraph& graph, First first) {
  const auto least = [&](Engine engine) { return time_calls([&] { first(graph, engine); }, 9).least_ns; };
  return least(Engine::Hybrid) - least(Engine::Closures);
}

void first_row(const BenchGraph& graph, Engine engine) { (void)eval_rows(graph, engine)(1, 1); }

void first_block(const BenchGraph& graph, Engine engine) {
  BlockKernel kernel(program_of(graph, engine));
  for (std::size_t r = 0; r < kernel.block_rows(); ++r) kernel.coordinate_column(0)[r] = r;
  if (kernel.run(kernel.block_rows()).failed) row_failed(kernel.failure());
}

double start_ms(const char* engine) {
  return time_command({{"eval", graph_file("users.polydat"), "--engine", engine, "--no-cache", "--range", "0..1"}}, 15).least_ns;
}

}  // namespace

void engine_costs(Table& table) {
  if (!has_native()) return table.add_missing("costs that the choice of engine reckons with", "no native code in this build");
  const BenchGraph graph = many_chains(kNodes);
  const auto add = [&table](const char* work, const char* unit, double value) { table.add({work, unit, Target::None, 0, value, {}, {}}); };
  const auto rows = take_turns({{"closures", eval_rows(graph, Engine::Closures)}, {"native", eval_rows(graph, Engine::Hybrid)}});
  add("a node of a row one at a time, closures", "ns", rows[0].least_ns / kNodes);
  add("a node of a row one at a time, native code", "ns", rows[1].least_ns / kNodes);
  add("making native row code, a node", "ms", code_ms(graph, first_row) / kNodes);
  const auto blocks =
      take_turns({{"loops", blocks_of(graph, Engine::Closures, {}, {})}, {"native", blocks_of(graph, Engine::Hybrid, {}, {})}}, 60, 5.0);
  add("a node of a row by blocks, column loops", "ns", blocks[0].least_ns / kNodes);
  add("a node of a row by blocks, native code", "ns", blocks[1].least_ns / kNodes);
  add("making native block code, a node", "ms", code_ms(graph, first_block) / kNodes);
  add("users.polydat, one row: a start with native code, beyond one without", "ms", start_ms("hybrid") - start_ms("closures"));
}

}  // namespace polydat::bench
