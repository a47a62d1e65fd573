// A graph in JSON (docs/graph.schema.json) -> the same syntax tree that the language gives.
//
// Ensures: source ranges point into the JSON text; every wrong shape, unknown key and duplicate key is reported in one run; a text
//          that is not JSON, or nested past max_nesting, gives one error and an empty tree that says that all is unread. Otherwise the
//          tree holds the statements without a mistake of form, and says what the others may bind.
//          Integers are read exactly, never through a double.
// Cost:    linear in the text. Never recurses on its depth.
//
// One form of expression is ours: {"paren": E} says that the `+` inside is evaluated before the `+` around it, as parentheses do
// in the language (where text and numbers are added, a chain of `+` without parentheses is one concatenation). The right operand
// of a `+` counts as if it had that form, because nothing else can be written in the language.
#pragma once

#include "lang/ast.h"
#include "polydat/diagnostic.h"
#include "polydat/limits.h"

namespace polydat {

lang::Program read_json_graph(const Source& source, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat
