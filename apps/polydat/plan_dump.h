// A program's plan as text, JSON and drawings.
#pragma once

#include <string>

#include "graph_drawing.h"
#include "kernel/program_internals.h"
#include "polydat/program.h"

namespace polydat::app {

std::string plan_as_text(const Program& program);
// Ends with a line end.
std::string plan_as_json(const Program& program);
// Inputs, one group a segment, the nodes with their wires, the outputs.
std::string plan_as_drawing(const Program& program, GraphDrawing::Form form);

}  // namespace polydat::app
