// Operator precedence into a list of operations, with a stack of its own.
#include "graph/comprehension_expression.h"

#include <algorithm>

#include "lang/lexer.h"
#include "nodes/catalog.h"

namespace polydat {

namespace {

using lang::Token;
using lang::TokenKind;
using Op = ExpressionOp;

struct BinaryOperator {
  TokenKind token;
  Op op;
  std::uint8_t level;  // of the table in language 2.1
};
constexpr BinaryOperator kOperators[] = {
    {TokenKind::OrOr, Op::Or, 1},
    {TokenKind::AndAnd, Op::And, 2},
    {TokenKind::Equal, Op::Equal, 3},
    {TokenKind::NotEqual, Op::NotEqual, 3},
    {TokenKind::Less, Op::Less, 4},
    {TokenKind::Greater, Op::Greater, 4},
    {TokenKind::LessEqual, Op::LessEqual, 4},
    {TokenKind::GreaterEqual, Op::GreaterEqual, 4},
    {TokenKind::Pipe, Op::BitOr, 5},
    {TokenKind::Caret, Op::BitXor, 6},
    {TokenKind::Ampersand, Op::BitAnd, 7},
    {TokenKind::ShiftLeft, Op::ShiftLeft, 8},
    {TokenKind::ShiftRight, Op::ShiftRight, 8},
    {TokenKind::Plus, Op::Add, 9},
    {TokenKind::Minus, Op::Subtract, 9},
    {TokenKind::Star, Op::Multiply, 10},
    {TokenKind::Slash, Op::Divide, 10},
    {TokenKind::Percent, Op::Remainder, 10},
    {TokenKind::StarStar, Op::Power, 11},
};
constexpr std::uint8_t kInLevel = 4;
constexpr std::uint8_t kUnaryLevel = 12;

class Reader {
 public:
  Reader(std::string_view text, const FindReference& find, PartFault& fault) : text_(text), find_(find), fault_(fault) {
    lang::Lexer lexer(text);
    do tokens_.push_back(lexer.next());
    while (tokens_.back().kind != TokenKind::End);
  }

  std::optional<ComprehensionExpression> read() {
    bool wants_operand = true;
    for (;;) {
      const Token& token = tokens_[at_];
      if (!token.error_code.empty()) return fail(token.error, text_of(token)), std::nullopt;
      if (token.kind == TokenKind::End) break;
      if (!(wants_operand ? operand(token, wants_operand) : after_operand(token, wants_operand))) return std::nullopt;
    }
    if (wants_operand) return fail("an operand is missing at the end", text_.substr(text_.size())), std::nullopt;
    while (!pending_.empty()) {
      if (pending_.back().is_bracket) return fail("a bracket is never closed", text_.substr(pending_.back().at, 1)), std::nullopt;
      apply();
    }
    measure_stack();
    return std::move(out_);
  }

 private:
  struct Pending {
    Op op = Op::None;
    std::uint8_t level = 0;
    bool is_bracket = false;  // ( of a group or a call, [ of a list
    bool is_call = false;
    bool is_list = false;
    std::uint32_t count = 0;  // Call, In: values so far
    std::uint32_t index = 0;  // Call
    std::uint32_t at = 0;     // of the bracket
  };

  bool fail(std::string message, std::string_view part) {
    fault_.message = std::move(message);
    fault_.part = part;
    return false;
  }
  std::string_view text_of(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  bool unexpected(const Token& token) { return fail("'" + std::string(text_of(token)) + "' is not expected there", text_of(token)); }
  const Token& after(std::size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }

  void emit(Op op, std::uint32_t index = 0, std::uint32_t count = 0) { out_.steps.push_back({op, index, count}); }
  void constant(Value value) {
    out_.constants.push_back(std::move(value));
    emit(Op::Constant, static_cast<std::uint32_t>(out_.constants.size() - 1));
  }
  void reference(std::string_view name, bool in_braces) {
    const std::optional<std::uint32_t> index = find_(name, in_braces);
    if (index.has_value()) emit(Op::Reference, *index);
    else emit(Op::None);
  }
  void apply() {
    const Pending& top = pending_.back();
    emit(top.op, top.index, top.count);
    pending_.pop_back();
  }

  bool operand(const Token& token, bool& wants_operand) {
    wants_operand = false;
    const TokenKind kind = token.kind;
    if (kind == TokenKind::Minus || kind == TokenKind::Bang || kind == TokenKind::LeftParen) {
      wants_operand = true;
      if (kind == TokenKind::LeftParen) pending_.push_back({.is_bracket = true, .at = token.begin});
      else pending_.push_back({.op = kind == TokenKind::Minus ? Op::Negate : Op::Not, .level = kUnaryLevel});
    } else if (kind == TokenKind::Int) {
      constant(Value::u64(token.integer));
    } else if (kind == TokenKind::Float) {
      constant(Value::f64(token.number));
    } else if (kind == TokenKind::Str) {
      string(text_of(token));
    } else if (kind == TokenKind::LeftBrace) {
      if (!lang::is_name(text_of(after(1))) || after(2).kind != TokenKind::RightBrace) return unexpected(token);
      reference(text_of(after(1)), true);
      at_ += 2;
    } else if (kind == TokenKind::RightParen) {  // a call without arguments
      const bool empty = !pending_.empty() && pending_.back().is_call && pending_.back().count == 0;
      if (!empty || tokens_[at_ - 1].kind != TokenKind::LeftParen) return unexpected(token);
      close_call();
    } else if (lang::is_name(text_of(token))) {
      return name(token, wants_operand);
    } else {
      return unexpected(token);
    }
    ++at_;
    return true;
  }

  bool name(const Token& token, bool& wants_operand) {
    const std::string_view word = text_of(token);
    if (after(1).kind != TokenKind::LeftParen) {
      if (word == "true" || word == "false") constant(Value::boolean(word == "true"));
      else reference(word, false);
      ++at_;
      return true;
    }
    const NodeDef* def = find_node(word);
    if (def == nullptr) {
      const std::string_view near = nearest_word(word, all_node_names());
      return fail("unknown function `" + std::string(word) + "`" + (near.empty() ? "" : "; did you mean `" + std::string(near) + "`?"),
                  word);
    }
    Pending call{.op = Op::Call, .is_bracket = true, .is_call = true};
    call.index = static_cast<std::uint32_t>(out_.calls.size());
    call.at = after(1).begin;
    out_.calls.push_back({def, {}});
    pending_.push_back(call);
    at_ += 2;
    argument_name();
    wants_operand = true;
    return true;
  }

  // `name:` before an argument.
  void argument_name() {
    std::vector<std::string>& names = out_.calls[pending_.back().index].argument_names;
    names.emplace_back();
    if (!lang::is_name(text_of(tokens_[at_])) || after(1).kind != TokenKind::Colon) return;
    names.back() = std::string(text_of(tokens_[at_]));
    at_ += 2;
  }

  void close_call() {
    Pending& top = pending_.back();
    emit(Op::Call, top.index, top.count);
    pending_.pop_back();
  }

  bool after_operand(const Token& token, bool& wants_operand) {
    for (const BinaryOperator& row : kOperators) {
      if (row.token != token.kind) continue;
      binary(row.op, row.level, row.op == Op::Power);
      wants_operand = true;
      ++at_;
      return true;
    }
    if (text_of(token) == "in" && after(1).kind == TokenKind::LeftBracket) {
      reduce(kInLevel, false);
      pending_.push_back({.op = Op::In, .is_bracket = true, .is_list = true, .at = after(1).begin});
      at_ += 2;
      if (tokens_[at_].kind == TokenKind::RightBracket) {
        emit(Op::In, 0, 0);
        pending_.pop_back();
        ++at_;
        return true;
      }
      wants_operand = true;
      return true;
    }
    if (token.kind != TokenKind::Comma && token.kind != TokenKind::RightParen && token.kind != TokenKind::RightBracket)
      return unexpected(token);
    while (!pending_.empty() && !pending_.back().is_bracket) apply();
    if (pending_.empty()) return unexpected(token);
    Pending& top = pending_.back();
    const bool closes = token.kind != TokenKind::Comma;
    if (closes && (token.kind == TokenKind::RightBracket) != top.is_list) return unexpected(token);
    if (!closes && !top.is_call && !top.is_list) return unexpected(token);
    ++at_;
    if (top.is_call || top.is_list) ++top.count;
    if (!closes) {
      if (top.is_call) argument_name();
      wants_operand = true;
      return true;
    }
    if (top.is_call) return close_call(), true;
    if (top.is_list) emit(Op::In, 0, top.count);
    pending_.pop_back();
    return true;
  }

  void reduce(std::uint8_t level, bool right) {
    while (!pending_.empty() && !pending_.back().is_bracket &&
           (pending_.back().level > level || (pending_.back().level == level && !right)))
      apply();
  }
  void binary(Op op, std::uint8_t level, bool right) {
    reduce(level, right);
    pending_.push_back({.op = op, .level = level});
  }

  // A string literal; `{name}` in a double-quoted one is a reference.
  void string(std::string_view token) {
    const char quote = token.front();
    std::string plain;
    std::uint32_t parts = 0;
    const auto end_plain = [&] {
      if (plain.empty()) return;
      constant(Value::str(std::move(plain)));
      plain.clear();
      ++parts;
    };
    const std::string_view body = token.substr(1, token.size() - 2);
    for (std::size_t i = 0; i < body.size(); ++i) {
      const char c = body[i];
      if (c == '\\' && i + 1 < body.size()) {
        const char next = body[++i];
        if (next != 'n' && next != 't' && next != '\\' && next != quote) plain += c;
        plain += next == 'n' ? '\n' : next == 't' ? '\t' : next;
        continue;
      }
      std::size_t end = i + 1;
      while (end < body.size() && lang::is_name_char(body[end])) ++end;
      if (c != '{' || end >= body.size() || body[end] != '}' || !lang::is_name(body.substr(i + 1, end - i - 1))) {
        plain += c;
        continue;
      }
      end_plain();
      reference(body.substr(i + 1, end - i - 1), true);
      ++parts;
      i = end;
    }
    if (parts == 0) return constant(Value::str(std::move(plain)));
    end_plain();
    emit(Op::Text, 0, parts);
  }

  void measure_stack() {
    std::size_t values = 0;
    for (const ExpressionStep& step : out_.steps) {
      if (step.op == Op::Constant || step.op == Op::Reference || step.op == Op::None) ++values;
      else if (step.op == Op::Text || step.op == Op::Call) values = values - step.count + 1;
      else if (step.op == Op::In) values -= step.count;
      else if (step.op != Op::Negate && step.op != Op::Not) --values;
      out_.most_values = std::max(out_.most_values, values);
    }
  }

  std::string_view text_;
  const FindReference& find_;
  PartFault& fault_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Pending> pending_;
  ComprehensionExpression out_;
};

}  // namespace

std::optional<ComprehensionExpression> parse_comprehension_expression(std::string_view text, const FindReference& find, PartFault& fault) {
  return Reader(text, find, fault).read();
}

}  // namespace polydat
