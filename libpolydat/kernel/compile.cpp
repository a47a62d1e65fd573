// From a source to a program: the driver over reading, the graph passes, the plan and the choice of engine.
#include <fmt/format.h>

#include <chrono>
#include <fstream>

#include "graph/compile_graph.h"
#include "graph/json_reader.h"
#include "kernel/choose_engine.h"
#include "kernel/graph_format.h"
#include "kernel/graph_options.h"
#include "kernel/outside_world.h"
#include "kernel/plan_program.h"
#include "kernel/program_internals.h"
#include "kernel/traversal.h"
#include "lang/parse.h"
#include "plan/jit_loader.h"
#include "polydat/program.h"

namespace polydat {

namespace {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<PhaseTime>& times) : times_(times) {}
  void lap(std::string phase) {
    const auto now = std::chrono::steady_clock::now();
    times_.push_back({std::move(phase), std::chrono::duration<double, std::milli>(now - last_).count()});
    last_ = now;
  }
  void add(std::string_view phase, double ms) {
    times_.push_back({std::string(phase), ms});
    last_ = std::chrono::steady_clock::now();
  }

 private:
  std::vector<PhaseTime>& times_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Diagnostic& refuse(Diagnostics& diagnostics, std::string message) {
  Diagnostic& d = diagnostics.error("engine-unavailable", {}, std::move(message));
  d.has_range = false;
  return d;
}

// Provenance is a bit for each pair of an input and a node: there may be this many times --max-nodes.
constexpr std::uint64_t kMostPairs = 512;

}  // namespace

bool plan_program(const CompileOptions& options, ProgramInternals& program, Diagnostics& diagnostics) {
  const std::uint64_t inputs = program.graph.inputs.size(), nodes = program.graph.nodes.size();
  if (inputs * nodes / kMostPairs > options.limits.max_nodes) {
    diagnostics
        .limit({},
               fmt::format("which of {} nodes depend on which of {} inputs is more than {} x {} bits", nodes, inputs, kMostPairs,
                           options.limits.max_nodes),
               "--max-nodes")
        .has_range = false;
    return false;
  }
  const bool wants_native = options.engine == Engine::Auto || options.engine == Engine::Hybrid;
  program.engine = options.engine == Engine::Interpreter ? Engine::Interpreter : Engine::Closures;
  program.engine_reason = "as asked";
  if (wants_native) {
    const CodeOptions code{options.cpu, options.cache_folder, options.limits.max_compile};
    const EngineChoice choice =
        options.engine == Engine::Hybrid ? EngineChoice{true, "as asked"} : native_pays(program.graph, options.expected_rows);
    const bool later = options.engine == Engine::Auto && options.background;
    program.engine_reason = later ? "to begin with" : choice.reason;
    std::string error;
    const bool can_compile = !later || has_code_generator(error);
    const bool loads = !options.cpu.empty() || (choice.native && !later);
    CodeGenerator* const generator = loads ? load_code_generator(error) : nullptr;
    if (generator != nullptr) {
      program.cpu = generator->describe_cpu(options.cpu, error);
      if (program.cpu.empty()) {
        refuse(diagnostics, error);
        return false;
      }
    }
    if (later && can_compile) {
      program.native_block = std::make_unique<NativeBlock>(program.graph, program.plan, code, NativeBlock::When::InBackground);
    } else if (!later && choice.native && generator != nullptr) {
      program.engine = Engine::Hybrid;
      program.plan = make_plan(program.graph, PlanOptions{.native = true});
      program.native = std::make_unique<NativeCode>(*generator, program.plan, code);
      program.native_block = std::make_unique<NativeBlock>(program.graph, program.plan, code, NativeBlock::When::OnDemand);
    } else if (options.engine == Engine::Hybrid) {
      refuse(diagnostics, "the hybrid engine cannot run here: " + error)
          .notes.push_back("--engine closures runs the same graph without native code");
      return false;
    } else if (choice.native) {
      program.engine_reason = "native code would pay (" + choice.reason + ") but cannot be made: " + error;
#if defined(POLYDAT_JIT)
      diagnostics.warning("jit-unavailable", {}, "running on closures, native code cannot be made: " + error).has_range = false;
#endif
    }
  }
  if (program.engine != Engine::Hybrid) program.plan = make_plan(program.graph, PlanOptions{.native = false});
  program.provenance = options.provenance == Provenance::Auto ? choose_provenance(program.graph) : options.provenance;
  if (program.engine == Engine::Interpreter) program.provenance = Provenance::Raw;
  return true;
}

GraphOptions graph_options_of(const CompileOptions& options) {
  GraphOptions graph;
  for (const auto& [name, text] : options.assignments) graph.assignments.push_back({name, text});
  graph.outputs = options.outputs;
  graph.where = options.where;
  graph.fold = options.fold;
  graph.partition = options.partition;
  graph.limits = options.limits;
  graph.world = make_outside_world(options);
  graph.modules = make_module_files(options);
  graph.strict = options.strict;
  graph.nested = options.nested;
  return graph;
}

Compiled compile(const Source& source, const CompileOptions& options) {
  Compiled result;
  result.sources = source;
  Stopwatch watch(result.times);
  if (source.text().size() > options.limits.max_file) {
    result.diagnostics.limit({}, "the graph is larger than " + std::to_string(options.limits.max_file) + " bytes", "--max-file").has_range =
        false;
    return result;
  }
  lang::Program tree = is_json_graph(source, options.format) ? read_json_graph(source, options.limits, result.diagnostics)
                                                             : lang::parse(source, options.limits, result.diagnostics);
  watch.lap("parse");
  if (result.diagnostics.has_limit_error()) return result;
  GraphOptions passes = graph_options_of(options);
  passes.after_pass = [&watch](std::string_view pass, const Graph&, double ms) { watch.add(pass, ms); };
  std::optional<Graph> graph;
  if (has_traversal(tree)) {
    std::optional<TraversalGraphs> graphs = compile_traversals(std::move(tree), passes, result.sources, result.diagnostics);
    if (!graphs || result.diagnostics.has_errors()) return result;
    graph = std::move(graphs->outer);
    passes.after_pass = nullptr;
    const auto shared = std::make_shared<const TraversalOptions>(TraversalOptions{options, std::move(passes)});
    for (TraversalGraph& loop : graphs->traversals) {
      std::shared_ptr<const Traversal> traversal = make_traversal(std::move(loop), shared, result.diagnostics);
      if (traversal == nullptr) return result;
      result.traversals.push_back(std::move(traversal));
    }
  } else {
    graph = compile_graph(std::move(tree), passes, result.sources, result.diagnostics);
  }
  if (!graph || result.diagnostics.has_errors()) return result;
  auto program = std::make_unique<ProgramInternals>();
  program->graph = std::move(*graph);
  program->count_runs = options.count_runs;
  program->limits = options.limits;
  if (!plan_program(options, *program, result.diagnostics)) return result;
  program->index();
  watch.lap("plan");
  result.program = std::make_shared<const Program>(std::move(program));
  return result;
}

std::optional<Source> read_source(const std::string& path, const Limits& limits, Diagnostic& failure) {
  failure = Diagnostic{};
  failure.code = "cannot-read";
  failure.has_range = false;
  std::string why;
  std::optional<std::string> text = read_whole_file(path, limits.max_file, why);
  if (!text) {
    failure.message = "cannot read '" + path + "': " + why;
    if (why.find("--max-file") != std::string::npos) failure.kind = FailureKind::Limit;
    return std::nullopt;
  }
  return Source(path, std::move(*text));
}

}  // namespace polydat
