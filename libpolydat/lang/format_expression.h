// Expressions as text. See format.h for what is guaranteed.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace polydat::lang {

class ExpressionFormatter {
 public:
  explicit ExpressionFormatter(const Program& program);
  // Appends `root`; `constant` when it stands where a string is its raw text (an extern's default).
  void append(std::string& out, ExprId root, bool constant = false) const;

 private:
  std::string interpolation(const Expr& expr) const;
  void append_tree(std::string& out, ExprId root, bool constant, bool inside_placeholder) const;

  const Program& program_;
  std::vector<bool> constant_;  // per expression: an argument of a constant parameter
};

// A text as a string literal, quotes and escapes included.
std::string string_literal(std::string_view text);
// The text with `{` and `}` doubled, so that it reads as itself in an interpolated string.
std::string with_doubled_braces(std::string_view text);

}  // namespace polydat::lang
