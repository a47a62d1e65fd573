// Matches the arguments of a call with the parameters of its function, and reads its constant arguments.
//
// Needs:   a Call expression and the catalog row it names.
// Ensures: ok: every wire port has an expression, every constant parameter a literal of its kind that satisfies its constraint.
//          Else errors at the argument or the call, and what could be matched.
// Cost:    linear in the arguments.
#pragma once

#include <optional>
#include <vector>

#include "lang/ast.h"
#include "nodes/catalog.h"
#include "polydat/diagnostic.h"

namespace polydat {

struct BoundWire {
  lang::ExprId expr;
  std::uint32_t parameter = 0;  // into Signature::parameters
};

struct BoundCall {
  const NodeDef* def = nullptr;
  std::vector<BoundWire> wires;             // in port order
  std::vector<Literal> literals;            // in call order, defaults filled in
  std::vector<SourceRange> literal_ranges;  // parallel: the argument, or the call for a default
  bool ok = false;
};

// The literal that an expression is: an integer, a float, a text, a boolean, or a negated number (f64, sign kept); also when it is a
// parameter of a module that stands for such a literal.
std::optional<Literal> literal_of(const lang::Program& program, lang::ExprId id);
// Where that literal was written: for such a parameter, the argument. Else the expression's own range.
SourceRange literal_range(const lang::Program& program, lang::ExprId id);
bool is_negated_literal(const lang::Program& program, lang::ExprId id);

BoundCall bind_arguments(const lang::Program& program, lang::ExprId call, const NodeDef& def, Diagnostics& diagnostics);

}  // namespace polydat
