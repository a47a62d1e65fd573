// The command from start to exit: a large graph parsed, checked, planned and its first row made on closures; linear in nodes.
#include "command.h"
#include "graphs.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

void compile_times(Table& table) {
  struct Shape {
    const char* name;
    BenchGraph (*graph)(int nodes);
  };
  const ScratchFolder folder;
  for (const Shape& shape : {Shape{"chain", long_chain}, Shape{"64 chains", many_chains}, Shape{"layered", layered}}) {
    TableRow row{std::string("compile and run the first row, ") + shape.name + ", 100,000 nodes", "ms", Target::AtMost, 1000, 0, {}, {}};
    for (const int nodes : {10, 1000, 10000, 100000}) {
      const BenchGraph graph = shape.graph(nodes);
      std::string outputs;
      for (const std::string& output : graph.outputs) outputs += (outputs.empty() ? "" : ",") + output;
      const std::string file = folder.file("graph.polydat", graph.text);
      const Timing time =
          time_command({{"eval", file, "--outputs", outputs, "--engine", "closures", "--range", "0..1"}}, nodes >= 100000 ? 5 : 9);
      row.figures.emplace_back(std::to_string(nodes) + " nodes ms", time.least_ns);
      row.value = time.least_ns;
    }
    table.add(std::move(row));
  }
}

}  // namespace polydat::bench
