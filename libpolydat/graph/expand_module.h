// Expands a call of a module in place: its body's expressions are copied, its names get a scope of their own (language 3.8).
//
// A module of the program that nothing calls is expanded alone, so that the mistakes in it are found: its parameters have their types and
// no value.
//
// Needs:   a Call expression that means the module.
// Ensures: kNoInstance after an error at the call or an argument; else bindings for the parameters (their arguments are read in the
//          caller's scope) and for the body are added to `names`, the copies to the program. Their expressions are not resolved yet.
// Cost:    linear in the body.
#pragma once

#include "graph/resolve_names.h"

namespace polydat {

std::uint32_t expand_module(const ModuleDef& module, lang::ExprId call, std::uint32_t caller, lang::Program& program, Names& names,
                            const GraphOptions& options, Diagnostics& diagnostics);
void expand_alone(const ModuleDef& module, lang::Program& program, Names& names, const GraphOptions& options, Diagnostics& diagnostics);

}  // namespace polydat
