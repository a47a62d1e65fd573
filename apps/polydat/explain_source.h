// The phases that work on the text: tokens, names, modules.
#pragma once

#include "explain_phase.h"
#include "graph/resolve_names.h"
#include "lang/ast.h"

namespace polydat::app {

// Of a text in the language. Lexical mistakes are facts here; the parser reports them.
ExplainPhase explain_tokens(const Source& source);
// Adds to the phases names and modules what the names of one scope mean.
void explain_names(const lang::Program& tree, const Names& names, const Sources& sources, ExplainPhase& meanings, ExplainPhase& modules);

}  // namespace polydat::app
