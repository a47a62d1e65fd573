// Compiles and runs on closures.
#include "support/program_behaviour.h"

#include <atomic>
#include <vector>

#include "kernel/program_internals.h"
#include "kernel/traversal.h"
#include "polydat/kernel.h"
#include "stream/text_sink.h"
#include "stream/traversal_run.h"

namespace polydat::testing {

namespace {

std::string sizes(const Program& program) {
  return std::to_string(program.internals().graph.nodes.size()) + " nodes, " + std::to_string(program.step_count()) + " steps\n";
}

std::string rows(const std::shared_ptr<const Program>& program) {
  std::string text;
  bool ok = true;
  const auto kernel = make_kernel(program, ok);
  for (std::uint64_t row = 0; row < 10; ++row) {
    kernel->set_inputs(std::vector<std::uint64_t>(program->coord_count(), row));
    if (!kernel->eval()) return text + "fails";
    for (std::uint32_t o = 0; o < program->outputs().size(); ++o) {
      Value value;
      if (kernel->value(o, value) != AccessError::None) return text + "unreadable";
      text += program->outputs()[o].name + "=" + std::to_string(value.low()) + "/" + std::string(value.text()) +
              (value.is_none() ? "none" : "") + " ";
    }
  }
  return text;
}

}  // namespace

std::string behaviour(const Source& source, GraphFormat format) {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.format = format;
  const Compiled compiled = compile(source, options);
  if (compiled.program == nullptr) return "refused";
  std::string text = sizes(*compiled.program);
  if (compiled.traversals.empty()) return text + rows(compiled.program);
  for (const auto& traversal : compiled.traversals) text += traversal->graph().comprehension.text + ": " + sizes(*traversal->body());
  TraversalRun run;
  run.outer = compiled.program;
  run.traversals = compiled.traversals;
  run.most_cycles = 3;
  run.rows.format = RowFormat::Jsonl;
  TextSink sink;
  const std::atomic<bool> stop = false;
  const RunResult result = run_traversals(run, sink, stop);
  (void)sink.finish(true);
  return text + sink.text() + result.message;
}

}  // namespace polydat::testing
