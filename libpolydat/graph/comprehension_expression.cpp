// Evaluation of expressions in comprehensions.
#include "graph/comprehension_expression.h"

#include <cmath>
#include <compare>
#include <utility>

#include "graph/evaluate_node.h"
#include "graph/graph_builder.h"
#include "nodes/constraint.h"
#include "nodes/native/runtime.h"
#include "nodes/text_forms.h"
#include "nodes/value_equality.h"

namespace polydat {

namespace {

using Op = ExpressionOp;

}  // namespace

// A value by kind. `failed`: it could not be computed, and `why_` of the evaluator says why.
struct ExpressionEvaluator::Item {
  enum class Kind : std::uint8_t { None, Failed, U64, F64, Bool, Text, Other };
  Kind kind = Kind::None;
  std::uint64_t u = 0;
  double f = 0;
  std::string_view text;
  const Value* value = nullptr;  // Text, Other

  static Item number(std::uint64_t v) { return {Kind::U64, v, 0, {}, nullptr}; }
  static Item number(double v) { return {Kind::F64, 0, v, {}, nullptr}; }
  static Item truth(bool v) { return {Kind::Bool, v ? 1u : 0u, 0, {}, nullptr}; }

  bool is_number() const { return kind == Kind::U64 || kind == Kind::F64; }
  double as_f64() const { return kind == Kind::F64 ? f : static_cast<double>(u); }
  bool is_true() const {
    switch (kind) {
      case Kind::None:
      case Kind::Failed: return false;
      case Kind::U64:
      case Kind::Bool: return u != 0;
      case Kind::F64: return f != 0 && f == f;
      case Kind::Text: return text != "0";
      case Kind::Other: return true;
    }
    return false;
  }
};

// A call's node, as it was made for the arguments it met last.
struct ExpressionEvaluator::CallSite {
  std::optional<GraphNode> node;
  std::vector<PortType> given;  // types of the arguments
  std::vector<Literal> literals;
  std::vector<Value> wires, outputs;
  std::vector<Scratch> scratch;
};

ExpressionEvaluator::ExpressionEvaluator(const ComprehensionExpression& expression, const GraphOptions& options)
    : expression_(expression), options_(options), sites_(expression.calls.size()) {
  stack_.reserve(expression.most_values + 1);
}
ExpressionEvaluator::~ExpressionEvaluator() = default;

ExpressionEvaluator::Item ExpressionEvaluator::failure() {
  Item item;
  item.kind = Item::Kind::Failed;
  return item;
}

ExpressionEvaluator::Item ExpressionEvaluator::make(const Cell& cell) {
  if (cell.none) return {};
  if (cell.value == nullptr) {
    if (cell.type == PortType::U64) return Item::number(cell.word);
    if (cell.type == PortType::F64) return Item::number(std::bit_cast<double>(cell.word));
    if (cell.type == PortType::Bool) return Item::truth(cell.word != 0);
    return keep(cell.to_value());
  }
  if (cell.value->is_none()) return {};
  Item item;
  item.kind = cell.type == PortType::Str ? Item::Kind::Text : Item::Kind::Other;
  item.value = cell.value;
  item.text = cell.value->text();
  return item;
}

ExpressionEvaluator::Item ExpressionEvaluator::keep(Value value) {
  kept_.push_back(std::move(value));
  const Value& held = kept_.back();
  if (held.is_none()) return {};
  if (held.type() == PortType::U64) return Item::number(held.as_u64());
  if (held.type() == PortType::F64) return Item::number(held.as_f64());
  if (held.type() == PortType::Bool) return Item::truth(held.as_bool());
  Item item;
  item.kind = held.type() == PortType::Str ? Item::Kind::Text : Item::Kind::Other;
  item.value = &held;
  item.text = held.text();
  return item;
}

bool ExpressionEvaluator::evaluate(std::span<const Cell> cells, std::string& why) {
  stack_.clear();
  kept_.clear();
  why_.clear();
  for (const ExpressionStep& step : expression_.steps) {
    const std::size_t size = stack_.size();
    switch (step.op) {
      case Op::Constant: stack_.push_back(make(Cell::of(expression_.constants[step.index]))); break;
      case Op::Reference: stack_.push_back(make(cells[step.index])); break;
      case Op::None: stack_.emplace_back(); break;
      case Op::Text: {
        const Item text = text_of(std::span(stack_).subspan(size - step.count));
        stack_.resize(size - step.count);
        stack_.push_back(text);
        break;
      }
      case Op::Negate: {
        Item& top = stack_.back();
        if (top.kind == Item::Kind::Failed || top.kind == Item::Kind::None) break;
        if (top.is_number() || top.kind == Item::Kind::Bool) {
          top = Item::number(0.0 - top.as_f64());
        } else {
          fail("`-` takes a number");
          top = failure();
        }
        break;
      }
      case Op::Not: {
        Item& top = stack_.back();
        if (top.kind != Item::Kind::Failed && top.kind != Item::Kind::None) top = Item::truth(!top.is_true());
        break;
      }
      case Op::In: {
        const std::size_t asked = size - step.count - 1;
        Item found = Item::truth(false);
        for (std::size_t i = asked + 1; i < size; ++i)
          if (binary(Op::Equal, stack_[asked], stack_[i]).is_true()) found = Item::truth(true);
        if (stack_[asked].kind == Item::Kind::None || stack_[asked].kind == Item::Kind::Failed) found = stack_[asked];
        stack_.resize(asked);
        stack_.push_back(found);
        break;
      }
      case Op::Call: {
        const Item result = call(expression_.calls[step.index], sites_[step.index], std::span(stack_).subspan(size - step.count));
        stack_.resize(size - step.count);
        stack_.push_back(result);
        break;
      }
      case Op::Or:
      case Op::And:
      case Op::Equal:
      case Op::NotEqual:
      case Op::Less:
      case Op::Greater:
      case Op::LessEqual:
      case Op::GreaterEqual:
      case Op::BitOr:
      case Op::BitXor:
      case Op::BitAnd:
      case Op::ShiftLeft:
      case Op::ShiftRight:
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
      case Op::Remainder:
      case Op::Power: {
        const Item result = binary(step.op, stack_[size - 2], stack_[size - 1]);
        stack_.pop_back();
        stack_.back() = result;
        break;
      }
    }
  }
  if (stack_.back().kind != Item::Kind::Failed) return true;
  why = why_;
  return false;
}

Value ExpressionEvaluator::value() const {
  const Item& item = stack_.back();
  switch (item.kind) {
    case Item::Kind::U64: return Value::u64(item.u);
    case Item::Kind::F64: return Value::f64(item.f);
    case Item::Kind::Bool: return Value::boolean(item.u != 0);
    case Item::Kind::Text:
    case Item::Kind::Other: return *item.value;
    case Item::Kind::None:
    case Item::Kind::Failed: break;
  }
  return Value();
}

bool ExpressionEvaluator::is_true() const { return stack_.back().is_true(); }

bool ExpressionEvaluator::fail(std::string why) {
  if (why_.empty()) why_ = std::move(why);
  return false;
}

ExpressionEvaluator::Item ExpressionEvaluator::text_of(std::span<const Item> parts) {
  Buffer text;
  text.set_limit(options_.limits.max_value);
  for (const Item& part : parts) {
    if (part.kind == Item::Kind::None || part.kind == Item::Kind::Failed) return part;
    if (part.kind == Item::Kind::Text) {
      text.append(part.text);
      continue;
    }
    const std::uint64_t word = part.kind == Item::Kind::F64 ? std::bit_cast<std::uint64_t>(part.f) : part.u;
    if (part.kind == Item::Kind::Other) {
      const auto [low, high] = part.value->words();
      const std::uint64_t words[2] = {low, high};
      append_display(text, part.value->type(), words);
    } else {
      append_display(text,
                     part.kind == Item::Kind::F64    ? PortType::F64
                     : part.kind == Item::Kind::Bool ? PortType::Bool
                                                     : PortType::U64,
                     &word);
    }
  }
  if (text.overflowed()) {
    fail("a text is longer than --max-value allows");
    return failure();
  }
  return keep(Value::str(std::string(text.view())));
}

ExpressionEvaluator::Item ExpressionEvaluator::binary(Op op, const Item& a, const Item& b) {
  using Kind = Item::Kind;
  const auto decides = [](const Item& side, bool truth) {
    return side.kind != Kind::None && side.kind != Kind::Failed && side.is_true() == truth;
  };
  if (op == Op::And || op == Op::Or) {
    const bool truth = op == Op::Or;
    if (decides(a, truth)) return Item::truth(truth);
    if (a.kind == Kind::Failed || a.kind == Kind::None) return a;
    if (b.kind == Kind::Failed || b.kind == Kind::None) return b;
    return Item::truth(b.is_true());
  }
  if (a.kind == Kind::Failed || b.kind == Kind::Failed) return failure();
  if (a.kind == Kind::None || b.kind == Kind::None) return {};
  if (op >= Op::Equal && op <= Op::GreaterEqual) {
    std::partial_ordering order = std::partial_ordering::unordered;
    bool comparable = true;
    if (a.kind == Kind::U64 && b.kind == Kind::U64) order = a.u <=> b.u;
    else if (a.is_number() && b.is_number()) order = a.as_f64() <=> b.as_f64();
    else if (a.kind == Kind::Bool && b.kind == Kind::Bool) order = a.u <=> b.u;
    else if (a.kind == Kind::Text && b.kind == Kind::Text) order = a.text <=> b.text;
    else if (a.kind == Kind::Other && b.kind == Kind::Other && equal_values(*a.value, *b.value)) order = std::partial_ordering::equivalent;
    else comparable = false;
    if (op == Op::Equal) return Item::truth(order == 0);
    if (op == Op::NotEqual) return Item::truth(order != 0);
    if (!comparable) {
      fail("values of different kinds have no order");
      return failure();
    }
    if (op == Op::Less) return Item::truth(order < 0);
    if (op == Op::Greater) return Item::truth(order > 0);
    return Item::truth(op == Op::LessEqual ? order <= 0 : order >= 0);
  }
  if (op == Op::Add && (a.kind == Kind::Text || b.kind == Kind::Text)) {
    const Item both[2] = {a, b};
    return text_of(both);
  }
  const auto numeric = [](const Item& item) { return item.is_number() || item.kind == Kind::Bool; };
  if (!numeric(a) || !numeric(b)) {
    fail("an operator for numbers meets another kind of value");
    return failure();
  }
  const bool whole = a.kind != Kind::F64 && b.kind != Kind::F64;
  if (op >= Op::BitOr && op <= Op::ShiftRight) {
    if (!whole) {
      fail("an operator for whole numbers meets a fraction");
      return failure();
    }
    if (op == Op::BitOr) return Item::number(a.u | b.u);
    if (op == Op::BitXor) return Item::number(a.u ^ b.u);
    if (op == Op::BitAnd) return Item::number(a.u & b.u);
    return Item::number(op == Op::ShiftLeft ? a.u << (b.u & 63) : a.u >> (b.u & 63));
  }
  const double x = a.as_f64(), y = b.as_f64();
  const bool in_u64 = a.kind == Kind::U64 && b.kind == Kind::U64;
  if (op == Op::Add) return in_u64 ? Item::number(a.u + b.u) : Item::number(x + y);
  if (op == Op::Subtract) return in_u64 ? Item::number(a.u - b.u) : Item::number(x - y);
  if (op == Op::Multiply) return in_u64 ? Item::number(a.u * b.u) : Item::number(x * y);
  if (op == Op::Divide) return in_u64 ? Item::number(b.u == 0 ? 0 : a.u / b.u) : Item::number(y == 0 ? 0.0 : x / y);
  if (op == Op::Remainder) return in_u64 ? Item::number(b.u == 0 ? 0 : a.u % b.u) : Item::number(y == 0 ? 0.0 : std::fmod(x, y));
  return Item::number(polydat_pow(x, y));
}

namespace {

// A value in the place of a constant parameter.
std::optional<Literal> literal_from(const Value& value, PortType type) {
  Literal out;
  if (type == PortType::Str && value.type() == PortType::Str) {
    out.kind = Literal::Kind::Str;
    out.text = std::string(value.text());
  } else if (type == PortType::U64 && value.type() == PortType::U64) {
    out.kind = Literal::Kind::U64;
    out.integer = value.as_u64();
  } else if (type == PortType::F64 && (value.type() == PortType::F64 || value.type() == PortType::U64)) {
    out.kind = Literal::Kind::F64;
    out.number = value.type() == PortType::F64 ? value.as_f64() : static_cast<double>(value.as_u64());
  } else if (type == PortType::Bool && value.type() == PortType::Bool) {
    out.kind = Literal::Kind::Bool;
    out.integer = value.as_bool() ? 1 : 0;
  } else {
    return std::nullopt;
  }
  return out;
}

}  // namespace

ExpressionEvaluator::Item ExpressionEvaluator::call(const ComprehensionExpression::Callee& callee, CallSite& site,
                                                    std::span<const Item> arguments) {
  const Signature& signature = signature_of(*callee.def);
  const auto refuse = [&](std::string why) {
    fail("`" + signature.name + "`: " + why);
    return failure();
  };
  std::vector<Value> values;
  for (const Item& item : arguments) {
    if (item.kind == Item::Kind::Failed) return item;
    if (item.kind == Item::Kind::None && !callee.def->accepts_none) return {};
    stack_.push_back(item);
    values.push_back(value());
    stack_.pop_back();
  }
  // Which parameter each argument fills.
  std::vector<std::vector<std::size_t>> filled(signature.parameters.size());
  std::size_t next = 0;
  for (const bool named : {true, false}) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& name = callee.argument_names[i];
      if (name.empty() == named) continue;
      std::size_t p = next;
      if (named) {
        for (p = 0; p < filled.size() && signature.parameters[p].name != name;) ++p;
        if (p == filled.size()) return refuse("no parameter is called `" + name + "`");
      } else {
        while (p < filled.size() && !filled[p].empty() && !signature.parameters[p].variadic) ++p;
        if (p == filled.size()) return refuse("too many arguments");
        next = p;
      }
      filled[p].push_back(i);
    }
  }
  std::vector<Literal> literals;
  site.wires.clear();
  std::vector<PortType> given;
  for (const bool variadic : {false, true}) {
    for (std::size_t p = 0; p < filled.size(); ++p) {
      const Parameter& parameter = signature.parameters[p];
      if (!parameter.constant || parameter.variadic != variadic) continue;
      if (filled[p].empty() && !variadic) {
        if (!parameter.default_value.has_value()) return refuse("lacks its argument `" + parameter.name + "`");
        literals.push_back(*parameter.default_value);
      }
      for (const std::size_t i : filled[p]) {
        std::optional<Literal> literal = literal_from(values[i], parameter.type);
        if (!literal.has_value())
          return refuse("`" + parameter.name + "` does not take a `" + std::string(keyword(values[i].type())) + "`");
        const std::string broken = broken_constraint(parameter, *literal);
        if (!broken.empty()) return refuse("`" + parameter.name + "` " + broken);
        literals.push_back(std::move(*literal));
      }
    }
  }
  for (std::size_t p = 0; p < filled.size(); ++p) {
    const Parameter& parameter = signature.parameters[p];
    if (parameter.constant) continue;
    if (filled[p].empty() && !parameter.variadic) return refuse("lacks its argument `" + parameter.name + "`");
    for (const std::size_t i : filled[p]) {
      Value value = std::move(values[i]);
      if (!parameter.any && value.type() != parameter.type) {
        const NodeDef* conversion = automatic_conversion(value.type(), parameter.type);
        if (conversion == nullptr) return refuse("`" + parameter.name + "` does not take a `" + std::string(keyword(value.type())) + "`");
        GraphNode node;
        node.def = conversion;
        node.in_types.push_back(value.type());
        node.out_types.push_back(parameter.type);
        evaluate_node(node, {&value, 1}, site.outputs, nullptr, options_.limits.max_value);
        value = site.outputs.front();
      }
      given.push_back(value.type());
      site.wires.push_back(std::move(value));
    }
  }
  if (!site.node.has_value() || given != site.given || literals != site.literals) {
    Diagnostics problems;
    GraphBuilder builder(options_, problems);
    std::vector<Operand> operands;
    for (const Value& wire : site.wires) operands.push_back(builder.constant(wire, {}));
    const std::vector<SourceRange> ranges(literals.size());
    if (!builder.node(*callee.def, operands, literals, ranges, {}).ok) {
      for (const Diagnostic& d : problems.all())
        if (d.severity == Severity::Error) return refuse(d.message);
      return refuse("cannot be called so");
    }
    site.node = std::move(builder.graph().nodes.back());
    site.given = std::move(given);
    site.literals = std::move(literals);
    site.scratch = std::vector<Scratch>(callee.def->private_scratch);
  }
  const std::uint32_t error =
      evaluate_node(*site.node, site.wires, site.outputs, site.scratch.empty() ? nullptr : site.scratch.data(), options_.limits.max_value);
  if (error != 0) {
    fail(failure_line(*site.node, error, site.wires));
    return failure();
  }
  return keep(std::move(site.outputs.front()));
}

}  // namespace polydat
