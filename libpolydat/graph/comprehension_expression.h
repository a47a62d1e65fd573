// Expressions inside a comprehension: predicates, and calls that are sources (language 4.7).
//
// Their names are references: to elements of the tuple at hand, or to wires of the scope around. Values carry their own kind, as
// the rules for predicates want it; a call is a library function whose node is made for the arguments it meets, and made
// again only when its constants or the types of its wires change.
//
// Needs:   the text outlives parsing only.
// Ensures: evaluation is one walk over a list of operations, whatever the nesting. `&&` and `||` take what decides and leave the
//          other side's absence or failure alone.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/compile_graph.h"
#include "polydat/value.h"

namespace polydat {

// One value of a tuple: immediates of one word lie in `word`, all else is `value`, which someone else owns.
struct Cell {
  PortType type = PortType::U64;
  bool none = false;
  std::uint64_t word = 0;
  const Value* value = nullptr;

  static Cell of(const Value& v) {
    const bool held = color_of(v.type()) == SlotColor::Imm1;
    return {v.type(), v.is_none(), held ? v.low() : 0, held ? nullptr : &v};
  }
  static Cell u64(std::uint64_t v) { return {PortType::U64, false, v, nullptr}; }
  Value to_value() const {
    if (none) return Value::none(type);
    return value != nullptr ? *value : Value::immediate(type, word);
  }
};

enum class ExpressionOp : std::uint8_t {
  Constant,   // pushes constants[index]
  Reference,  // pushes the reference `index`
  None,
  Text,  // joins the last `count` values
  Negate,
  Not,
  Or,
  And,
  Equal,
  NotEqual,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  BitOr,
  BitXor,
  BitAnd,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Power,
  In,    // the last `count` values after the value asked for
  Call,  // calls[index] with the last `count` values
};

struct ExpressionStep {
  ExpressionOp op = ExpressionOp::None;
  std::uint32_t index = 0;
  std::uint32_t count = 0;
};

struct ComprehensionExpression {
  struct Callee {
    const NodeDef* def = nullptr;
    std::vector<std::string> argument_names;  // empty: positional
  };
  std::vector<ExpressionStep> steps;
  std::vector<Value> constants;
  std::vector<Callee> calls;
  std::size_t most_values = 0;  // on the stack at once
};

// What a name in an expression means: an index that evaluation hands to its environment; nothing: it reads None.
using FindReference = std::function<std::optional<std::uint32_t>(std::string_view name, bool in_braces)>;

// A mistake, and the part of the text in which it is.
struct PartFault {
  std::string message;
  std::string_view part;
  bool by_limit = false;
};

// Nothing, and what is wrong.
std::optional<ComprehensionExpression> parse_comprehension_expression(std::string_view text, const FindReference& find, PartFault& fault);

// The state of evaluations of one expression, reused from one to the next.
class ExpressionEvaluator {
 public:
  ExpressionEvaluator(const ComprehensionExpression& expression, const GraphOptions& options);
  ~ExpressionEvaluator();

  // `cells[index]` is what the reference `index` reads. False after a failure, which `why` names. The value is None when
  // something it needs is.
  bool evaluate(std::span<const Cell> cells, std::string& why);
  // Of the last evaluation: its value, or whether it counts as true (None does not).
  Value value() const;
  bool is_true() const;

 private:
  struct Item;
  struct CallSite;
  Item make(const Cell& cell);
  Item keep(Value value);
  Item text_of(std::span<const Item> parts);
  Item binary(ExpressionOp op, const Item& a, const Item& b);
  Item call(const ComprehensionExpression::Callee& callee, CallSite& site, std::span<const Item> arguments);
  static Item failure();
  bool fail(std::string why);

  const ComprehensionExpression& expression_;
  const GraphOptions& options_;
  std::vector<Item> stack_;
  std::deque<Value> kept_;
  std::vector<CallSite> sites_;
  std::string why_;
};

}  // namespace polydat
