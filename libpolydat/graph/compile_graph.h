// From a syntax tree to a graph that is ready to plan: the list of passes.
//
// Needs:   a tree without errors of form.
// Ensures: the invariants of Graph, and no errors in `diagnostics`; or errors there and nothing.
//          All mistakes of the program are reported in one run.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "graph/graph.h"
#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat {

struct Assignment {
  std::string name;
  std::string text;  // parsed for the type of the extern or input (language 4.2)
};

struct GraphOptions {
  std::vector<Assignment> assignments;  // NAME=VALUE; an input so named becomes an extern with that value
  std::vector<std::string> outputs;     // names to select, in order; empty: every visible binding in source order
  std::optional<std::string> where;     // a name that becomes one more output, the last and not shown, unless it is one already
  bool fold = true;
  Limits limits;
  OutsideWorld world;
  // Called after each pass with its name, the graph and the milliseconds it took; for --dump and timing. May be empty.
  std::function<void(std::string_view pass, const Graph& graph, double ms)> after_pass;
};

std::optional<Graph> compile_graph(lang::Program program, const GraphOptions& options, Diagnostics& diagnostics);

}  // namespace polydat
