// The first walk, forward: a container comes before its members, so each value has its role when it is reached.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "graph/json_roles.h"
#include "lang/captured_text.h"
#include "lang/number_literal.h"
#include "lang/reserved_words.h"
#include "polydat/port_type.h"

namespace polydat {

std::uint32_t JsonView::member(std::uint32_t object, JsonKey key) const {
  for (std::uint32_t i = at(object).first; i != kNone; i = at(i).next) {
    if (outline_.key(at(i)) == text(key)) return i;
  }
  return kNone;
}

std::uint32_t JsonView::count(std::uint32_t container) const {
  std::uint32_t n = 0;
  for (std::uint32_t i = at(container).first; i != kNone; i = at(i).next) ++n;
  return n;
}

std::optional<std::uint64_t> JsonView::read_u64(std::uint32_t i) const {
  if (at(i).kind == JsonKind::String) return lang::read_decimal(text_of(i));
  if (at(i).kind == JsonKind::Number) return lang::read_decimal(outline_.slice(at(i)));
  return std::nullopt;
}

std::optional<double> JsonView::read_f64(std::uint32_t i) const {
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

namespace {

bool is_binary_operator(std::string_view op) {
  for (const std::string_view known :
       {"||", "&&", "==", "!=", "<", ">", "<=", ">=", "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%", "**"}) {
    if (known == op) return true;
  }
  return false;
}

class GraphChecker : private JsonView {
 public:
  GraphChecker(const JsonOutline& outline, const Limits& limits, Diagnostics& diagnostics)
      : JsonView(outline),
        limits_(limits),
        diagnostics_(diagnostics),
        depths_(outline.items.size(), 0),
        is_argument_(outline.items.size(), false) {
    out_.roles.assign(outline.items.size(), JsonRole::None);
    out_.tags.assign(outline.items.size(), JsonKey::Wire);
  }

  std::optional<JsonRoles> check() {
    check_graph();
    for (std::uint32_t i = 0; i < outline_.items.size() && !full_; ++i) {
      depth_ = depths_[i];
      if (out_.roles[i] == JsonRole::Statement) check_statement(i);
      if (out_.roles[i] == JsonRole::Expression) check_expression(i);
    }
    if (full_ || (mistakes_.size() > 0 && !has_statements_)) return std::nullopt;
    drop_statements();
    return std::move(out_);
  }

 private:
  // Mistakes.
  bool wrong(SourceRange range, std::string_view code, std::string message, std::string suggestion = {}) {
    mistakes_.push_back(range.begin);
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
        // What stands beside it is read all the same.
        diagnostics_.error("unknown-key", at(i).key, fmt::format("{} has no member '{}'", what, word)).suggestion =
            nearest_word(word, known);
        continue;
      }
      if ((seen & bit(*key)) != 0) diagnostics_.error("duplicate-key", at(i).key, fmt::format("the member '{}' is written twice", word));
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
    out_.roles[i] = JsonRole::Expression;
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
      out_.roles[i] = JsonRole::Statement;
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
    const std::uint32_t statements = member(0, JsonKey::Statements);
    has_statements_ = statements != kNone && at(statements).kind == JsonKind::Array;
    expect_statements(statements, 0);
  }

  // Statements of the graph with a mistake anywhere in them are not read; using a name that they may bind is no further mistake.
  void drop_statements() {
    if (mistakes_.empty()) return;
    std::sort(mistakes_.begin(), mistakes_.end());
    out_.unread.any = true;
    for (std::uint32_t i = at(member(0, JsonKey::Statements)).first; i != kNone; i = at(i).next) {
      const auto mistake = std::lower_bound(mistakes_.begin(), mistakes_.end(), at(i).range.begin);
      if (mistake == mistakes_.end() || *mistake >= at(i).range.end) continue;
      const std::uint32_t end = at(i).next == kNone ? static_cast<std::uint32_t>(outline_.items.size()) : at(i).next;
      std::fill(out_.roles.begin() + i, out_.roles.begin() + end, JsonRole::None);
      note_unread(i);
    }
  }
  void note_unread(std::uint32_t statement) {
    const std::size_t before = out_.unread.names.size();
    const auto add = [&](std::uint32_t i) {
      if (i != kNone && at(i).kind == JsonKind::String) out_.unread.names.emplace_back(text_of(i));
    };
    if (at(statement).kind == JsonKind::Object) {
      for (const JsonKey key : {JsonKey::Input, JsonKey::Extern, JsonKey::Cursor, JsonKey::Module, JsonKey::Tile})
        add(member(statement, key));
      const std::uint32_t names = member(statement, JsonKey::Names);
      if (names != kNone && at(names).kind == JsonKind::Array)
        for (std::uint32_t n = at(names).first; n != kNone; n = at(n).next) add(n);
    }
    if (out_.unread.names.size() == before) out_.unread.rest = true;
  }

  void check_statement(std::uint32_t i) {
    const JsonShape* shape = shape_of(i, kStatementShapes, "a statement");
    if (shape == nullptr) {
      out_.roles[i] = JsonRole::None;
      return;
    }
    out_.tags[i] = shape->tag;
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
      wrong(i, "bad-for-text",
            "the language could not write this comprehension: outside brackets and strings it holds no line end, "
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
      out_.roles[i] = JsonRole::None;
      return;
    }
    out_.tags[i] = shape->tag;
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
    } else if (shape->tag == JsonKey::Text && !is_argument_[i]) {
      wrong(i, "bad-shape", "a 'text' is an argument of a call; elsewhere a string is a 'str' or an 'interpolate'");
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
        is_argument_[i] = true;
        out_.roles[i] = JsonRole::Expression;
        enter(i, 1);
        continue;
      }
      const JsonKeySet wanted = bit(JsonKey::Name) | bit(JsonKey::Value);
      if (check_keys(i, wanted, "a named argument") != wanted) {
        wrong(i, "missing-key", "a named argument has a name and a value");
        continue;
      }
      out_.roles[i] = JsonRole::NamedArgument;
      expect_name(name, "the name of a parameter", false);
      is_argument_[member(i, JsonKey::Value)] = true;
      expect_expression(member(i, JsonKey::Value));
    }
  }

  void check_literal(JsonKey tag, std::uint32_t i) {
    if (tag == JsonKey::Str || tag == JsonKey::Text) {
      is(i, JsonKind::String, "a text");
    } else if (tag == JsonKey::Bool) {
      is(i, JsonKind::Boolean, "a truth value");
    } else if (tag == JsonKey::U64) {
      if (!read_u64(i)) wrong(i, "bad-integer", "an integer is decimal digits, at most 18446744073709551615");
    } else if (!read_f64(i)) {
      wrong(i, "bad-float", "a float is a JSON number or a text such as \"1.5\" or \"-2e3\", within the range of f64");
    }
  }

  const Limits& limits_;
  Diagnostics& diagnostics_;
  JsonRoles out_;
  std::vector<std::uint32_t> depths_;    // Statement, Expression: levels of nesting around it
  std::vector<bool> is_argument_;        // Expression: of a call
  std::uint32_t depth_ = 0;              // of what is being checked
  std::uint32_t bound_value_ = kNone;    // the value of the binding that was checked last; it is checked next
  std::vector<std::uint32_t> mistakes_;  // where they begin
  bool has_statements_ = false;
  bool full_ = false;  // a limit was hit
};

}  // namespace

std::optional<JsonRoles> check_json_graph(const JsonOutline& outline, const Limits& limits, Diagnostics& diagnostics) {
  return GraphChecker(outline, limits, diagnostics).check();
}

}  // namespace polydat
