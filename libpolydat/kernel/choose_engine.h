// Which engine and provenance mode a program runs on, and why (design D9; engine page C.2).
#pragma once

#include <string>

#include "graph/graph.h"
#include "polydat/program.h"

namespace polydat {

struct EngineChoice {
  bool native = false;
  std::string reason;
};

// Whether compiling pays: rows x (tier-0 ns - native ns) against the compile time, all estimated from the graph, before anything is
// planned. `rows` 0: unknown.
EngineChoice native_pays(const Graph& graph, std::uint64_t rows);

// The selector of engine page C.2.
Provenance choose_provenance(const Graph& graph);

}  // namespace polydat
