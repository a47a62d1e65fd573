// Expressions other than calls.
#include "graph/lower_expression.h"

#include <array>
#include <string>

#include "graph/literal_text.h"

namespace polydat {

namespace {

using lang::ExprId;
using lang::ExprKind;

std::string type_word(PortType type) { return "`" + std::string(keyword(type)) + "`"; }

struct OperatorWord {
  std::string_view op, word;
};
constexpr std::array<OperatorWord, 6> kComparisons{{{"==", "eq"}, {"!=", "ne"}, {"<", "lt"}, {">", "gt"}, {"<=", "le"}, {">=", "ge"}}};
constexpr std::array<OperatorWord, 5> kArithmetic{{{"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"/", "div"}, {"%", "mod"}}};
constexpr std::array<OperatorWord, 5> kBitwise{{{"&", "and"}, {"|", "or"}, {"^", "xor"}, {"<<", "shl"}, {">>", "shr"}}};

template <std::size_t N>
std::string_view word_of(const std::array<OperatorWord, N>& table, std::string_view op) {
  for (const OperatorWord& row : table)
    if (row.op == op) return row.word;
  return {};
}

std::string joined(std::string_view prefix, std::string_view word) { return std::string(prefix).append(word); }

}  // namespace

void ExpressionLowering::lower(ExprId id) {
  const Expr& e = program_.at(id);
  if (names_.in_chain[id.index]) return;
  Operand& out = operands_[id.index];
  switch (e.kind) {
    case ExprKind::Int:
    case ExprKind::Float:
    case ExprKind::Bool: return;  // made when used
    case ExprKind::Str:
      if (!e.parts.empty() && !e.verbatim) out = lower_printf(e);
      return;
    case ExprKind::Interpolate: out = lower_printf(e); return;
    case ExprKind::Wire:
    case ExprKind::Field: {
      const std::uint32_t symbol = names_.symbol_of_expr[id.index];
      if (symbol != kNoSymbol) out = symbols_[symbol];
      return;
    }
    case ExprKind::Binary: out = e.text == "+" ? lower_chain(id) : lower_binary(e); return;
    case ExprKind::Unary: out = lower_unary(e); return;
    case ExprKind::As: out = lower_as(e); return;
    case ExprKind::If: out = lower_if(e); return;
    case ExprKind::Call: {
      const std::uint32_t call = names_.call_of_expr[id.index];
      const std::uint32_t instance = names_.instance_of_expr[id.index];
      if (call != kNoCall) out = lower_call(e, names_.calls[call]);
      if (instance != kNoInstance) out = module_output(instance, 0);
      return;
    }
    case ExprKind::List:
    case ExprKind::ForText: return;  // refused when names were resolved
  }
}

Operand ExpressionLowering::use(ExprId id) {
  const Expr& e = program_.at(id);
  const bool is_literal = e.kind == ExprKind::Int || e.kind == ExprKind::Float || e.kind == ExprKind::Bool ||
                          (e.kind == ExprKind::Str && (e.parts.empty() || e.verbatim));
  return is_literal ? literal(e) : operands_[id.index];
}

Operand ExpressionLowering::use_argument(ExprId id) {
  if (!is_negated_literal(program_, id)) return use(id);
  return builder_.constant(Value::f64(literal_of(program_, id)->number), program_.at(id).range);
}

Operand ExpressionLowering::literal(const Expr& e) {
  if (e.kind == ExprKind::Int) return builder_.constant(Value::u64(e.integer), e.range);
  if (e.kind == ExprKind::Bool) return builder_.constant(Value::boolean(e.integer != 0), e.range);
  if (e.kind == ExprKind::Str) return builder_.constant(Value::str(e.text), e.range);  // with doubled braces only it has a part
  return builder_.constant(Value::f64(e.number), e.range);
}

Operand ExpressionLowering::lower_printf(const Expr& e) {
  Literal format;
  format.kind = Literal::Kind::Str;
  std::string text;
  std::vector<Operand> wires;
  bool ok = true;
  for (const lang::StrPart& part : e.parts) {
    if (!part.expr.has_value()) {
      format.text += escape_braces(part.text);
      text += part.text;
      continue;
    }
    format.text += "{}";
    wires.push_back(use_argument(*part.expr));
    ok = ok && wires.back().ok;
  }
  if (!ok) return {};
  if (wires.empty()) return builder_.constant(Value::str(std::move(text)), e.range);
  return builder_.node(*find_node("printf"), wires, {std::move(format)}, {e.range}, e.range);
}

Operand ExpressionLowering::lower_as(const Expr& e) {
  const Operand from = use(e.args[0].value);
  const std::optional<PortType> to = type_from_keyword(e.text);
  if (!to.has_value()) {
    refuse("unknown-type", e.head, "unknown type `" + e.text + "`");
    return {};
  }
  if (!from.ok || from.type == *to) return from;
  if (e.implicit) return lower_hole_type(e, from, *to);
  report_round_trip(from, *to, e.head);
  if (from.type == PortType::Str && *to == PortType::U64) {
    const NodeDef* parse = boundary_conversion(PortType::Str, PortType::U64);
    if (parse != nullptr) return builder_.node(*parse, {from}, {}, {}, e.range);
  }
  if (const NodeDef* conversion = automatic_conversion(from.type, *to)) return builder_.adapt(*conversion, from, e.range);
  Diagnostic& d = refuse("bad-cast", e.head, "`as` does not convert " + type_word(from.type) + " to " + type_word(*to));
  if (from.type == PortType::F64 && *to == PortType::U64) {
    d.notes.push_back("choose the rounding by name: `f64_to_u64` truncates, `round_to_u64`, `floor_to_u64` and `ceil_to_u64` round");
  } else if (const NodeDef* checked = boundary_conversion(from.type, *to)) {
    d.notes.push_back("`" + std::string(name_of(*checked)) + "` converts, and fails for a value that does not fit");
  }
  return {};
}

// The type that a hole of a tile declares: reached by one conversion that loses nothing, in a strict tile by none.
Operand ExpressionLowering::lower_hole_type(const Expr& e, const Operand& from, PortType to) {
  const bool reachable = automatic_conversion(from.type, to) != nullptr;
  if (reachable && !e.strict) return builder_.convert(from, to, e.range);
  Diagnostic& d = refuse("hole-type", e.range, "a hole declares the type " + type_word(to) + ", and its value is " + type_word(from.type));
  if (reachable) d.notes.push_back("the tile is strict: it converts nothing");
  return {};
}

Operand ExpressionLowering::lower_if(const Expr& e) {
  if (e.args.size() != 3) {
    refuse("if-arity", e.head, "`if` takes exactly three arguments: a condition and two branches");
    return {};
  }
  const ExprId condition = e.args[0].value;
  Operand c = use(condition);
  Operand a = use(e.args[1].value);
  Operand b = use(e.args[2].value);
  if (c.ok && c.type != PortType::U64) {
    const PortType type = c.type;
    c = builder_.convert(c, PortType::U64, program_.at(condition).range);
    if (!c.ok && !builder_.is_full()) {
      refuse("condition-type", program_.at(condition).range, "a condition is `u64` or `bool`, not " + type_word(type))
          .notes.push_back("compare it, for example with `!= 0`");
    }
  }
  if (!c.ok || !a.ok || !b.ok) return {};
  const auto either = [&](PortType type) { return a.type == type || b.type == type; };
  const PortType type = either(PortType::Str) ? PortType::Str : either(PortType::F64) ? PortType::F64 : PortType::U64;
  for (const std::size_t branch : {std::size_t{1}, std::size_t{2}}) {
    Operand& operand = branch == 1 ? a : b;
    const PortType had = operand.type;
    operand = builder_.convert(operand, type, program_.at(e.args[branch].value).range);
    if (!operand.ok && !builder_.is_full()) {
      refuse("branch-type", program_.at(e.args[branch].value).range,
             "this branch is " + type_word(had) + ", which does not become " + type_word(type));
    }
  }
  if (!a.ok || !b.ok) return {};
  return builder_.node(type == PortType::Str ? "select_str" : type == PortType::F64 ? "select_f64" : "select_u64", {c, a, b}, e.range);
}

// An operand that arithmetic in f64 takes; errors at the operand.
Operand ExpressionLowering::number(Operand operand, ExprId operand_expr, std::string_view op) {
  if (!operand.ok) return {};
  const Operand out = operand.type == PortType::Str || operand.type == PortType::Json
                          ? Operand{}
                          : builder_.convert(operand, PortType::F64, program_.at(operand_expr).range);
  if (!out.ok && !builder_.is_full()) {
    Diagnostic& d =
        refuse("operand-type", program_.at(operand_expr).range, "`" + std::string(op) + "` takes numbers, not " + type_word(operand.type));
    if (operand.type == PortType::Str) d.notes.push_back("`as u64` reads a number from text; `+` joins texts");
  }
  return out;
}

// An operand that bitwise operators take; errors at the operator.
Operand ExpressionLowering::integer(Operand operand, const Expr& e, std::string_view what) {
  if (!operand.ok) return {};
  const Operand out = builder_.convert(operand, PortType::U64, e.range);
  if (!out.ok && !builder_.is_full()) {
    Diagnostic& d =
        refuse("operand-type", e.head, std::string(what) + " takes `u64`, and " + type_word(operand.type) + " does not become that");
    if (operand.type == PortType::F64) d.notes.push_back("choose the rounding by name: `f64_to_u64` truncates, `round_to_u64` rounds");
  }
  return out;
}

Operand ExpressionLowering::lower_unary(const Expr& e) {
  const ExprId inner = e.args[0].value;
  if (e.text == "-") {
    const Operand x = number(use(inner), inner, "-");
    if (!x.ok) return {};
    return builder_.node("f64_sub", {builder_.constant(Value::f64(0.0), e.head), x}, e.range);
  }
  const Operand x = integer(use(inner), e, "`!`");
  return x.ok ? builder_.node("u64_not", {x}, e.range) : Operand{};
}

Operand ExpressionLowering::arithmetic(std::string_view word, Operand left, Operand right, ExprId left_expr, ExprId right_expr,
                                       const Expr& e) {
  if (left.ok && right.ok && left.type == PortType::U64 && right.type == PortType::U64)
    return builder_.node(joined("u64_", word), {left, right}, e.range);
  left = number(left, left_expr, e.text);
  right = number(right, right_expr, e.text);
  if (!left.ok || !right.ok) return {};
  return builder_.node(joined("f64_", word), {left, right}, e.range);
}

// A chain of `+` without parentheses: one concatenation when any term is text, else additions from the left.
Operand ExpressionLowering::lower_chain(ExprId id) {
  std::vector<ExprId> links{id};  // from the root down the left side
  while (names_.in_chain[program_.at(links.back()).args[0].value.index]) links.push_back(program_.at(links.back()).args[0].value);
  std::vector<ExprId> terms{program_.at(links.back()).args[0].value};
  for (auto it = links.rbegin(); it != links.rend(); ++it) terms.push_back(program_.at(*it).args[1].value);
  std::vector<Operand> operands;
  bool some_text = false, all_ok = true;
  for (const ExprId term : terms) {
    operands.push_back(use(term));
    all_ok = all_ok && operands.back().ok;
    some_text = some_text || (operands.back().ok && operands.back().type == PortType::Str);
  }
  if (some_text) return all_ok ? builder_.node("str_concat", operands, program_.at(id).range) : Operand{};
  Operand sum = operands.front();
  ExprId left = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const ExprId link = links[links.size() - i];
    sum = arithmetic("add", sum, operands[i], left, terms[i], program_.at(link));
    left = link;
  }
  return sum;
}

Operand ExpressionLowering::compare(std::string_view word, std::string_view op, Operand left, Operand right, const Expr& e) {
  if (!left.ok || !right.ok) return {};
  const auto either = [&](PortType type) { return left.type == type || right.type == type; };
  const PortType type = either(PortType::Str) ? PortType::Str : either(PortType::F64) ? PortType::F64 : PortType::U64;
  if (type == PortType::Str && word != "eq" && word != "ne") {
    refuse("string-ordering", e.head, "text can be compared only with `==` and `!=`");
    return {};
  }
  for (Operand* side : {&left, &right}) {
    const PortType had = side->type;
    *side = builder_.convert(*side, type, e.range);
    if (side->ok || builder_.is_full()) continue;
    Diagnostic& d =
        refuse("comparison-type", e.head,
               "`" + std::string(op) + "` compares as " + type_word(type) + ", and " + type_word(had) + " does not become that");
    if (automatic_conversion(had, PortType::F64) != nullptr) d.notes.push_back("`as f64` converts it");
  }
  if (!left.ok || !right.ok) return {};
  return builder_.node(joined(type == PortType::Str ? "str_" : type == PortType::F64 ? "f64_" : "u64_", word), {left, right}, e.range);
}

// One side of `&&` and `||`: compared with 0.
Operand ExpressionLowering::truth(ExprId id, const Expr& e) {
  const Operand side = use(id);
  if (!side.ok) return {};
  return compare("ne", e.text, side,
                 builder_.constant(side.type == PortType::Str   ? Value::str("0")
                                   : side.type == PortType::F64 ? Value::f64(0.0)
                                                                : Value::u64(0),
                                   e.head),
                 e);
}

Operand ExpressionLowering::lower_binary(const Expr& e) {
  const ExprId left = e.args[0].value;
  const ExprId right = e.args[1].value;
  if (const std::string_view word = word_of(kArithmetic, e.text); !word.empty())
    return arithmetic(word, use(left), use(right), left, right, e);
  if (const std::string_view word = word_of(kComparisons, e.text); !word.empty()) return compare(word, e.text, use(left), use(right), e);
  if (const std::string_view word = word_of(kBitwise, e.text); !word.empty()) {
    const std::string what = "`" + e.text + "`";
    const Operand a = integer(use(left), e, what);
    const Operand b = integer(use(right), e, what);
    return a.ok && b.ok ? builder_.node(joined("u64_", word), {a, b}, e.range) : Operand{};
  }
  if (e.text == "**") {
    const Operand a = number(use(left), left, e.text);
    const Operand b = number(use(right), right, e.text);
    return a.ok && b.ok ? builder_.node("pow", {a, b}, e.range) : Operand{};
  }
  // && and ||
  const Operand a = truth(left, e);
  const Operand b = truth(right, e);
  return a.ok && b.ok ? builder_.node(e.text == "&&" ? "u64_and" : "u64_or", {a, b}, e.range) : Operand{};
}

}  // namespace polydat
