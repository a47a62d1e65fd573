// The phases that work on the text: tokens, names, modules.
#pragma once

#include <vector>

#include "explain_phase.h"
#include "graph/compile_graph.h"
#include "lang/ast.h"

namespace polydat::app {

// Of a text in the language. Lexical mistakes are facts here; the parser reports them.
ExplainPhase explain_tokens(const Source& source);
// Names and modules. Mistakes are left to the compiler's own run.
std::vector<ExplainPhase> explain_names(lang::Program tree, const GraphOptions& options, Sources sources);

}  // namespace polydat::app
