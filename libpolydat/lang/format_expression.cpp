// Expressions as text over a list of what is still to be written, so depth costs no machine stack.
#include "lang/format_expression.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "lang/constant_arguments.h"
#include "lang/number_literal.h"

namespace polydat::lang {

namespace {

// Binding strength, loosest first (language page, 2.1). A conversion takes a signed operand, a sign takes no conversion.
constexpr int kUnary = 12;
constexpr int kAs = 13;
constexpr int kAtom = 14;

int level_of_operator(std::string_view op) {
  static constexpr std::array<std::pair<std::string_view, int>, 19> levels{{{"||", 1},
                                                                            {"&&", 2},
                                                                            {"==", 3},
                                                                            {"!=", 3},
                                                                            {"<", 4},
                                                                            {">", 4},
                                                                            {"<=", 4},
                                                                            {">=", 4},
                                                                            {"|", 5},
                                                                            {"^", 6},
                                                                            {"&", 7},
                                                                            {"<<", 8},
                                                                            {">>", 8},
                                                                            {"+", 9},
                                                                            {"-", 9},
                                                                            {"*", 10},
                                                                            {"/", 10},
                                                                            {"%", 10},
                                                                            {"**", 11}}};
  for (const auto& [known, level] : levels)
    if (known == op) return level;
  return kAtom;
}

int level_of(const Expr& expr, bool constant) {
  switch (expr.kind) {
    case ExprKind::Binary: return level_of_operator(expr.text);
    case ExprKind::Unary: return kUnary;
    case ExprKind::As: return kAs;
    case ExprKind::Float: return !std::signbit(expr.number) ? kAtom : constant ? kUnary : level_of_operator("*");
    case ExprKind::Bool: return constant ? kAtom : kAs;
    case ExprKind::Int:
    case ExprKind::Str:
    case ExprKind::Wire:
    case ExprKind::Field:
    case ExprKind::If:
    case ExprKind::Call:
    case ExprKind::List:
    case ExprKind::ForText:
    case ExprKind::Interpolate: return kAtom;
  }
  return kAtom;
}

// What is still to be written, last first: a piece of text, or an expression that must bind at least as tightly as `level`.
struct Item {
  std::string text;
  std::optional<ExprId> expr = {};
  int level = 0;
};

}  // namespace

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += {'\\', c};
    else if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else out += c;
  }
  return out + '"';
}

std::string with_doubled_braces(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return out;
}

ExpressionFormatter::ExpressionFormatter(const Program& program) : program_(program), constant_(program.exprs.size(), false) {
  const ConstantArguments constants(program);
  for (const Expr& expr : program.exprs) {
    if (expr.kind == ExprKind::List)
      for (const Arg& arg : expr.args) constant_[arg.value.index] = true;
    if (expr.kind != ExprKind::Call) continue;
    const auto uses = constants.of(expr);
    for (std::size_t a = 0; a < expr.args.size(); ++a) constant_[expr.args[a].value.index] = uses[a].is_constant();
  }
}

// The one call of append_tree from inside append_tree: within a placeholder no interpolation is written as a string, so it is not
// called again from there.
std::string ExpressionFormatter::interpolation(const Expr& expr) const {
  std::string text;
  for (const StrPart& part : expr.parts) {
    if (!part.expr) {
      text += with_doubled_braces(part.text);
      continue;
    }
    text += '{';
    append_tree(text, *part.expr, false, true);
    text += '}';
  }
  return string_literal(text);
}

void ExpressionFormatter::append(std::string& out, ExprId root, bool constant) const { append_tree(out, root, constant, false); }

// An interpolation inside a placeholder is written as the printf call that it means: quotes in quotes would double their escapes at
// every level. So is one where a string would be its raw text.
void ExpressionFormatter::append_tree(std::string& out, ExprId root, bool constant, bool inside_placeholder) const {
  std::vector<Item> pending;
  const auto push = [&](std::vector<Item> items) {
    for (auto it = items.rbegin(); it != items.rend(); ++it) pending.push_back(std::move(*it));
  };
  const auto child = [](const Arg& arg, int level) { return Item{{}, arg.value, level}; };
  const auto arguments = [&](std::string open, const std::vector<Arg>& args, std::string close) {
    std::vector<Item> items{{std::move(open)}};
    for (std::size_t a = 0; a < args.size(); ++a) {
      if (a > 0) items.push_back({", "});
      if (!args[a].name.empty()) items.push_back({args[a].name + ": "});
      items.push_back(child(args[a], 0));
    }
    items.push_back({std::move(close)});
    push(std::move(items));
  };
  pending.push_back({{}, root, 0});
  while (!pending.empty()) {
    const Item item = std::move(pending.back());
    pending.pop_back();
    if (!item.expr) {
      out += item.text;
      continue;
    }
    const std::uint32_t index = item.expr->index;
    const Expr& expr = program_.at(*item.expr);
    const bool is_constant = constant_[index] || (constant && index == root.index);
    if (expr.parenthesised || level_of(expr, is_constant) < item.level) {
      out += '(';
      pending.push_back({")"});
    }
    switch (expr.kind) {
      case ExprKind::Int: out += expr.text.empty() ? std::to_string(expr.integer) : expr.text; break;
      case ExprKind::Float:
        // -x is 0.0 - x, so a negative zero is a product; as a constant the sign belongs to the literal.
        if (std::signbit(expr.number) && !is_constant) out += "-1.0 * 0.0";
        else out += expr.text.empty() ? float_literal(expr.number) : expr.text;
        break;
      case ExprKind::Bool:
        // The language has truth values only as constants; elsewhere `true` is the name of a wire.
        if (is_constant) out += expr.integer != 0 ? "true" : "false";
        else out += expr.integer != 0 ? "1 as bool" : "0 as bool";
        break;
      case ExprKind::Str: {
        const bool raw = !expr.verbatim || is_constant;
        out += string_literal(raw ? expr.text : with_doubled_braces(expr.text));
        break;
      }
      case ExprKind::Interpolate: {
        if (!inside_placeholder && !is_constant) {
          out += interpolation(expr);
          break;
        }
        std::string text;
        std::vector<Item> items{{}};
        for (const StrPart& part : expr.parts) {
          text += part.expr ? "{}" : with_doubled_braces(part.text);
          if (!part.expr) continue;
          items.push_back({", "});
          items.push_back({{}, part.expr, 0});
        }
        items[0].text = "printf(" + string_literal(text);
        items.push_back({")"});
        push(std::move(items));
        break;
      }
      case ExprKind::Wire: out += expr.text; break;
      case ExprKind::Field:
        for (std::size_t p = 0; p < expr.path.size(); ++p) out += (p > 0 ? "." : "") + expr.path[p];
        break;
      case ExprKind::Binary: {
        const int level = level_of_operator(expr.text);
        const bool right_associative = expr.text == "**";
        push({child(expr.args[0], right_associative ? level + 1 : level),
              {" " + expr.text + " "},
              child(expr.args[1], right_associative ? level : level + 1)});
        break;
      }
      case ExprKind::Unary: {
        const ExprId operand = expr.args[0].value;
        const bool converts = level_of(program_.at(operand), constant_[operand.index]) == kAs;
        push({{expr.text}, child(expr.args[0], converts ? kAtom : kUnary)});
        break;
      }
      case ExprKind::As: push({child(expr.args[0], kUnary), {" as " + expr.text}}); break;
      case ExprKind::If:
        if (expr.if_call || expr.args.size() != 3) {
          arguments("if(", expr.args, ")");
        } else {
          push({{"if "}, child(expr.args[0], 0), {" { "}, child(expr.args[1], 0), {" } else { "}, child(expr.args[2], 0), {" }"}});
        }
        break;
      case ExprKind::Call: arguments(expr.text + "(", expr.args, ")"); break;
      case ExprKind::List: arguments("[", expr.args, "]"); break;
      case ExprKind::ForText: out += "for " + expr.text; break;
    }
  }
}

}  // namespace polydat::lang
