// Text of a JSON graph (design D12) -> syntax tree, with source ranges into the JSON text.
#pragma once

#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat {

lang::Program read_json_graph(const Source& source, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat
