// A program with top-level `for` statements (language 4.7): a graph of its own scope, and one a statement.
//
// The graph of a body has these coordinates: `cycle`, the ordinals of its cursors, and the elements that are whole numbers or truth
// values. Its other elements are inputs of kind Element; what it reads from the scope around are externs. The graph of the scope around
// computes what its traversals read, and nothing else.
//
// Needs:   a tree without errors of form.
// Ensures: every body is checked, nested ones too, whether or not it gives rows. All mistakes of the program's own scope are reported in
//          one run, then all of the bodies'.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/compile_graph.h"
#include "graph/comprehension.h"

namespace polydat {

// A value of the scope around that a body or its comprehension reads.
struct CapturedWire {
  std::string name;
  PortType type = PortType::U64;
};

struct TraversalCursor {
  // Outputs of the body's graph, of type u64: the first ordinal and the one past the last.
  std::string ordinal, begin, end;
};

struct TraversalGraph {
  Comprehension comprehension;  // types of elements filled in
  Graph body;
  std::size_t visible_outputs = 0;     // the first ones; what follows are bounds of cursors and what nested statements read
  std::vector<CapturedWire> captured;  // externs of the body by that name
  std::vector<CapturedWire> read;      // what the comprehension reads
  std::vector<TraversalCursor> cursors;
  std::vector<TraversalGraph> nested;  // empty without GraphOptions::nested
  SourceRange range;                   // of the `for`
};

struct TraversalGraphs {
  Graph outer;  // outputs: every captured or read wire
  std::vector<TraversalGraph> traversals;
};

bool has_traversal(const lang::Program& program);
// Nothing after errors. `sources`: as compile_graph's.
std::optional<TraversalGraphs> compile_traversals(lang::Program program, const GraphOptions& options, Sources& sources,
                                                  Diagnostics& diagnostics);

}  // namespace polydat
