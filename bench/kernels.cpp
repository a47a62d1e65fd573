#include "kernels.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "kernel/block_kernel.h"

namespace polydat::bench {

bool has_native() {
  CompileOptions options;
  options.engine = Engine::Hybrid;
  return compile(Source("probe.polydat", "input cycle: u64\nx := hash(cycle)\n"), options).program != nullptr;
}

std::shared_ptr<const Program> program_of(const BenchGraph& graph, Engine engine, const std::string& cpu) {
  CompileOptions options;
  options.outputs = graph.outputs;
  options.engine = engine;
  options.provenance = Provenance::PushPull;
  options.cpu = cpu;
  Compiled compiled = compile(Source("bench.polydat", graph.text), options);
  if (compiled.program != nullptr) return compiled.program;
  for (const Diagnostic& diagnostic : compiled.diagnostics.sorted()) std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
  std::exit(1);
}

RowLoop eval_rows(const BenchGraph& graph, Engine engine, const std::string& cpu) {
  const auto program = program_of(graph, engine, cpu);
  auto kernel = std::make_shared<HybridKernel>(program);
  return [program, kernel](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = first; i < first + rows; ++i) {
      kernel->set_inputs({&i, 1});
      if (!kernel->eval()) row_failed(kernel->failure());
      for (const OutputInfo& output : program->outputs()) sum ^= kernel->get_slot(output.slot);
    }
    return sum;
  };
}

RowLoop blocks_of(const BenchGraph& graph, Engine engine, const std::string& cpu, const std::vector<std::uint64_t>& fixed) {
  const auto program = program_of(graph, engine, cpu);
  auto kernel = std::make_shared<BlockKernel>(program);
  for (std::uint32_t c = 0; c < fixed.size(); ++c) std::fill_n(kernel->coordinate_column(c + 1), kernel->block_rows(), fixed[c]);
  return [program, kernel](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < rows;) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kernel->block_rows(), rows - done));
      std::uint64_t* cycle = kernel->coordinate_column(0);
      for (std::size_t r = 0; r < n; ++r) cycle[r] = first + done + r;
      if (kernel->run(n).failed) row_failed(kernel->failure());
      for (std::uint32_t o = 0; o < program->outputs().size(); ++o) {
        const std::uint64_t* column = kernel->column(o).words[0];
        for (std::size_t r = 0; r < n; ++r) sum ^= column[r];
      }
      done += n;
    }
    return sum;
  };
}

void row_failed(const Failure& failure) {
  std::fprintf(stderr, "%s\n", failure.report.c_str());
  std::exit(1);
}

}  // namespace polydat::bench
