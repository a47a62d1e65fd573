// Repeats of tiles in the graph.
//
// While names are lowered, the tuple of a comprehension is a node without a function whose outputs are the elements; the body is
// lowered over it like any expression. make_repeat then takes what depends on the tuple out of the graph and leaves one node.
//
// Needs:   the operands of what the comprehension reads, in the order in which outer_references lists them.
// Ensures: what was taken out stands in the graph as nodes that are never run, until remove_taken.
// Cost:    linear in the nodes since the tuple.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/comprehension.h"
#include "graph/graph_builder.h"

namespace polydat {

// References to the scope around: indices into comprehension.references, those that `bound` says something binds.
std::vector<std::uint32_t> outer_references(const Comprehension& comprehension, const std::function<bool(std::string_view)>& bound);

// A comprehension of the program, as its tree names it by number.
struct RepeatTemplate {
  std::shared_ptr<const Comprehension> comprehension;
  std::vector<std::uint32_t> outer;  // the references that the tree reads for it
  lang::TextPlaces places;           // of its text
  std::string separator;             // of a repeat
  bool drops_empty = false;          // a repeat: texts that are empty are left out, with their separators
};

// The elements, one operand each; not ok after an error. `reads`: parallel to `made.outer`.
std::vector<Operand> make_elements(const RepeatTemplate& made, const std::vector<Operand>& reads, SourceRange range, GraphBuilder& builder,
                                   Diagnostics& diagnostics);
// The joined texts. `element`: any operand of make_elements.
Operand make_repeat(const RepeatTemplate& made, const Operand& element, const Operand& body, SourceRange range, GraphBuilder& builder,
                    const GraphOptions& options);
// Removes what was taken out, and what reads it: nothing that an output needs. After the last repeat.
void remove_taken(Graph& graph);

}  // namespace polydat
