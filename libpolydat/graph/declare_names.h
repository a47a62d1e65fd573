// The statements of a program as symbols: inputs, externs and binding targets, and the refusal of what this version lacks.
//
// Needs:   a tree without errors of form.
// Ensures: one symbol a name; every second binding of a name is reported at the second one, with a note at the first.
// Cost:    linear in the statements.
#pragma once

#include <unordered_set>

#include "graph/resolve_names.h"

namespace polydat {

struct DeclaredNames {
  bool has_input_statement = false;
  std::unordered_set<std::string_view> refused;  // names that refused statements would have defined; reads of them are silent
};

DeclaredNames declare_names(const lang::Program& program, Names& names, Diagnostics& diagnostics);

}  // namespace polydat
