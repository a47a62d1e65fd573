// Puts bindings into dependency order and reports dependency cycles.
//
// Needs:   references resolved.
// Ensures: names.order lists every binding once, after all that it reads. A binding on a cycle is reported once, at the reference by which
//          the first binding of the loop (in source order) enters it; the closing reference reads nothing afterwards, silently.
// Cost:    linear in bindings and references.
#pragma once

#include "graph/resolve_names.h"

namespace polydat {

void order_bindings(const lang::Program& program, Names& names, Diagnostics& diagnostics);

}  // namespace polydat
