// UTF-8: decoding with maximal invalid parts (Unicode standard, section 3.9), replacement, and Unicode white space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

// One step over a text: a code point, or a maximal invalid part (at least one byte) that one U+FFFD stands for.
struct Utf8Step {
  std::uint32_t code_point;  // 0xfffd when not valid
  std::uint8_t length;       // bytes, from 1
  bool valid;
};
// `at` < `end`.
Utf8Step decode_utf8(const char* at, const char* end);

bool is_valid_utf8(std::string_view text);
// Invalid parts count as one each.
std::size_t count_code_points(std::string_view text);
// The text with each maximal invalid part replaced by U+FFFD.
void append_valid_utf8(Buffer& to, std::string_view text);
// Writes 1 to 4 bytes; `code_point` is a scalar value.
char* put_utf8(char* to, std::uint32_t code_point);
void append_code_point(Buffer& to, std::uint32_t code_point);

// The Unicode property White_Space.
bool is_white_space(std::uint32_t code_point);
std::string_view trim_white_space(std::string_view text);
std::string_view trim_white_space_end(std::string_view text);

}  // namespace polydat
