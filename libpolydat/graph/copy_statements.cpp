// Copying with new expression ids: children before parents, as the tree wants it.
#include "graph/copy_statements.h"

#include <algorithm>

namespace polydat {

using lang::Expr;
using lang::ExprId;
using lang::Statement;

ExprId StatementCopier::copy(ExprId root) {
  std::vector<std::uint32_t> pending{root.index}, reached;
  while (!pending.empty()) {
    const std::uint32_t id = pending.back();
    pending.pop_back();
    if (copied_.contains(id)) continue;
    reached.push_back(id);
    const Expr& e = from_.exprs[id];
    for (const lang::Arg& arg : e.args) pending.push_back(arg.value.index);
    for (const lang::StrPart& part : e.parts)
      if (part.expr.has_value()) pending.push_back(part.expr->index);
  }
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  for (const std::uint32_t id : reached) {
    Expr e = from_.exprs[id];
    for (lang::Arg& arg : e.args) arg.value.index = copied_.at(arg.value.index);
    for (lang::StrPart& part : e.parts)
      if (part.expr.has_value()) part.expr->index = copied_.at(part.expr->index);
    copied_.emplace(id, static_cast<std::uint32_t>(to_.exprs.size()));
    to_.exprs.push_back(std::move(e));
  }
  return {copied_.at(root.index)};
}

Statement StatementCopier::copy(const Statement& statement) {
  Statement out = statement;
  std::vector<Statement*> pending{&out};
  while (!pending.empty()) {
    Statement& s = *pending.back();
    pending.pop_back();
    if (s.value.has_value()) s.value = copy(*s.value);
    if (s.over.has_value()) s.over = copy(*s.over);
    for (Statement& inner : s.body) pending.push_back(&inner);
  }
  return out;
}

}  // namespace polydat
