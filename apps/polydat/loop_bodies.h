// The bodies of a program's `for` statements as a list, those inside others too: each after the one around it.
#pragma once

#include <string>
#include <vector>

#include "graph/traversal_graph.h"
#include "polydat/program.h"
#include "polydat/traversal.h"

namespace polydat::app {

struct LoopBody {
  std::string number;     // "2"; "2.1" for the first one inside that
  std::size_t scope = 0;  // from 1; the program's own is 0
  std::size_t around = 0;
  const Traversal* loop = nullptr;

  const TraversalGraph& graph() const { return loop->graph(); }
  const Program& body() const { return *loop->body(); }
  std::string title() const { return "for " + number + ": " + graph().comprehension.text; }
};

std::vector<LoopBody> loop_bodies(const Compiled& compiled);

// "size: u64, tag: str"; "(nothing)" when there are none.
std::string wires_text(const std::vector<CapturedWire>& wires);
// Each line of a text behind two blanks; empty ones stay empty.
std::string indented(const std::string& text);

}  // namespace polydat::app
