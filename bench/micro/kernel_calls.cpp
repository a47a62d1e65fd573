// What single calls of a kernel cost beside the work of the graph.
#include <benchmark/benchmark.h>

#include <string>

#include "polydat/kernel.h"

namespace {

using polydat::HybridKernel;

// `count` bindings that each depend on their own input, on closures: setting them is all bookkeeping.
std::shared_ptr<const polydat::Program> independent_inputs(std::int64_t count) {
  std::string inputs = "input (", bindings;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    inputs += (i == 0 ? "i" : ", i") + n + ": u64";
    bindings += "b" + n + " := hash(i" + n + ")\n";
  }
  polydat::CompileOptions options;
  options.engine = polydat::Engine::Closures;
  options.provenance = polydat::Provenance::PushPull;
  return polydat::compile(polydat::Source("micro.polydat", inputs + ")\n" + bindings), options).program;
}

void set_equal_inputs(benchmark::State& state) {
  HybridKernel kernel(independent_inputs(state.range(0)));
  const std::vector<std::uint64_t> coords(static_cast<std::size_t>(state.range(0)), 5);
  for (auto _ : state) kernel.set_inputs(coords);
}

void set_one_changed_input(benchmark::State& state) {
  HybridKernel kernel(independent_inputs(state.range(0)));
  std::vector<std::uint64_t> coords(static_cast<std::size_t>(state.range(0)), 5);
  for (auto _ : state) {
    ++coords[0];
    kernel.set_inputs(coords);
  }
}

void pull_what_is_current(benchmark::State& state) {
  HybridKernel kernel(independent_inputs(state.range(0)));
  kernel.eval();
  for (auto _ : state) benchmark::DoNotOptimize(kernel.pull(0));
}

void eval_what_is_current(benchmark::State& state) {
  HybridKernel kernel(independent_inputs(state.range(0)));
  kernel.eval();
  for (auto _ : state) benchmark::DoNotOptimize(kernel.eval());
}

BENCHMARK(set_equal_inputs)->Arg(1)->Arg(3)->Arg(200);
BENCHMARK(set_one_changed_input)->Arg(1)->Arg(3)->Arg(200);
BENCHMARK(pull_what_is_current)->Arg(1)->Arg(200);
BENCHMARK(eval_what_is_current)->Arg(1)->Arg(200);

}  // namespace
