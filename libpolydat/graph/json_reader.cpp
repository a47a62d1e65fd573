// Two walks over the outline, neither recursive: forward, a container before its members, giving each value its role and checking
// its shape; then backward, members before their container, making expressions and statements.
#include "graph/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "graph/json_keys.h"
#include "graph/json_outline.h"
#include "lang/captured_text.h"
#include "lang/number_literal.h"
#include "lang/reserved_words.h"
#include "polydat/port_type.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

// What a value of the outline stands for. None: part of its container, read with it.
enum class Role : std::uint8_t { None, Statement, Expression, NamedArgument };

constexpr std::uint32_t kNone = JsonItem::kNone;

bool is_binary_operator(std::string_view op) {
  for (const std::string_view known : {"||", "&&", "==", "!=", "<", ">", "<=", ">=", "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%", "**"}) {
    if (known == op) return true;
  }
  return false;
}

class GraphReader {
 public:
  GraphReader(const JsonOutline& outline, const Limits& limits, Diagnostics& diagnostics)
      : outline_(outline), limits_(limits), diagnostics_(diagnostics), roles_(outline.items.size(), Role::None),
        tags_(outline.items.size(), JsonKey::Wire), results_(outline.items.size(), kNone),
        depths_(outline.items.size(), 0) {}

  lang::Program read() {
    const std::size_t errors = errors_;
    check_graph();
    for (std::uint32_t i = 0; i < outline_.items.size() && !full_; ++i) {
      depth_ = depths_[i];
      if (roles_[i] == Role::Statement) check_statement(i);
      if (roles_[i] == Role::Expression) check_expression(i);
    }
    if (errors_ != errors || full_) return {};
    for (auto i = static_cast<std::uint32_t>(outline_.items.size()); i-- > 0 && !full_;) {
      if (roles_[i] == Role::Statement) make_statement(i);
      if (roles_[i] == Role::Expression) make_expression(i);
    }
    if (errors_ != errors || full_) return {};
    if (const std::uint32_t list = member(0, JsonKey::Statements); list != kNone) program_.statements = take_statements(list);
    return std::move(program_);
  }

 private:
  // Looking.
  const JsonItem& at(std::uint32_t i) const { return outline_.items[i]; }
  std::string_view text_of(std::uint32_t i) const { return outline_.text(at(i)); }
  std::uint32_t member(std::uint32_t object, JsonKey key) const {
    for (std::uint32_t i = at(object).first; i != kNone; i = at(i).next) {
      if (outline_.key(at(i)) == text(key)) return i;
    }
    return kNone;
  }
  std::uint32_t count(std::uint32_t container) const {
    std::uint32_t n = 0;
    for (std::uint32_t i = at(container).first; i != kNone; i = at(i).next) ++n;
    return n;
  }

  // Mistakes.
  bool wrong(SourceRange range, std::string_view code, std::string message, std::string suggestion = {}) {
    ++errors_;
    diagnostics_.error(code, range, std::move(message)).suggestion = std::move(suggestion);
    return false;
  }
  bool wrong(std::uint32_t i, std::string_view code, std::string message) { return wrong(at(i).range, code, std::move(message)); }

  static std::string_view kind_word(JsonKind kind) {
    switch (kind) {
      case JsonKind::Null: return "null";
      case JsonKind::Boolean: return "true or false";
      case JsonKind::Number: return "a number";
      case JsonKind::String: return "a string";
      case JsonKind::Array: return "an array";
      case JsonKind::Object: return "an object";
    }
    return {};
  }
  bool is(std::uint32_t i, JsonKind kind, std::string_view what) {
    if (at(i).kind == kind) return true;
    return wrong(i, "bad-shape", fmt::format("{} is {}, not {}", what, kind_word(kind), kind_word(at(i).kind)));
  }

  // Checks the members of an object against a set; the set of those that are there.
  JsonKeySet check_keys(std::uint32_t object, JsonKeySet allowed, std::string_view what) {
    JsonKeySet seen = 0;
    for (std::uint32_t i = at(object).first; i != kNone; i = at(i).next) {
      const std::string_view word = outline_.key(at(i));
      const std::optional<JsonKey> key = json_key(word);
      if (!key || (bit(*key) & allowed) == 0) {
        std::vector<std::string_view> known;
        for (std::size_t k = 0; k < kJsonKeyCount; ++k) {
          if ((allowed >> k & 1U) != 0) known.push_back(kJsonKeyText[k]);
        }
        wrong(at(i).key, "unknown-key", fmt::format("{} has no member '{}'", what, word), std::string(nearest_word(word, known)));
        continue;
      }
      if ((seen & bit(*key)) != 0) wrong(at(i).key, "duplicate-key", fmt::format("the member '{}' is written twice", word));
      seen |= bit(*key);
    }
    return seen;
  }

  // The shape whose tag the object has, its members checked; null when it has none or more than one.
  template <std::size_t N>
  const JsonShape* shape_of(std::uint32_t object, const std::array<JsonShape, N>& shapes, std::string_view what) {
    const JsonShape* found = nullptr;
    for (std::uint32_t i = at(object).first; i != kNone; i = at(i).next) {
      for (const JsonShape& shape : shapes) {
        if (outline_.key(at(i)) != text(shape.tag) || found == &shape) continue;
        if (found != nullptr && (found->required & bit(shape.tag)) != 0) continue;
        if (found != nullptr) {
          // {"op", "args"} style members of the first shape are no second tag.
          wrong(at(i).key, "bad-shape", fmt::format("{} cannot have both '{}' and '{}'", what, text(found->tag), text(shape.tag)));
          return nullptr;
        }
        found = &shape;
      }
    }
    if (found == nullptr) {
      std::string tags;
      std::vector<std::string_view> known;
      for (const JsonShape& shape : shapes) {
        tags += (tags.empty() ? "" : ", ") + std::string(text(shape.tag));
        known.push_back(text(shape.tag));
      }
      std::string_view near;
      if (at(object).first != kNone) near = nearest_word(outline_.key(at(at(object).first)), known);
      wrong(at(object).range, "bad-shape", fmt::format("{} has one of the members {}", what, tags), std::string(near));
      return nullptr;
    }
    const std::string named = fmt::format("{} with '{}'", what, text(found->tag));
    const JsonKeySet seen = check_keys(object, bit(found->tag) | found->required | found->optional, named);
    for (std::size_t k = 0; k < kJsonKeyCount; ++k) {
      if ((found->required >> k & 1U) != 0 && (seen >> k & 1U) == 0) {
        wrong(at(object).range, "missing-key", fmt::format("{} needs the member '{}'", named, kJsonKeyText[k]));
      }
    }
    return found;
  }

  // Forward: roles and shapes.
  // `levels`: 0 where the language nests nothing, as between a chain of operators and its first operand.
  void expect_expression(std::uint32_t i, std::uint32_t levels = 1) {
    if (i == kNone || !is(i, JsonKind::Object, "an expression")) return;
    roles_[i] = Role::Expression;
    enter(i, levels);
  }
  void enter(std::uint32_t i, std::uint32_t levels) {
    depths_[i] = depth_ + levels;
    if (depths_[i] <= limits_.max_nesting || full_) return;
    full_ = true;
    diagnostics_.limit({at(i).range.begin, at(i).range.begin + 1},
                       fmt::format("this is nested deeper than the limit of {} levels", limits_.max_nesting), "--max-nesting");
  }
  void expect_name(std::uint32_t i, std::string_view what, bool bound) {
    if (i == kNone || !is(i, JsonKind::String, what)) return;
    const std::string_view word = text_of(i);
    if (bound ? !lang::is_bindable_name(word) : !lang::is_usable_name(word)) {
      wrong(i, "bad-name", fmt::format("'{}' is not a name", word));
    }
  }
  // `as` after an expression is the cast operator and `if` begins a conditional, so the language cannot write these names there.
  void refuse_word(std::uint32_t i, std::string_view word) {
    if (i != kNone && at(i).kind == JsonKind::String && text_of(i) == word) {
      wrong(i, "bad-name", fmt::format("'{}' cannot be a name here: the language could not write it", word));
    }
  }
  void expect_statements(std::uint32_t list, std::uint32_t levels) {
    if (list == kNone || !is(list, JsonKind::Array, "a list of statements")) return;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      if (!is(i, JsonKind::Object, "a statement")) continue;
      roles_[i] = Role::Statement;
      enter(i, levels);
    }
  }
  void expect_expressions(std::uint32_t list, std::string_view what) {
    if (list == kNone || !is(list, JsonKind::Array, what)) return;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) expect_expression(i);
  }
  void expect_type(std::uint32_t i) { expect_name(i, "a type", true); }
  void expect_true(std::uint32_t i) {
    if (i != kNone && is(i, JsonKind::Boolean, "a switch") && !at(i).boolean) wrong(i, "bad-shape", "a switch is true or left out");
  }
  void expect_string(std::uint32_t i, std::string_view what) {
    if (i != kNone) is(i, JsonKind::String, what);
  }

  void check_graph() {
    if (!is(0, JsonKind::Object, "a graph")) return;
    const JsonKeySet seen = check_keys(0, bit(JsonKey::Polydat) | bit(JsonKey::Statements), "a graph");
    for (const JsonKey key : {JsonKey::Polydat, JsonKey::Statements}) {
      if ((seen & bit(key)) == 0) wrong(0, "missing-key", fmt::format("a graph needs the member '{}'", text(key)));
    }
    if (const std::uint32_t version = member(0, JsonKey::Polydat); version != kNone && outline_.slice(at(version)) != "1") {
      wrong(version, "bad-version", "this version of polydat reads graphs of version 1");
    }
    expect_statements(member(0, JsonKey::Statements), 0);
  }

  void check_statement(std::uint32_t i) {
    const JsonShape* shape = shape_of(i, kStatementShapes, "a statement");
    if (shape == nullptr) {
      roles_[i] = Role::None;
      return;
    }
    tags_[i] = shape->tag;
    const std::uint32_t tag = member(i, shape->tag);
    if (shape->tag == JsonKey::Names) {
      check_binding(i, tag);
    } else if (shape->tag == JsonKey::For) {
      check_for_text(tag);
    } else {
      expect_name(tag, "a name", true);
      if (shape->tag != JsonKey::Input && shape->tag != JsonKey::Extern) refuse_word(tag, "as");
    }
    expect_type(member(i, JsonKey::Type));
    expect_expression(member(i, JsonKey::Default), 0);
    expect_expression(member(i, JsonKey::Source), 0);
    expect_expression(member(i, JsonKey::Over), 0);
    for (const JsonKey key : {JsonKey::Params, JsonKey::Outputs}) {
      if (const std::uint32_t list = member(i, key); list != kNone) check_typed_names(list, key == JsonKey::Params);
    }
    expect_statements(member(i, JsonKey::Body), 1);
    if (shape->tag == JsonKey::Tile) check_tile(i);
  }

  void check_binding(std::uint32_t i, std::uint32_t names) {
    const std::uint32_t modifiers = member(i, JsonKey::Modifiers);
    bool constant = false, shared = false, other = false;
    if (modifiers != kNone && is(modifiers, JsonKind::Array, "the list of modifiers")) {
      std::vector<std::string_view> seen;
      for (std::uint32_t m = at(modifiers).first; m != kNone; m = at(m).next) {
        if (!is(m, JsonKind::String, "a modifier")) continue;
        const std::string_view word = text_of(m);
        if (word != "const" && word != "shared" && word != "volatile") {
          wrong(m, "bad-modifier", "a modifier is const, shared or volatile");
        } else if (std::find(seen.begin(), seen.end(), word) != seen.end()) {
          wrong(m, "duplicate-modifier", fmt::format("'{}' is written twice", word));
        }
        seen.push_back(word);
        constant |= word == "const";
        shared |= word == "shared";
        other |= word != "const";
      }
      if (constant && other) wrong(modifiers, "modifier-conflict", "a binding cannot be const and also shared or volatile");
    }
    if (const std::uint32_t type = member(i, JsonKey::Type); type != kNone && !shared) {
      wrong(type, "annotation-without-shared", "only a shared binding takes a type");
    }
    const std::uint32_t value = member(i, JsonKey::Value);
    expect_expression(value, 0);
    if (value != kNone && at(value).kind == JsonKind::Object) bound_value_ = value;
    if (!is(names, JsonKind::Array, "the list of names")) return;
    const std::uint32_t targets = count(names);
    if (targets == 0) wrong(names, "bad-shape", "a binding has at least one name");
    for (std::uint32_t n = at(names).first; n != kNone; n = at(n).next) {
      // After a modifier the three soft words are names too.
      const bool modified = modifiers != kNone && at(modifiers).first != kNone && targets == 1;
      expect_name(n, "a name", !modified);
      refuse_word(n, "as");
    }
    if (targets > 1) {
      if (modifiers != kNone && at(modifiers).first != kNone) wrong(modifiers, "modifier-on-tuple", "several names take no modifier");
      if (value != kNone && at(value).kind == JsonKind::Object && member(value, JsonKey::Call) == kNone) {
        wrong(value, "tuple-needs-call", "only a call gives several values");
      }
    }
  }

  void check_for_text(std::uint32_t i) {
    if (!is(i, JsonKind::String, "a comprehension")) return;
    if (!lang::is_capturable_for(text_of(i))) {
      wrong(i, "bad-for-text", "the language could not write this comprehension: outside brackets and strings it holds no line end, "
                               "no comment and no '{' but '{name}'");
    }
  }

  void check_typed_names(std::uint32_t list, bool params) {
    const std::string_view what = params ? "the list of parameters" : "the list of outputs";
    if (!is(list, JsonKind::Array, what)) return;
    if (!params && at(list).first == kNone) wrong(list, "bad-shape", "a module has at least one output");
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      if (!is(i, JsonKind::Object, params ? "a parameter" : "an output")) continue;
      const JsonKeySet wanted = bit(JsonKey::Name) | bit(JsonKey::Type);
      if (check_keys(i, wanted, params ? "a parameter" : "an output") != wanted) {
        wrong(i, "missing-key", "a name and a type are needed");
        continue;
      }
      expect_name(member(i, JsonKey::Name), "a name", false);
      expect_type(member(i, JsonKey::Type));
    }
  }

  void check_tile(std::uint32_t i) {
    expect_string(member(i, JsonKey::Template), "a template");
    expect_string(member(i, JsonKey::Sigil), "a sigil");
    for (const JsonKey key : {JsonKey::Strict, JsonKey::Instring, JsonKey::Structural}) expect_true(member(i, key));
    const std::uint32_t encoding = member(i, JsonKey::Encoding);
    if (encoding != kNone && is(encoding, JsonKind::String, "an encoding")) {
      const std::string_view word = text_of(encoding);
      if (word != "json" && word != "text" && word != "csv") {
        wrong(encoding, "unknown-encoding", fmt::format("'{}' is not an encoding; they are json, text and csv", word));
      } else if (word != "json" && member(i, JsonKey::Structural) != kNone) {
        wrong(encoding, "unknown-encoding", "a structural tile is encoded as json");
      }
    }
    const std::uint32_t delims = member(i, JsonKey::Delims);
    if (delims != kNone && is(delims, JsonKind::Array, "the pair of delimiters")) {
      if (count(delims) != 2) wrong(delims, "bad-shape", "there are two delimiters, the opening and the closing one");
      for (std::uint32_t d = at(delims).first; d != kNone; d = at(d).next) is(d, JsonKind::String, "a delimiter");
    }
  }

  void check_expression(std::uint32_t i) {
    const JsonShape* shape = shape_of(i, kExpressionShapes, "an expression");
    if (shape == nullptr) {
      roles_[i] = Role::None;
      return;
    }
    tags_[i] = shape->tag;
    const std::uint32_t tag = member(i, shape->tag);
    const std::uint32_t args = member(i, JsonKey::Args);
    if (shape->tag == JsonKey::Wire) {
      expect_name(tag, "the name of a wire", false);
      refuse_word(tag, "if");
    } else if (shape->tag == JsonKey::Field) {
      check_field(tag);
    } else if (shape->tag == JsonKey::Op) {
      check_operator(tag, args);
    } else if (shape->tag == JsonKey::As) {
      if (is(tag, JsonKind::String, "a type") && !type_from_keyword(text_of(tag))) {
        wrong(tag, "unknown-type", fmt::format("'{}' is not a type", text_of(tag)));
      }
      expect_expression(member(i, JsonKey::Value), 0);
    } else if (shape->tag == JsonKey::Call) {
      expect_name(tag, "the name of a function", false);
      refuse_word(tag, "if");
      check_arguments(args);
    } else if (shape->tag == JsonKey::If) {
      expect_expressions(tag, "the list of condition and branches");
    } else if (shape->tag == JsonKey::List) {
      expect_expressions(tag, "the list of elements");
    } else if (shape->tag == JsonKey::Paren) {
      expect_expression(tag);
    } else if (shape->tag == JsonKey::Interpolate) {
      if (!is(tag, JsonKind::Array, "the list of parts")) return;
      for (std::uint32_t p = at(tag).first; p != kNone; p = at(p).next) {
        if (at(p).kind != JsonKind::String) expect_expression(p);
      }
    } else if (shape->tag == JsonKey::For) {
      if (i != bound_value_) wrong(i, "producer-in-expression", "a comprehension may only be the whole value of a binding");
      check_for_text(tag);
      if (at(tag).kind == JsonKind::String && lang::is_bindable_name(text_of(tag))) {
        wrong(tag, "bare-producer", "the name of a producer alone is not a producer");
      }
    } else {
      check_literal(shape->tag, tag);
    }
  }

  void check_field(std::uint32_t path) {
    if (!is(path, JsonKind::Array, "the path of a field")) return;
    if (count(path) < 2) wrong(path, "bad-shape", "a path has at least two names");
    for (std::uint32_t i = at(path).first; i != kNone; i = at(i).next) expect_name(i, "a name", false);
    refuse_word(at(path).first, "if");
  }

  void check_operator(std::uint32_t op, std::uint32_t args) {
    if (args != kNone && is(args, JsonKind::Array, "the list of operands")) {
      // In a chain of operators only an operand that needs parentheses nests.
      const bool chain = count(args) == 2;
      const bool to_the_right = at(op).kind == JsonKind::String && text_of(op) == "**";
      for (std::uint32_t i = at(args).first; i != kNone; i = at(i).next) {
        const bool flat = (i == at(args).first) != to_the_right;
        const bool operation = at(i).kind == JsonKind::Object && member(i, JsonKey::Op) != kNone;
        expect_expression(i, !chain || (operation && !flat) ? 1 : 0);
      }
    }
    if (!is(op, JsonKind::String, "an operator")) return;
    const std::string_view word = text_of(op);
    const bool prefix = word == "neg" || word == "!";
    if (!prefix && !is_binary_operator(word)) {
      wrong(op, "unknown-operator", fmt::format("'{}' is not an operator", word));
      return;
    }
    if (args == kNone || at(args).kind != JsonKind::Array) return;
    if (count(args) != (prefix ? 1U : 2U)) {
      wrong(args, "bad-shape", fmt::format("the operator '{}' takes {}", word, prefix ? "one operand" : "two operands"));
    }
  }

  void check_arguments(std::uint32_t args) {
    if (args == kNone || !is(args, JsonKind::Array, "the list of arguments")) return;
    for (std::uint32_t i = at(args).first; i != kNone; i = at(i).next) {
      if (!is(i, JsonKind::Object, "an argument")) continue;
      const std::uint32_t name = member(i, JsonKey::Name);
      if (name == kNone) {
        roles_[i] = Role::Expression;
        enter(i, 1);
        continue;
      }
      const JsonKeySet wanted = bit(JsonKey::Name) | bit(JsonKey::Value);
      if (check_keys(i, wanted, "a named argument") != wanted) {
        wrong(i, "missing-key", "a named argument has a name and a value");
        continue;
      }
      roles_[i] = Role::NamedArgument;
      expect_name(name, "the name of a parameter", false);
      expect_expression(member(i, JsonKey::Value));
    }
  }

  void check_literal(JsonKey tag, std::uint32_t i) {
    if (tag == JsonKey::Str) {
      is(i, JsonKind::String, "a text");
    } else if (tag == JsonKey::Bool) {
      is(i, JsonKind::Boolean, "a truth value");
    } else if (tag == JsonKey::U64) {
      if (!read_u64(i)) wrong(i, "bad-integer", "an integer is decimal digits, at most 18446744073709551615");
    } else if (!read_f64(i)) {
      wrong(i, "bad-float", "a float is a JSON number or a text such as \"1.5\" or \"-2e3\", within the range of f64");
    }
  }
  std::optional<std::uint64_t> read_u64(std::uint32_t i) const {
    if (at(i).kind == JsonKind::String) return lang::read_decimal(text_of(i));
    if (at(i).kind == JsonKind::Number) return lang::read_decimal(outline_.slice(at(i)));
    return std::nullopt;
  }
  std::optional<double> read_f64(std::uint32_t i) const {
    if (at(i).kind == JsonKind::Number) return lang::read_double(outline_.slice(at(i)));
    if (at(i).kind != JsonKind::String) return std::nullopt;
    const std::string_view word = text_of(i);
    const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
    if (digits.empty() || digits[0] < '0' || digits[0] > '9') return std::nullopt;
    const lang::NumberLiteral literal = lang::read_number_literal(digits);
    // Only a float by 1.5: no suffix, no hexadecimal, nothing after it.
    const bool plain = digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
    if (!literal.is_float || literal.size != digits.size() || !plain || !literal.error_code.empty()) return std::nullopt;
    return lang::read_double(word);
  }

  // Backward: the tree.
  std::optional<ExprId> expression_of(std::uint32_t i) const {
    if (i == kNone || results_[i] == kNone) return std::nullopt;
    return ExprId{results_[i]};
  }
  ExprId add(Expr expr) {
    if (program_.exprs.size() / 4 >= limits_.max_nodes && !full_) {
      full_ = true;
      diagnostics_.limit(expr.range, fmt::format("the text holds more expressions than a graph of {} nodes can need", limits_.max_nodes), "--max-nodes");
    }
    program_.exprs.push_back(std::move(expr));
    return {static_cast<std::uint32_t>(program_.exprs.size() - 1)};
  }
  lang::Name name_of(std::uint32_t i) const { return {std::string(text_of(i)), at(i).range}; }
  std::vector<lang::Arg> arguments(std::uint32_t list) const {
    std::vector<lang::Arg> args;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      lang::Arg arg;
      std::uint32_t value = i;
      if (roles_[i] == Role::NamedArgument) {
        arg.name = text_of(member(i, JsonKey::Name));
        arg.name_range = at(member(i, JsonKey::Name)).range;
        value = member(i, JsonKey::Value);
      }
      arg.value = *expression_of(value);
      args.push_back(std::move(arg));
    }
    return args;
  }

  void make_expression(std::uint32_t i) {
    const std::uint32_t tag = member(i, tags_[i]);
    Expr expr;
    expr.range = at(i).range;
    expr.head = at(tag).range;
    switch (tags_[i]) {
      case JsonKey::U64:
        expr.kind = ExprKind::Int;
        expr.integer = *read_u64(tag);
        break;
      case JsonKey::F64: make_float(expr, *read_f64(tag)); break;
      case JsonKey::Str:
        expr.kind = ExprKind::Str;
        expr.text = text_of(tag);
        expr.verbatim = true;
        break;
      case JsonKey::Bool:
        expr.kind = ExprKind::Bool;
        expr.integer = at(tag).boolean ? 1 : 0;
        break;
      case JsonKey::Wire:
        expr.kind = ExprKind::Wire;
        expr.text = text_of(tag);
        break;
      case JsonKey::Field:
        expr.kind = ExprKind::Field;
        for (std::uint32_t p = at(tag).first; p != kNone; p = at(p).next) {
          expr.path.emplace_back(text_of(p));
          expr.text += (expr.text.empty() ? "" : "__") + std::string(text_of(p));
        }
        break;
      case JsonKey::Op: make_operation(expr, text_of(tag), member(i, JsonKey::Args)); break;
      case JsonKey::As:
        expr.kind = ExprKind::As;
        expr.text = text_of(tag);
        expr.args.resize(1);
        expr.args[0].value = *expression_of(member(i, JsonKey::Value));
        break;
      case JsonKey::If:
        expr.kind = ExprKind::If;
        expr.text = "if";
        expr.if_call = true;
        expr.args = arguments(tag);
        break;
      case JsonKey::Call:
        expr.kind = ExprKind::Call;
        expr.text = text_of(tag);
        expr.args = arguments(member(i, JsonKey::Args));
        break;
      case JsonKey::List:
        expr.kind = ExprKind::List;
        expr.args = arguments(tag);
        break;
      case JsonKey::Interpolate: make_interpolation(expr, tag); break;
      case JsonKey::For:
        expr.kind = ExprKind::ForText;
        expr.text = text_of(tag);
        break;
      case JsonKey::Paren:
        results_[i] = results_[tag];
        program_.at(ExprId{results_[i]}).parenthesised = true;
        return;
      case JsonKey::Args: case JsonKey::Body: case JsonKey::Cursor: case JsonKey::Default: case JsonKey::Delims:
      case JsonKey::Encoding: case JsonKey::Extern: case JsonKey::Input: case JsonKey::Instring: case JsonKey::Modifiers:
      case JsonKey::Module: case JsonKey::Name: case JsonKey::Names: case JsonKey::Outputs: case JsonKey::Over:
      case JsonKey::Params: case JsonKey::Polydat: case JsonKey::Pragma: case JsonKey::Sigil: case JsonKey::Source:
      case JsonKey::Statements: case JsonKey::Strict: case JsonKey::Structural: case JsonKey::Template: case JsonKey::Tile:
      case JsonKey::Type: case JsonKey::Value:
        return;  // no expression has this tag
    }
    results_[i] = add(std::move(expr)).index;
  }

  // A negative number is a minus and a literal, as in the language. Only -0.0 stays one literal: there -x is 0.0 - x.
  void make_float(Expr& expr, double value) {
    if (value < 0) {
      Expr literal = expr;
      literal.kind = ExprKind::Float;
      literal.number = -value;
      expr.kind = ExprKind::Unary;
      expr.text = "-";
      expr.args.resize(1);
      expr.args[0].value = add(std::move(literal));
      return;
    }
    expr.kind = ExprKind::Float;
    expr.number = value;
  }

  void make_operation(Expr& expr, std::string_view op, std::uint32_t args) {
    expr.args = arguments(args);
    expr.kind = expr.args.size() == 1 ? ExprKind::Unary : ExprKind::Binary;
    expr.text = op == "neg" ? "-" : op;
    if (expr.kind == ExprKind::Binary && op == "+") {
      Expr& right = program_.at(expr.args[1].value);
      if (right.kind == ExprKind::Binary && right.text == "+") right.parenthesised = true;
    }
  }

  void make_interpolation(Expr& expr, std::uint32_t list) {
    bool placeholders = false;
    for (std::uint32_t p = at(list).first; p != kNone; p = at(p).next) {
      if (at(p).kind == JsonKind::String) {
        const bool joined = !expr.parts.empty() && !expr.parts.back().expr;
        if (!joined) expr.parts.emplace_back();
        expr.parts.back().text += text_of(p);
      } else {
        expr.parts.emplace_back();
        expr.parts.back().expr = expression_of(p);
        placeholders = true;
      }
    }
    expr.kind = ExprKind::Interpolate;
    if (placeholders) return;
    // Nothing to interpolate: a text.
    expr.kind = ExprKind::Str;
    expr.verbatim = true;
    for (const lang::StrPart& part : expr.parts) expr.text += part.text;
    expr.parts.clear();
  }

  std::vector<Statement> take_statements(std::uint32_t list) {
    std::vector<Statement> statements;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      if (results_[i] != kNone) statements.push_back(std::move(made_[results_[i]]));
    }
    return statements;
  }
  std::vector<lang::TypedName> typed_names(std::uint32_t list) const {
    std::vector<lang::TypedName> names;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      const std::uint32_t type = member(i, JsonKey::Type);
      names.push_back({name_of(member(i, JsonKey::Name)), std::string(text_of(type)), at(type).range});
    }
    return names;
  }

  void make_statement(std::uint32_t i) {
    const JsonKey tag = tags_[i];
    const std::uint32_t named = member(i, tag);
    const std::uint32_t type = member(i, JsonKey::Type);
    Statement s;
    s.range = at(i).range;
    if (type != kNone) {
      s.type = text_of(type);
      s.type_range = at(type).range;
    }
    if (const std::uint32_t body = member(i, JsonKey::Body); body != kNone) s.body = take_statements(body);
    if (tag == JsonKey::Names) {
      s.kind = StatementKind::Binding;
      for (std::uint32_t n = at(named).first; n != kNone; n = at(n).next) s.targets.push_back(name_of(n));
      s.is_tuple = s.targets.size() > 1;
      if (const std::uint32_t modifiers = member(i, JsonKey::Modifiers); modifiers != kNone) {
        for (std::uint32_t m = at(modifiers).first; m != kNone; m = at(m).next) s.modifiers.push_back(name_of(m));
      }
      s.value = expression_of(member(i, JsonKey::Value));
    } else if (tag == JsonKey::For) {
      s.kind = StatementKind::For;
      s.text = text_of(named);
      s.name.range = at(named).range;
    } else {
      s.name = name_of(named);
      make_named_statement(s, tag, i);
    }
    results_[i] = static_cast<std::uint32_t>(made_.size());
    made_.push_back(std::move(s));
  }

  void make_named_statement(Statement& s, JsonKey tag, std::uint32_t i) {
    if (tag == JsonKey::Input) {
      s.kind = StatementKind::Input;
      s.inputs.push_back({std::move(s.name), std::move(s.type), s.type_range});
      s.name = {};
      s.type.clear();
      s.type_range = {};
    } else if (tag == JsonKey::Extern) {
      s.kind = StatementKind::Extern;
      s.value = expression_of(member(i, JsonKey::Default));
    } else if (tag == JsonKey::Cursor) {
      s.kind = StatementKind::Cursor;
      s.value = expression_of(member(i, JsonKey::Source));
      s.over = expression_of(member(i, JsonKey::Over));
    } else if (tag == JsonKey::Pragma) {
      s.kind = StatementKind::Pragma;
    } else if (tag == JsonKey::Module) {
      s.kind = StatementKind::Module;
      s.params = typed_names(member(i, JsonKey::Params));
      s.outputs = typed_names(member(i, JsonKey::Outputs));
    } else {
      s.kind = StatementKind::Tile;
      s.text = text_of(member(i, JsonKey::Template));
      s.type_range = at(member(i, JsonKey::Template)).range;
      if (const std::uint32_t e = member(i, JsonKey::Encoding); e != kNone) s.encoding = text_of(e);
      if (const std::uint32_t e = member(i, JsonKey::Sigil); e != kNone) s.sigil = text_of(e);
      if (const std::uint32_t delims = member(i, JsonKey::Delims); delims != kNone) {
        for (std::uint32_t d = at(delims).first; d != kNone; d = at(d).next) s.delims.emplace_back(text_of(d));
      }
      s.strict = member(i, JsonKey::Strict) != kNone;
      s.instring = member(i, JsonKey::Instring) != kNone;
      s.structural = member(i, JsonKey::Structural) != kNone;
      if (s.structural) s.encoding = "json";
    }
  }

  const JsonOutline& outline_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  std::vector<Role> roles_;
  std::vector<JsonKey> tags_;           // Statement, Expression: the telling member
  std::vector<std::uint32_t> results_;  // Expression: its ExprId; Statement: into made_
  std::vector<std::uint32_t> depths_;   // Statement, Expression: levels of nesting around it
  std::uint32_t depth_ = 0;             // of what is being checked
  std::vector<Statement> made_;
  lang::Program program_;
  std::uint32_t bound_value_ = kNone;   // the value of the binding that was checked last; it is checked next
  std::size_t errors_ = 0;
  bool full_ = false;
};

}  // namespace

lang::Program read_json_graph(const Source& source, const Limits& limits, Diagnostics& diagnostics) {
  const std::optional<JsonOutline> outline = read_json_outline(source, limits, diagnostics);
  if (!outline) return {};
  return GraphReader(*outline, limits, diagnostics).read();
}

}  // namespace polydat
