// Expressions, by operator precedence over an explicit stack (language page, 2 and 2.1).
//
// Two states take turns. Where an operand is wanted, prefix operators and opening brackets push a frame; a literal or a name is a
// value. After a value, an operator first reduces the frames that bind tighter; anything else closes the innermost bracket.
#include <fmt/format.h>

#include <array>

#include "lang/parser.h"
#include "lang/type_keywords.h"
#include "polydat/port_type.h"

namespace polydat::lang {

namespace {

struct OperatorRow {
  TokenKind token;
  std::string_view text;
  std::uint8_t level;
};
// Loosest first; level 12 is the prefix operators, 13 `as`.
constexpr std::array<OperatorRow, 19> kOperators{{
    {TokenKind::OrOr, "||", 1},       {TokenKind::AndAnd, "&&", 2},  {TokenKind::Equal, "==", 3},     {TokenKind::NotEqual, "!=", 3},
    {TokenKind::Less, "<", 4},        {TokenKind::Greater, ">", 4},  {TokenKind::LessEqual, "<=", 4}, {TokenKind::GreaterEqual, ">=", 4},
    {TokenKind::Pipe, "|", 5},        {TokenKind::Caret, "^", 6},    {TokenKind::Ampersand, "&", 7},  {TokenKind::ShiftLeft, "<<", 8},
    {TokenKind::ShiftRight, ">>", 8}, {TokenKind::Plus, "+", 9},     {TokenKind::Minus, "-", 9},      {TokenKind::Star, "*", 10},
    {TokenKind::Slash, "/", 10},      {TokenKind::Percent, "%", 10}, {TokenKind::StarStar, "**", 11},
}};

}  // namespace

std::optional<Parser::Operator> Parser::binary_operator(const Token& token) const {
  for (const OperatorRow& row : kOperators) {
    if (row.token == token.kind) return Operator{row.text, row.level, row.token == TokenKind::StarStar};
  }
  return std::nullopt;
}

bool Parser::add(Expr expr, ExprId& id) {
  // A graph within --max-nodes needs few expressions a node; without this an endless sum would fill the memory.
  if (program_.exprs.size() / 4 >= limits_.max_nodes) {
    return limit(expr.head, fmt::format("the text holds more expressions than a graph of {} nodes can need", limits_.max_nodes),
                 "--max-nodes");
  }
  id.index = static_cast<std::uint32_t>(program_.exprs.size());
  program_.exprs.push_back(std::move(expr));
  return true;
}

bool Parser::push(Frame frame) {
  frame.args_base = args_.size();
  frames_.push_back(frame);
  return frame.kind == FrameKind::Binary || enter(frame.head);
}

void Parser::begin_argument() {
  Arg arg;
  const std::size_t base = frames_.back().kind == FrameKind::Call ? 1 : 0;
  if (base == 1 && is_soft_name(peek().kind) && peek(1).kind == TokenKind::Colon) {
    arg.name_range = range_of(peek());
    arg.name = text_of(peek());
    take();
    take();
    const Frame& call = frames_.back();
    if (text_.substr(call.text_begin, call.text_size) == "if") report(arg.name_range, "named-if", "the parts of 'if' have no names");
  }
  args_.push_back(std::move(arg));
}

std::vector<Arg> Parser::take_args(std::size_t base) {
  const auto first = args_.begin() + static_cast<std::ptrdiff_t>(base);
  std::vector<Arg> args(std::make_move_iterator(first), std::make_move_iterator(args_.end()));
  args_.resize(base);
  return args;
}

std::optional<ExprId> Parser::parse_expression() {
  frames_.clear();
  args_.clear();
  const std::uint64_t depth = depth_;
  ExprId value;
  bool wants_operand = true, done = false;
  while (!done) {
    if (wants_operand) {
      bool complete = false;
      if (!parse_operand(value, complete)) return std::nullopt;
      wants_operand = !complete;
    } else if (!parse_after_value(value, wants_operand, done)) {
      return std::nullopt;
    }
  }
  depth_ = depth;
  return value;
}

// `complete`: `value` is an operand; otherwise a frame was pushed and an operand is still wanted.
bool Parser::parse_operand(ExprId& value, bool& complete) {
  complete = false;
  const Token& token = peek();
  Frame frame;
  frame.head = range_of(token);
  frame.begin = frame.head.begin;
  frame.text_begin = token.begin;
  frame.text_size = token.end - token.begin;
  switch (token.kind) {
    case TokenKind::Int:
    case TokenKind::Float: {
      Token literal = take();
      report_lexical(literal);
      Expr expr;
      expr.kind = literal.kind == TokenKind::Int ? ExprKind::Int : ExprKind::Float;
      expr.range = expr.head = range_of(literal);
      expr.integer = literal.integer;
      expr.number = literal.number;
      expr.text = text_of(literal);
      complete = true;
      return add(std::move(expr), value);
    }
    case TokenKind::Str:
    case TokenKind::Heredoc: complete = true; return parse_string_operand(value);
    case TokenKind::Name:
    case TokenKind::Input:
    case TokenKind::Cursor:
    case TokenKind::Over: return parse_name_operand(value, complete);
    case TokenKind::Minus:
    case TokenKind::Bang:
      take();
      frame.kind = FrameKind::Unary;
      return push(frame);
    case TokenKind::LeftParen: take(); return push(frame);
    case TokenKind::LeftBracket:
      take();
      frame.kind = FrameKind::List;
      if (at(TokenKind::RightBracket)) {
        take();
        Expr list;
        list.kind = ExprKind::List;
        list.head = frame.head;
        list.range = {frame.begin, last_end()};
        complete = true;
        return add(std::move(list), value);
      }
      if (!push(frame)) return false;
      begin_argument();
      return true;
    case TokenKind::For:
      fail(token, "producer-in-expression", "a 'for' may only be the whole value of a binding");
      take();  // or it would be read again, as a statement
      return false;
    case TokenKind::Dot: {
      const Token& next = peek(1);
      if (next.kind == TokenKind::Int && next.begin == token.end) {
        return fail(token, "leading-dot", "expected an expression, found '.'", "a number begins with a digit",
                    "0." + std::string(text_of(next)));
      }
      return unexpected(token, "an expression", "missing-operand");
    }
    case TokenKind::End:
    case TokenKind::Error:
    case TokenKind::TileBlock:
    case TokenKind::Const:
    case TokenKind::Extern:
    case TokenKind::Shared:
    case TokenKind::Volatile:
    case TokenKind::Pragma:
    case TokenKind::Tile:
    case TokenKind::Bind:
    case TokenKind::Arrow:
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::ShiftLeft:
    case TokenKind::ShiftRight:
    case TokenKind::AndAnd:
    case TokenKind::OrOr:
    case TokenKind::StarStar:
    case TokenKind::Plus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent:
    case TokenKind::Ampersand:
    case TokenKind::Pipe:
    case TokenKind::Caret:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::Assign:
    case TokenKind::Colon:
    case TokenKind::Comma:
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace: return unexpected(token, "an expression", "missing-operand");
  }
  return false;
}

bool Parser::parse_name_operand(ExprId& value, bool& complete) {
  // Here the next statement begins, well written or not: an operand is missing before it.
  if (peek(1).kind == TokenKind::Bind || (peek(1).kind == TokenKind::Assign && peek().first_on_line)) {
    return unexpected(peek(), "an expression", "missing-operand");
  }
  const Token name = take();
  const SourceRange head = range_of(name);
  const bool is_if = is_word(name, "if");
  const bool call = at(TokenKind::LeftParen) && !(peek().first_on_line && lexer_.opens_tuple_binding(peek().begin));
  Expr expr;
  expr.head = head;
  expr.range = head;
  expr.text = text_of(name);
  if (call || is_if) {
    Frame frame;
    frame.kind = call ? FrameKind::Call : FrameKind::If;
    frame.head = head;
    frame.begin = head.begin;
    frame.text_begin = name.begin;
    frame.text_size = name.end - name.begin;
    if (call) {
      take();
      if (at(TokenKind::RightParen)) {
        take();
        expr.kind = is_if ? ExprKind::If : ExprKind::Call;
        expr.if_call = is_if;
        expr.range.end = last_end();
        complete = true;
        return add(std::move(expr), value);
      }
    }
    if (!push(frame)) return false;
    begin_argument();
    return true;
  }
  expr.kind = ExprKind::Wire;
  if (at(TokenKind::Dot)) {
    expr.kind = ExprKind::Field;
    expr.path.push_back(expr.text);
    while (at(TokenKind::Dot)) {
      take();
      if (!is_soft_name(peek().kind)) return unexpected(peek(), "a field name after '.'", "missing-name");
      const Token part = take();
      expr.path.emplace_back(text_of(part));
      expr.text += "__";
      expr.text += text_of(part);
    }
    expr.range.end = last_end();
    expr.head = expr.range;
  }
  complete = true;
  return add(std::move(expr), value);
}

bool Parser::parse_string_operand(ExprId& value) {
  Token token = take();
  Expr expr;
  expr.kind = ExprKind::Str;
  expr.range = expr.head = range_of(token);
  if (!report_lexical(token)) {
    const bool has_braces = text_of(token).find_first_of("{}") != std::string_view::npos;  // only then is it ever looked into
    TextMap map;
    expr.text = process_string(token, has_braces ? &map : nullptr);
    if (has_braces) interpolate(expr, expr.text, map);
    if (stopped_) return false;
  }
  return add(std::move(expr), value);
}

// Makes one expression of `value` and the innermost frame, a prefix or binary operator.
void Parser::reduce(ExprId& value) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  Expr expr;
  expr.head = frame.head;
  expr.range = {frame.begin, program_.at(value).range.end};
  expr.text = text_.substr(frame.text_begin, frame.text_size);
  if (frame.kind == FrameKind::Unary) {
    expr.kind = ExprKind::Unary;
    leave();
  } else {
    expr.kind = ExprKind::Binary;
    expr.args.resize(2);
    expr.args[0].value = frame.left;
  }
  if (expr.args.empty()) expr.args.resize(1);
  expr.args.back().value = value;
  add(std::move(expr), value);
}

bool Parser::parse_after_value(ExprId& value, bool& wants_operand, bool& done) {
  while (!stopped_ && !frames_.empty() && frames_.back().kind == FrameKind::Unary) reduce(value);
  if (stopped_) return false;
  const Token& token = peek();
  if (is_word(token, "as")) return parse_cast(value);
  const std::optional<Operator> op = binary_operator(token);
  while (!frames_.empty() && frames_.back().kind == FrameKind::Binary) {
    const Frame& top = frames_.back();
    if (op && (top.level < op->level || (top.level == op->level && op->right))) break;
    reduce(value);
    if (stopped_) return false;
  }
  if (op) {
    Frame frame;
    frame.kind = FrameKind::Binary;
    frame.level = op->level;
    frame.right = op->right;
    frame.head = range_of(token);
    frame.begin = program_.at(value).range.begin;
    frame.text_begin = token.begin;
    frame.text_size = token.end - token.begin;
    frame.left = value;
    take();
    wants_operand = true;
    return push(frame);
  }
  if (frames_.empty()) {
    done = true;
    return true;
  }
  switch (frames_.back().kind) {
    case FrameKind::Paren: {
      if (!at(TokenKind::RightParen)) return unclosed(token, "')'", frames_.back().head);
      take();
      Expr& inner = program_.at(value);
      inner.parenthesised = true;
      inner.range = {frames_.back().begin, last_end()};
      frames_.pop_back();
      leave();
      return true;
    }
    case FrameKind::Call:
    case FrameKind::List: return continue_list(value, wants_operand);
    case FrameKind::If: return continue_if(value, wants_operand);
    case FrameKind::Binary:
    case FrameKind::Unary: break;  // reduced above
  }
  return false;
}

bool Parser::parse_cast(ExprId& value) {
  Expr expr;
  expr.kind = ExprKind::As;
  expr.head = range_of(take());
  if (!is_soft_name(peek().kind)) return unexpected(peek(), "a type after 'as'", "missing-type");
  const std::string_view word = text_of(peek());
  if (!type_from_keyword(word)) {
    return fail(peek(), "unknown-type", fmt::format("'{}' is not a type", word), {}, std::string(nearest_type_keyword(word)));
  }
  expr.text = word;
  take();
  expr.range = {program_.at(value).range.begin, last_end()};
  expr.args.resize(1);
  expr.args[0].value = value;
  return add(std::move(expr), value);
}

bool Parser::continue_list(ExprId& value, bool& wants_operand) {
  const Frame frame = frames_.back();
  const bool call = frame.kind == FrameKind::Call;
  end_argument(value);
  if (at(TokenKind::Comma)) {
    take();
    const TokenKind close = call ? TokenKind::RightParen : TokenKind::RightBracket;
    if (at(close)) {
      return fail(peek(), "trailing-comma", fmt::format("expected an expression after ',', found {}", describe(peek())),
                  "a comma cannot end the list");
    }
    begin_argument();
    wants_operand = true;
    return true;
  }
  if (!at(call ? TokenKind::RightParen : TokenKind::RightBracket)) return unclosed(peek(), call ? "',' or ')'" : "',' or ']'", frame.head);
  take();
  Expr expr;
  expr.head = frame.head;
  expr.range = {frame.begin, last_end()};
  expr.args = take_args(frame.args_base);
  expr.kind = ExprKind::List;
  if (call) {
    expr.text = text_.substr(frame.text_begin, frame.text_size);
    expr.if_call = expr.text == "if";
    expr.kind = expr.if_call ? ExprKind::If : ExprKind::Call;
    if (expr.if_call && expr.args.size() == 1 && at(TokenKind::LeftBrace)) {
      return fail(peek(), "if-arity", "`if (` begins a call with three arguments: a condition and two branches",
                  "before a block the condition stands without parentheses");
    }
  }
  frames_.pop_back();
  leave();
  return add(std::move(expr), value);
}

// After the condition or a branch of `if c { a } else { b }`.
bool Parser::continue_if(ExprId& value, bool& wants_operand) {
  const IfStage stage = frames_.back().stage;
  end_argument(value);
  if (stage == IfStage::Condition) {
    if (!expect(TokenKind::LeftBrace, "'{' before the first branch of 'if'")) return false;
    frames_.back().stage = IfStage::Then;
    begin_argument();
    wants_operand = true;
    return true;
  }
  if (stage == IfStage::Then || stage == IfStage::Else) {
    if (!expect(TokenKind::RightBrace, "'}'")) return false;
  }
  if (stage == IfStage::Then) {
    if (!is_word(peek(), "else")) {
      fail(peek(), "missing-else", fmt::format("expected 'else', found {}", describe(peek())), "an 'if' needs both branches");
      add_related("the 'if' is", frames_.back().head);
      return false;
    }
    take();
    begin_argument();
    wants_operand = true;
    if (is_word(peek(), "if")) {
      frames_.back().stage = IfStage::ElseIf;  // the `if` that follows is the whole branch
      Frame frame;
      frame.kind = FrameKind::If;
      const Token token = take();
      frame.head = range_of(token);
      frame.begin = frame.head.begin;
      if (!push(frame)) return false;
      begin_argument();
      return true;
    }
    frames_.back().stage = IfStage::Else;
    return expect(TokenKind::LeftBrace, "'{' or 'if' after 'else'");
  }
  // The last branch is read: this `if` is complete, and so is each one it is the `else if` of.
  for (;;) {
    const Frame frame = frames_.back();
    Expr expr;
    expr.kind = ExprKind::If;
    expr.text = "if";
    expr.head = frame.head;
    expr.range = {frame.begin, last_end()};
    expr.args = take_args(frame.args_base);
    frames_.pop_back();
    leave();
    if (!add(std::move(expr), value)) return false;
    if (frames_.empty() || frames_.back().kind != FrameKind::If || frames_.back().stage != IfStage::ElseIf) return true;
    end_argument(value);
  }
}

std::optional<ExprId> Parser::parse_whole_expression() {
  end_ = "the end";
  const std::optional<ExprId> value = parse_expression();
  if (!value || failed_) return std::nullopt;
  if (!at(TokenKind::End)) {
    unexpected(peek(), "the end of the expression");
    return std::nullopt;
  }
  return value;
}

}  // namespace polydat::lang
