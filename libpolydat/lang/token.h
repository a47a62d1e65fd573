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

// What messages and listings call a token.
enum class TokenGroup : std::uint8_t { End, Error, Name, Number, Text, TileBlock, For, Reserved, Operator, Punctuation };

constexpr TokenGroup group_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::End: return TokenGroup::End;
    case TokenKind::Error: return TokenGroup::Error;
    case TokenKind::Name: return TokenGroup::Name;
    case TokenKind::Int:
    case TokenKind::Float: return TokenGroup::Number;
    case TokenKind::Str:
    case TokenKind::Heredoc: return TokenGroup::Text;
    case TokenKind::TileBlock: return TokenGroup::TileBlock;
    case TokenKind::For: return TokenGroup::For;
    case TokenKind::Const:
    case TokenKind::Input:
    case TokenKind::Extern:
    case TokenKind::Shared:
    case TokenKind::Volatile:
    case TokenKind::Cursor:
    case TokenKind::Over:
    case TokenKind::Pragma:
    case TokenKind::Tile: return TokenGroup::Reserved;
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
    case TokenKind::Assign: return TokenGroup::Operator;
    case TokenKind::Colon:
    case TokenKind::Dot:
    case TokenKind::Comma:
    case TokenKind::LeftParen:
    case TokenKind::RightParen:
    case TokenKind::LeftBracket:
    case TokenKind::RightBracket:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace: return TokenGroup::Punctuation;
  }
  return TokenGroup::Error;
}

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
  std::uint32_t error_begin = 0;  // where it is one character inside the token; 0: it is the whole token
};

}  // namespace polydat::lang
