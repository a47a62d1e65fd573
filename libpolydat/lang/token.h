// Tokens of the language (language page, section 1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polydat::lang {

enum class TokenKind : std::uint8_t {
  End,
  Error,  // no token begins with this character, or a comment is not closed; `error` says which
  Name,
  Int,
  Float,
  Str,        // quoted; begin and end hold the quotes
  Heredoc,    // <<< ... >>>, with its markers
  TileBlock,  // a { } or [ ] tile body; `text` is the dedented template
  For,        // the word and the text captured after it; `text` is that text, trimmed
  Const,
  Input,
  Extern,
  Shared,
  Volatile,
  Cursor,
  Over,
  Pragma,
  Tile,
  Bind,
  Arrow,
  Equal,
  NotEqual,
  LessEqual,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  AndAnd,
  OrOr,
  StarStar,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Ampersand,
  Pipe,
  Caret,
  Bang,
  Less,
  Greater,
  Assign,
  Colon,
  Dot,
  Comma,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool first_on_line = false;  // nothing but blanks and comments stands between it and the previous line end
  std::uint32_t begin = 0;     // byte offsets into the lexer's text
  std::uint32_t end = 0;
  std::uint64_t integer = 0;  // Int
  double number = 0;          // Float
  std::string text;           // For, TileBlock
  // A lexical mistake in this token; the parser reports it when it reaches the token, so that a token skipped after a syntax
  // error is not reported as well.
  std::string_view error_code;
  std::string error;
};

}  // namespace polydat::lang
