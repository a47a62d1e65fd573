// Turns resolved expressions into typed nodes (language 3.4 to 3.6): operators become catalog nodes, connections get conversions.
//
// Needs:   names resolved; bindings lowered in dependency order, and the expressions of one children first.
// Ensures: each expression has an operand, not ok after an error in it or below it; one error a mistake.
// Cost:    linear in the expressions.
#pragma once

#include <vector>

#include "graph/graph_builder.h"
#include "graph/resolve_names.h"

namespace polydat {

class ExpressionLowering {
 public:
  // `symbols`: the operand of each symbol, filled by the caller before it is read.
  ExpressionLowering(const lang::Program& program, const Names& names, const std::vector<Operand>& symbols, GraphBuilder& builder,
                     Diagnostics& diagnostics)
      : program_(program),
        names_(names),
        scope_(&names.scopes.front()),
        symbols_(symbols),
        builder_(builder),
        diagnostics_(diagnostics),
        operands_(program.exprs.size()) {}

  // The scope in which the next expressions are written.
  void set_scope(const Scope& scope) { scope_ = &scope; }
  void lower(lang::ExprId id);
  // The operand of a lowered expression; a literal's constant is made here, so ask once.
  Operand use(lang::ExprId id);
  // The same for an argument of a call: a negated literal is a number with its sign, not an operation.
  Operand use_argument(lang::ExprId id);
  // An output of an expanded module, in its declared type.
  Operand module_output(std::uint32_t instance, std::size_t output);
  // The operand as the type of a port, a parameter or an output: by one conversion of the automatic catalogue, which strict mode
  // refuses. Not ok, and no message, when there is none.
  Operand fit(const Operand& from, PortType to, SourceRange range);

 private:
  using Expr = lang::Expr;
  Operand literal(const Expr& e);
  void report_round_trip(const Operand& from, PortType to, SourceRange range);
  Operand lower_call(const Expr& e, const BoundCall& bound);
  Operand argument(const BoundCall& bound, std::size_t wire);
  Operand to_port(const BoundCall& bound, const Operand& given, const Parameter& parameter, const std::optional<Literal>& literal,
                  SourceRange range);
  std::optional<Literal> constant_value(const Operand& wire) const;
  bool describe_comprehension(Literal& spec, SourceRange range);
  Operand lower_printf(const Expr& e);
  Operand lower_as(const Expr& e);
  Operand lower_hole_type(const Expr& e, const Operand& from, PortType to);
  Operand lower_if(const Expr& e);
  Operand lower_unary(const Expr& e);
  Operand lower_binary(const Expr& e);
  Operand lower_chain(lang::ExprId id);
  Operand arithmetic(std::string_view word, Operand left, Operand right, lang::ExprId left_expr, lang::ExprId right_expr, const Expr& e);
  Operand compare(std::string_view word, std::string_view op, Operand left, Operand right, const Expr& e);
  Operand truth(lang::ExprId id, const Expr& e);
  Operand integer(Operand operand, const Expr& e, std::string_view what);
  Operand number(Operand operand, lang::ExprId operand_expr, std::string_view op);
  Diagnostic& refuse(std::string_view code, SourceRange range, std::string message) {
    return diagnostics_.error(code, range, std::move(message));
  }

  const lang::Program& program_;
  const Names& names_;
  const Scope* scope_ = nullptr;
  const std::vector<Operand>& symbols_;
  GraphBuilder& builder_;
  Diagnostics& diagnostics_;
  std::vector<Operand> operands_;
};

}  // namespace polydat
