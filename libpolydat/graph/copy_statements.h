// Some statements of a program as a program of their own.
//
// Ensures: the copy holds what its statements reach and nothing else; ranges stay.
// Cost:    linear in what is copied.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "lang/ast.h"

namespace polydat {

class StatementCopier {
 public:
  StatementCopier(const lang::Program& from, lang::Program& to) : from_(from), to_(to) {}
  // With its nested statements.
  lang::Statement copy(const lang::Statement& statement);

 private:
  lang::ExprId copy(lang::ExprId root);

  const lang::Program& from_;
  lang::Program& to_;
  std::unordered_map<std::uint32_t, std::uint32_t> copied_;
};

}  // namespace polydat
