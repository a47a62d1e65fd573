#include "kernels.h"

#include <cstdio>
#include <cstdlib>

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

void row_failed(const Failure& failure) {
  std::fprintf(stderr, "%s\n", failure.report.c_str());
  std::exit(1);
}

}  // namespace polydat::bench
