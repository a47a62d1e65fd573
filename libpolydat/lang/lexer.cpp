// The lexer. Every function leaves `at_` after what it read; a mistake is noted in the token and reading goes on.
#include "lang/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/captured_text.h"
#include "lang/number_literal.h"
#include "lang/utf8.h"

namespace polydat::lang {

namespace {

struct Word {
  std::string_view text;
  TokenKind kind;
};
constexpr std::array<Word, 10> kReservedWords{{
    {"const", TokenKind::Const},
    {"cursor", TokenKind::Cursor},
    {"extern", TokenKind::Extern},
    {"for", TokenKind::For},
    {"input", TokenKind::Input},
    {"over", TokenKind::Over},
    {"pragma", TokenKind::Pragma},
    {"shared", TokenKind::Shared},
    {"tile", TokenKind::Tile},
    {"volatile", TokenKind::Volatile},
}};

// Longest first.
constexpr std::array<Word, 32> kPunctuation{{
    {":=", TokenKind::Bind},       {"->", TokenKind::Arrow},        {"==", TokenKind::Equal},     {"!=", TokenKind::NotEqual},
    {"<=", TokenKind::LessEqual},  {">=", TokenKind::GreaterEqual}, {"<<", TokenKind::ShiftLeft}, {">>", TokenKind::ShiftRight},
    {"&&", TokenKind::AndAnd},     {"||", TokenKind::OrOr},         {"**", TokenKind::StarStar},  {"+", TokenKind::Plus},
    {"-", TokenKind::Minus},       {"*", TokenKind::Star},          {"/", TokenKind::Slash},      {"%", TokenKind::Percent},
    {"&", TokenKind::Ampersand},   {"|", TokenKind::Pipe},          {"^", TokenKind::Caret},      {"!", TokenKind::Bang},
    {"<", TokenKind::Less},        {">", TokenKind::Greater},       {"=", TokenKind::Assign},     {":", TokenKind::Colon},
    {".", TokenKind::Dot},         {",", TokenKind::Comma},         {"(", TokenKind::LeftParen},  {")", TokenKind::RightParen},
    {"[", TokenKind::LeftBracket}, {"]", TokenKind::RightBracket},  {"{", TokenKind::LeftBrace},  {"}", TokenKind::RightBrace},
}};

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

std::string_view trim_blanks(std::string_view text) {
  const auto blank = [](char c) { return is_blank(c) || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// True when a token follows; false when `token` is an unclosed comment.
bool Lexer::skip_blanks(Token& token) {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      at_line_start_ = true;
      on_tile_line_ = false;
      ++at_;
    } else if (is_blank(c)) {
      ++at_;
    } else if (c == '#' || (c == '/' && peek(1) == '/')) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '/' && peek(1) == '*') {
      const std::size_t close = text_.find("*/", at_ + 2);
      if (close == std::string_view::npos) {
        token.kind = TokenKind::Error;
        token.begin = static_cast<std::uint32_t>(at_);
        token.end = token.begin + 2;
        token.first_on_line = at_line_start_;
        token.error_code = "unterminated-comment";
        token.error = "this comment is never closed with '*/'";
        at_ = text_.size();
        return false;
      }
      if (text_.substr(at_, close - at_).find('\n') != std::string_view::npos) {
        at_line_start_ = true;
        on_tile_line_ = false;
      }
      at_ = close + 2;
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::next() {
  Token token;
  if (!skip_blanks(token)) return token;
  token.begin = static_cast<std::uint32_t>(at_);
  token.first_on_line = at_line_start_;
  at_line_start_ = false;
  const bool tile_body = tile_body_next_;
  tile_body_next_ = false;
  if (at_ < text_.size()) {
    const char c = text_[at_];
    if (tile_body && (c == '{' || c == '[')) {
      read_tile_body(token);
    } else if (is_name_start(c)) {
      read_word(token);
    } else if (is_digit(c)) {
      read_number(token);
    } else if (c == '"' || c == '\'') {
      read_quoted(token);
    } else if (text_.substr(at_, 3) == "<<<") {
      read_heredoc(token);
    } else {
      read_punctuation(token);
    }
  }
  token.end = static_cast<std::uint32_t>(at_);
  return token;
}

void Lexer::read_word(Token& token) {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  token.kind = TokenKind::Name;
  for (const Word& reserved : kReservedWords) {
    if (reserved.text == word) token.kind = reserved.kind;
  }
  if (token.kind == TokenKind::Tile) on_tile_line_ = true;
  if (token.kind == TokenKind::For) {
    CapturedText captured = capture_for(text_, at_);
    const std::size_t word_end = at_;
    at_ = captured.end;
    while (at_ > word_end && is_blank(text_[at_ - 1])) --at_;  // the token ends with its text
    token.text = std::move(captured.text);
    if (!captured.closed) {
      token.error_code = "unterminated-for";
      token.error = "in the text after 'for', this is never closed";
      token.error_begin = static_cast<std::uint32_t>(captured.open);
    }
  }
}

void Lexer::read_number(Token& token) {
  NumberLiteral number = read_number_literal(text_.substr(at_));
  at_ += number.size;
  token.kind = number.is_float ? TokenKind::Float : TokenKind::Int;
  token.integer = number.integer;
  token.number = number.number;
  token.error_code = number.error_code;
  token.error = std::move(number.error);
}

void Lexer::read_quoted(Token& token) {
  token.kind = TokenKind::Str;
  const char quote = text_[at_];
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != quote) {
    if (text_[end] == '\n') on_tile_line_ = false;
    end += text_[end] == '\\' ? 2 : 1;
  }
  if (end >= text_.size()) {
    token.error_code = "unterminated-string";
    token.error = fmt::format("this string is never closed with {}", quote);
    at_ = text_.size();
    return;
  }
  at_ = end + 1;
}

void Lexer::read_heredoc(Token& token) {
  token.kind = TokenKind::Heredoc;
  const std::size_t close = text_.find(">>>", at_ + 3);
  if (close == std::string_view::npos) {
    token.error_code = "unterminated-heredoc";
    token.error = "this heredoc is never closed with '>>>'";
    at_ = text_.size();
    return;
  }
  if (text_.substr(at_, close - at_).find('\n') != std::string_view::npos) on_tile_line_ = false;
  at_ = close + 3;
}

void Lexer::read_tile_body(Token& token) {
  token.kind = TokenKind::TileBlock;
  CapturedText captured = capture_tile_block(text_, at_);
  at_ = captured.end;
  token.text = std::move(captured.text);
  if (!captured.closed) {
    token.error_code = "unterminated-tile-block";
    token.error = "this tile body is never closed";
  }
}

void Lexer::read_punctuation(Token& token) {
  for (const Word& p : kPunctuation) {
    if (!text_.substr(at_).starts_with(p.text)) continue;
    token.kind = p.kind;
    at_ += p.text.size();
    if (token.kind == TokenKind::Bind && on_tile_line_) {
      tile_body_next_ = true;
      on_tile_line_ = false;
    }
    return;
  }
  const Utf8Char c = utf8_at(text_, at_);
  token.kind = TokenKind::Error;
  token.error_code = "unexpected-character";
  const bool printable = c.valid && c.code_point > 0x20 && c.code_point != 0x7F && (c.code_point < 0x80 || c.code_point >= 0xA0);
  token.error = printable ? fmt::format("unexpected character '{}'", text_.substr(at_, c.size))
                          : fmt::format("unexpected character U+{:04X}", c.code_point);
  at_ += c.size;
}

bool Lexer::opens_tuple_binding(std::size_t offset) const {
  Lexer ahead(text_, offset);
  // Stops at the first token that cannot be part of `( name {, name} ) :=`; a `for` would capture text, so look before reading.
  if (ahead.next().kind != TokenKind::LeftParen) return false;
  for (bool name = true;; name = !name) {
    const Token token = ahead.next();
    if (name) {
      if (token.kind != TokenKind::Name) return false;
    } else if (token.kind == TokenKind::RightParen) {
      return ahead.next().kind == TokenKind::Bind;
    } else if (token.kind != TokenKind::Comma) {
      return false;
    }
  }
}

}  // namespace polydat::lang
