// UTF-8: where a text stops being it, and reading it one character at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polydat::lang {

struct Utf8Char {
  std::uint32_t code_point = 0xFFFD;
  std::uint32_t size = 1;  // bytes; at least 1
  bool valid = false;      // false: `size` bytes that are no character (the longest valid prefix, or one byte)
};

// The character at `at`; at < text.size(). Surrogates, overlong forms and values past U+10FFFF are not valid.
Utf8Char utf8_at(std::string_view text, std::size_t at);
// Offset of the first byte that is not UTF-8.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);
// The longest beginning of `most` bytes or fewer that ends with a whole character.
std::string_view whole_characters(std::string_view text, std::size_t most);
void append_utf8(std::string& out, std::uint32_t code_point);

}  // namespace polydat::lang
