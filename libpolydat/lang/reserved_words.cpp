// Asks the lexer, so that the list of reserved words is written once.
#include "lang/reserved_words.h"

#include "lang/lexer.h"

namespace polydat::lang {

namespace {

TokenKind kind_of(std::string_view word) {
  if (!is_name(word)) return TokenKind::Error;
  return Lexer(word).next().kind;
}

}  // namespace

bool is_usable_name(std::string_view word) {
  const TokenKind kind = kind_of(word);
  return kind == TokenKind::Name || kind == TokenKind::Input || kind == TokenKind::Cursor || kind == TokenKind::Over;
}

bool is_bindable_name(std::string_view word) { return kind_of(word) == TokenKind::Name; }

}  // namespace polydat::lang
