// Parsed, checked, planned and the first row made on closures; linear in nodes, 100,000 nodes under a second.
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

void compile_times(Table& table) {
  struct Shape {
    const char* name;
    BenchGraph (*graph)(int nodes);
  };
  for (const Shape& shape : {Shape{"chain", long_chain}, Shape{"64 chains", many_chains}, Shape{"layered", layered}}) {
    TableRow row{std::string("compile and run the first row, ") + shape.name + ", 100,000 nodes", "ms", Target::AtMost, 1000, 0, {}, {}};
    for (const int nodes : {10, 1000, 10000, 100000}) {
      const BenchGraph graph = shape.graph(nodes);
      const Timing time = time_calls([&] {
        HybridKernel kernel(program_of(graph, Engine::Closures));
        const std::uint64_t cycle = 1;
        kernel.set_inputs({&cycle, 1});
        if (!kernel.eval()) row_failed(kernel.failure());
      }, nodes >= 100000 ? 3 : 9);
      row.figures.emplace_back(std::to_string(nodes) + " nodes ms", time.least_ns);
      row.value = time.least_ns;
    }
    table.add(std::move(row));
  }
}

}  // namespace polydat::bench
