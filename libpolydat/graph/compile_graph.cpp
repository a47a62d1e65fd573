// The passes, in order.
#include "graph/compile_graph.h"

#include <chrono>

#include "graph/check_types.h"
#include "graph/expand_tiles.h"
#include "graph/fold_constants.h"
#include "graph/merge_equal_nodes.h"
#include "graph/prune_dead_nodes.h"
#include "graph/resolve_names.h"

namespace polydat {

namespace {

// Tells the observer about each pass.
class PassClock {
 public:
  explicit PassClock(const GraphOptions& options) : options_(options), last_(std::chrono::steady_clock::now()) {}
  void passed(std::string_view pass, const Graph& graph) {
    if (!options_.after_pass) return;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - last_;
    options_.after_pass(pass, graph, took.count());
    last_ = std::chrono::steady_clock::now();
  }

 private:
  const GraphOptions& options_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace

std::optional<Graph> compile_graph(lang::Program program, const GraphOptions& options, Sources& sources, Diagnostics& diagnostics) {
  std::vector<RepeatTemplate> repeats = expand_tiles(program, options, diagnostics);
  return compile_expanded_graph(std::move(program), std::move(repeats), options, sources, diagnostics);
}

std::optional<Graph> compile_expanded_graph(lang::Program program, std::vector<RepeatTemplate> repeats, const GraphOptions& options,
                                            Sources& sources, Diagnostics& diagnostics) {
  PassClock clock(options);
  Graph graph;
  {
    const Names names = resolve_names(program, repeats, options, sources, diagnostics);
    if (options.after_names) options.after_names(program, names);
    clock.passed("resolve", graph);
    if (diagnostics.has_limit_error()) return std::nullopt;

    graph = check_types(program, names, repeats, options, diagnostics);
    program = {};  // the graph has what it needs
    clock.passed("check", graph);
  }

  // Also when there are errors: a constant that fails is one more mistake of the program.
  if (options.fold) {
    fold_constants(graph, options.limits.max_value, diagnostics);
    clock.passed("fold", graph);
  }
  if (diagnostics.has_errors() || diagnostics.has_limit_error()) return std::nullopt;

  merge_equal_nodes(graph);
  clock.passed("merge", graph);

  prune_dead_nodes(graph);
  clock.passed("prune", graph);
  return graph;
}

}  // namespace polydat
