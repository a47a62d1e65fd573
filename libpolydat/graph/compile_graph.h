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

// How the files of modules are reached (language 3.7). Without functions there are none.
struct ModuleFiles {
  std::string folder;                  // of the program
  std::vector<std::string> libraries;  // further folders, in order
  // The text of the file `name` in `folder`; nothing and a reason, or nothing and an empty reason when there is no such file.
  std::function<std::optional<std::string>(const std::string& folder, const std::string& name, std::string& why)> read;
  // The names in `folder` that end with .polydat, sorted.
  std::function<std::vector<std::string>(const std::string& folder)> list;
};

struct Names;  // graph/resolve_names.h

struct GraphOptions {
  std::vector<Assignment> assignments;     // NAME=VALUE; an input so named becomes an extern with that value
  std::vector<std::string> outputs;        // names to select, in order; empty: every visible binding in source order
  std::optional<std::string> where;        // a name that becomes one more output, the last and not shown, unless it is one already
  bool exact_outputs = false;              // `outputs` is the selection also when it is empty
  bool in_traversal = false;               // the program is the body of a `for`
  std::optional<std::uint64_t> partition;  // of cursors whose `over` denotes several (--partition)
  bool fold = true;
  bool nested = true;   // as CompileOptions'
  bool strict = false;  // strict mode (language 3.11): `pragma strict` at the top, and further errors
  Limits limits;
  OutsideWorld world;
  ModuleFiles modules;
  // Called after each pass with its name, the graph and the milliseconds it took; for --dump and timing. May be empty.
  std::function<void(std::string_view pass, const Graph& graph, double ms)> after_pass;
  // What each name means, once that is known; may be empty.
  std::function<void(const lang::Program& program, const Names& names)> after_names;
  // Called before the passes over the body of each `for`, with its text and how deep it lies in others (0: in none); before that they go
  // over the program's own scope. Inner bodies come first. May be empty.
  std::function<void(std::string_view text, std::size_t depth)> before_body;
};

// A program without top-level `for` statements; those have graph/traversal_graph.h. `sources` has the program's text and gains the
// files of the modules that it calls.
std::optional<Graph> compile_graph(lang::Program program, const GraphOptions& options, Sources& sources, Diagnostics& diagnostics);

struct RepeatTemplate;
// The same for a program whose tiles are expanded (graph/expand_tiles.h).
std::optional<Graph> compile_expanded_graph(lang::Program program, std::vector<RepeatTemplate> repeats, const GraphOptions& options,
                                            Sources& sources, Diagnostics& diagnostics);

}  // namespace polydat
