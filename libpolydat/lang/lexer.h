// Text -> tokens, one at a time.
//
// The language has two places where the next token depends on what came before: `for` captures the text after it, and `:=` on
// the line of a `tile` is followed by a tile body. The lexer knows both, so a token never depends on the parser.
#pragma once

#include <cstddef>
#include <string_view>

#include "lang/token.h"

namespace polydat::lang {

class Lexer {
 public:
  // Reads text[begin, text.size()). The text must outlive the lexer.
  explicit Lexer(std::string_view text, std::size_t begin = 0) : text_(text), at_(begin) {}

  // After the end: End, again and again.
  Token next();
  // Whether the `(` at `offset` begins `( name {, name} ) :=`, a destructuring statement.
  bool opens_tuple_binding(std::size_t offset) const;
  // Every later token is End.
  void stop() { at_ = text_.size(); }

 private:
  bool skip_blanks(Token& token);
  void read_number(Token& token);
  void read_quoted(Token& token);
  void read_heredoc(Token& token);
  void read_word(Token& token);
  void read_tile_body(Token& token);
  void read_punctuation(Token& token);
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
  bool on_tile_line_ = false;  // after the word `tile`, before the end of its line
  bool tile_body_next_ = false;
};

inline bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }
// A name by 1.3, reserved words included.
bool is_name(std::string_view text);
std::string_view trim_blanks(std::string_view text);

}  // namespace polydat::lang
