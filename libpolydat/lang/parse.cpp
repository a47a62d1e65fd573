// Parsing a program: blocks, errors, and where reading resumes after a mistake.
#include "lang/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/parser.h"
#include "lang/utf8.h"

namespace polydat::lang {

namespace {

// A token's text in a message: short, on one line.
std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return fmt::format("'{}'", text);
  std::size_t cut = kLongest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return fmt::format("'{}...'", text.substr(0, cut));
}

}  // namespace

const Token& Parser::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) ahead_.push_back(lexer_.next());
  return ahead_[ahead];
}

Token Parser::take() {
  peek();
  Token token = std::move(ahead_.front());
  ahead_.pop_front();
  last_end_ = token.end;
  last_kind_ = token.kind;
  return token;
}

bool Parser::is_soft_name(TokenKind kind) {
  return kind == TokenKind::Name || kind == TokenKind::Input || kind == TokenKind::Cursor || kind == TokenKind::Over;
}

void Parser::report(SourceRange range, std::string_view code, std::string message, std::string suggestion) {
  failed_ = true;
  reported_ = nullptr;
  if (silent_ || stopped_) return;
  reported_ = &diagnostics_.error(code, range, std::move(message));
  reported_->suggestion = std::move(suggestion);
}

bool Parser::report_lexical(Token& token) {
  if (token.error_code.empty()) return false;
  report(range_of_error(token), token.error_code, std::move(token.error));
  token.error_code = {};
  return true;
}

bool Parser::fail(const Token& token, std::string_view code, std::string message, std::string label, std::string suggestion) {
  failed_ = true;
  reported_ = nullptr;
  if (silent_ || stopped_) return false;
  if (!token.error_code.empty()) {
    diagnostics_.error(token.error_code, range_of_error(token), token.error);
    return false;
  }
  reported_ = &diagnostics_.error(code, range_of(token), std::move(message));
  reported_->label = std::move(label);
  reported_->suggestion = std::move(suggestion);
  return false;
}

std::string Parser::describe(const Token& token) const {
  switch (group_of(token.kind)) {
    case TokenGroup::End: return std::string(end_);
    case TokenGroup::Number: return "the number " + quoted(text_of(token));
    case TokenGroup::Text: return "a string";
    case TokenGroup::TileBlock: return "a tile body";
    case TokenGroup::For: return "'for'";
    case TokenGroup::Name: return "the name " + quoted(text_of(token));
    case TokenGroup::Reserved: return "the reserved word " + quoted(text_of(token));
    case TokenGroup::Error:
    case TokenGroup::Operator:
    case TokenGroup::Punctuation: return quoted(text_of(token));
  }
  return {};
}

bool Parser::unexpected(const Token& token, std::string_view wanted, std::string_view code) {
  fail(token, code, fmt::format("expected {}, found {}", wanted, describe(token)));
  // The mistake was made where the expression stops, which may be lines before.
  const bool breaks_off = code == "missing-operand" && last_end_ > 0 && last_end_ <= token.begin;
  if (breaks_off && text_.substr(last_end_, token.begin - last_end_).find('\n') != std::string_view::npos)
    add_related("the expression breaks off", {map_.to_source(last_end_ - 1), map_.to_source(last_end_)});
  return false;
}

bool Parser::unclosed(const Token& token, std::string_view wanted, SourceRange opening) {
  if (silent_ || stopped_ || !token.error_code.empty()) return unexpected(token, wanted, "missing-close");
  failed_ = true;
  const SourceRange range = range_of(token);
  Diagnostic& d = diagnostics_.error("missing-close", range, fmt::format("expected {}, found {}", wanted, describe(token)));
  const bool begins_operand = token.kind == TokenKind::Name || token.kind == TokenKind::Int || token.kind == TokenKind::Float ||
                              token.kind == TokenKind::Str || token.kind == TokenKind::LeftBracket;
  if (begins_operand && !token.first_on_line && wanted.starts_with("','")) d.label = "is a ',' missing before it?";
  const std::string_view between = text_.substr(0, token.begin);
  const std::size_t line_end = between.rfind('\n');
  if (line_end != std::string_view::npos && opening.begin <= map_.to_source(static_cast<std::uint32_t>(line_end)))
    d.related.push_back({"the bracket is opened", opening});
  return false;
}

bool Parser::expect(TokenKind kind, std::string_view wanted) {
  if (!at(kind)) {
    const bool closes = kind == TokenKind::RightParen || kind == TokenKind::RightBracket;
    const bool is_brace = kind == TokenKind::LeftBrace || kind == TokenKind::RightBrace;
    return unexpected(peek(), wanted,
                      closes                    ? "missing-close"
                      : is_brace                ? "missing-brace"
                      : kind == TokenKind::Bind ? "missing-bind"
                                                : "unexpected-token");
  }
  Token token = take();
  return !report_lexical(token);
}

bool Parser::limit(SourceRange range, std::string message, std::string_view option) {
  failed_ = true;
  if (!stopped_) diagnostics_.limit(range, std::move(message), option);
  stopped_ = true;
  ahead_.clear();
  lexer_.stop();
  return false;
}

bool Parser::enter(SourceRange range) {
  if (++depth_ <= limits_.max_nesting) return true;
  return limit(range, fmt::format("this is nested deeper than the limit of {} levels", limits_.max_nesting), "--max-nesting");
}

// Whether the token can only be the first of a statement. After a mistake nothing is known about what is open, so this takes
// what a reader would: a reserved word or a typed name at the beginning of a line, and any `name :=`.
bool Parser::starts_statement(std::size_t ahead) {
  const Token first = peek(ahead);
  const TokenKind second = peek(ahead + 1).kind;
  const bool in_first_column = first.begin == 0 || text_[first.begin - 1] == '\n';
  switch (first.kind) {
    case TokenKind::Const:
    case TokenKind::Extern:
    case TokenKind::Shared:
    case TokenKind::Volatile:
    case TokenKind::Pragma:
    case TokenKind::Tile:
    case TokenKind::For: return first.first_on_line;
    case TokenKind::Input:
    case TokenKind::Cursor: return first.first_on_line && (second == TokenKind::Name || second == TokenKind::LeftParen);
    case TokenKind::Name:
      if (second == TokenKind::Bind) return true;
      if (second == TokenKind::Colon || second == TokenKind::Assign) return in_first_column;
      if (second != TokenKind::LeftParen || !first.first_on_line) return false;
      return (is_soft_name(peek(ahead + 2).kind) && peek(ahead + 3).kind == TokenKind::Colon) ||
             (peek(ahead + 2).kind == TokenKind::RightParen && peek(ahead + 3).kind == TokenKind::Arrow);
    case TokenKind::LeftParen: return first.first_on_line && lexer_.opens_tuple_binding(first.begin);
    case TokenKind::End:
    case TokenKind::Error:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Str:
    case TokenKind::Heredoc:
    case TokenKind::TileBlock:
    case TokenKind::Over:
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
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent:
    case TokenKind::Ampersand:
    case TokenKind::Pipe:
    case TokenKind::Caret:
    case TokenKind::Bang:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::Assign:
    case TokenKind::Colon:
    case TokenKind::Dot:
    case TokenKind::Comma:
    case TokenKind::RightParen:
    case TokenKind::LeftBracket:
    case TokenKind::RightBracket:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace: return false;
  }
  return false;
}

// Skips to the next statement, or to the `}` of the block around. Braces opened while skipping are skipped as a whole, unless
// a statement begins in the first column: then the brace was not meant, or was never closed.
void Parser::synchronise(std::uint32_t statement_begin) {
  std::uint64_t braces = 0;
  for (;;) {
    const Token& token = peek();
    if (token.kind == TokenKind::End) return;
    const bool progress = token.begin > statement_begin;
    const bool in_first_column = token.begin == 0 || text_[token.begin - 1] == '\n';
    if (progress && (braces == 0 || in_first_column) && starts_statement(0)) return;
    if (token.kind == TokenKind::LeftBrace) ++braces;
    if (token.kind == TokenKind::RightBrace) {
      if (braces == 0 && progress) return;
      if (braces > 0) --braces;
    }
    Token skipped = take();
    // What is never closed swallows the rest, so it is a mistake of its own.
    if (skipped.error_code.starts_with("unterminated") && progress) report_lexical(skipped);
  }
}

// Of a statement that was not read, [begin, end): the names that stand where names are bound.
void Parser::leave_unread(std::uint32_t begin, std::uint32_t end) {
  Unread& unread = program_.unread;
  unread.any = true;
  bool in_head = true;
  Lexer lexer(text_, begin);
  for (Token token = lexer.next(); token.kind != TokenKind::End && token.begin < end; token = lexer.next()) {
    if (token.kind == TokenKind::Bind || token.kind == TokenKind::Assign) in_head = false;
    if (in_head && is_soft_name(token.kind)) unread.names.emplace_back(text_of(token));
    if (token.error_code.starts_with("unterminated")) unread.rest = true;
  }
}

void Parser::close_block(std::vector<OpenBlock>& open, std::uint32_t end) {
  OpenBlock closed = std::move(open.back());
  open.pop_back();
  leave();
  if (closed.has_mistake) {  // nothing follows from what the block lacks
    program_.unread.names.push_back(closed.statement.name.text);
    return;
  }
  closed.statement.range.end = end;
  (open.empty() ? program_.statements : open.back().statement.body).push_back(std::move(closed.statement));
}

void Parser::parse_program() {
  std::vector<OpenBlock> open;  // statements whose block is being read, outermost first
  for (;;) {
    if (at(TokenKind::End)) {
      if (!open.empty() && !stopped_) {
        Diagnostic& d = diagnostics_.error("missing-brace", range_of(peek()), "expected '}', found the end of the text");
        d.label = "the block is not closed";
        d.related.push_back({"the block belongs to the statement", open.back().statement.range});
        program_.unread.any = true;
        for (OpenBlock& block : open) block.has_mistake = true;
      }
      while (!open.empty()) close_block(open, last_end());
      return;
    }
    if (at(TokenKind::RightBrace) && !open.empty()) {
      take();
      close_block(open, last_end());
      continue;
    }
    const std::uint32_t begin = peek().begin;
    Statement statement;
    statement.range.begin = map_.to_source(begin);
    bool opens_block = false;
    failed_ = false;
    const bool fine = parse_statement(statement, opens_block);
    statement.range.end = last_end();
    if (!fine) {
      frames_.clear();
      args_.clear();
      depth_ = open.size();
      synchronise(begin);
    }
    if (failed_) {
      leave_unread(begin, peek().begin);
      if (!open.empty()) open.back().has_mistake = true;
    }
    if (!fine) continue;
    if (opens_block) {
      open.push_back({std::move(statement), failed_});
      enter(range_of(peek()));
    } else if (!failed_) {
      (open.empty() ? program_.statements : open.back().statement.body).push_back(std::move(statement));
    }
  }
}

std::vector<Statement> parse_file(const Source& source, std::uint32_t base, const Limits& limits, Program& program,
                                  Diagnostics& diagnostics) {
  std::vector<Statement> before = std::move(program.statements);
  program.statements.clear();
  if (const std::optional<std::size_t> bad = find_invalid_utf8(source.text())) {
    const std::uint32_t begin = base + static_cast<std::uint32_t>(*bad);
    diagnostics.error("invalid-utf8", {begin, begin + utf8_at(source.text(), *bad).size}, "this is not UTF-8")
        .notes.push_back("a graph is UTF-8 text");
    program.unread.any = program.unread.rest = true;
  } else {
    // Room for what a text of this size usually holds, so that trees of large graphs are not moved again and again.
    constexpr std::size_t kMostExpected = std::size_t{1} << 18, kBytesAStatement = 16;
    program.statements.reserve(std::min(source.text().size() / kBytesAStatement, kMostExpected));
    const TextMap map(base);
    Parser(source.text(), 0, map, program, limits, diagnostics, false, 0).parse_program();
  }
  std::vector<Statement> statements = std::move(program.statements);
  program.statements = std::move(before);
  return statements;
}

Program parse(const Source& source, const Limits& limits, Diagnostics& diagnostics) {
  Program program;
  program.end = static_cast<std::uint32_t>(source.text().size());
  program.statements = parse_file(source, 0, limits, program, diagnostics);
  return program;
}

}  // namespace polydat::lang
