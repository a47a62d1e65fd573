// A graph's text in either format, as a syntax tree.
#include "read_tree.h"

#include "graph/json_reader.h"
#include "graph/traversal_graph.h"
#include "kernel/graph_format.h"
#include "lang/parse.h"

namespace polydat::app {

lang::Program read_tree(const Source& source, GraphFormat format, const Limits& limits, Diagnostics& diagnostics) {
  return is_json_graph(source, format) ? read_json_graph(source, limits, diagnostics) : lang::parse(source, limits, diagnostics);
}

void run_passes(const lang::Program& tree, const GraphOptions& options, Sources& sources, Diagnostics& diagnostics) {
  if (has_traversal(tree)) compile_traversals(tree, options, sources, diagnostics);
  else compile_graph(tree, options, sources, diagnostics);
}

}  // namespace polydat::app
