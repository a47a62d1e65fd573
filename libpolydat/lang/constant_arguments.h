// Which arguments of a call stand for constant parameters, where a string is its raw text and never an interpolation.
//
// Needs:   a Call expression of `program`.
// Ensures: one element an argument: the constant parameter it fills, or null (a wire, a surplus argument, or a call of something
//          that is not in the catalog). A module of the program hides a function of its name.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lang/ast.h"
#include "nodes/catalog.h"

namespace polydat::lang {

// For a call that means this function: one element an argument, the constant parameter it fills or null.
std::vector<const Parameter*> constant_arguments(const Expr& call, const NodeDef& node);

class ConstantArguments {
 public:
  explicit ConstantArguments(const Program& program);
  std::vector<const Parameter*> of(const Expr& call) const;

 private:
  std::unordered_set<std::string_view> modules_;  // views into the program
};

}  // namespace polydat::lang
