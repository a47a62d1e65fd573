// Drawings of a plan and of a graph as it was written. Colours show on which inputs each part depends.
#pragma once

#include <string>

#include "graph/compile_graph.h"
#include "graph_drawing.h"
#include "lang/ast.h"
#include "polydat/program.h"

namespace polydat::app {

// Inputs, one group a step, the nodes with their wires, the outputs; a group with the same for the body of each `for`.
std::string draw_plan(const Compiled& compiled, GraphDrawing::Form form);
// Inputs and bindings with their expressions; one group a module that is called, and one the body of a `for`. Needs a graph without
// mistakes.
std::string draw_source(const lang::Program& tree, GraphOptions options, GraphDrawing::Form form);

}  // namespace polydat::app
