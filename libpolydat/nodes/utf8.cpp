// UTF-8 decoding, replacement and trimming.
#include "nodes/utf8.h"

#include <cstring>

namespace polydat {
namespace {

std::uint32_t byte_at(const char* p) { return static_cast<unsigned char>(*p); }

bool has_high_bits(const char* eight) {
  std::uint64_t word;
  std::memcpy(&word, eight, 8);
  return (word & 0x8080808080808080ull) != 0;
}

}  // namespace

Utf8Step decode_utf8(const char* at, const char* end) {
  constexpr Utf8Step bad{0xfffd, 1, false};
  const std::uint32_t first = byte_at(at);
  if (first < 0x80) return {first, 1, true};
  if (first < 0xc2 || first > 0xf4) return bad;
  const std::uint8_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // The second byte's range excludes overlong forms, surrogates and what lies past U+10FFFF.
  std::uint32_t low = 0x80;
  std::uint32_t high = 0xbf;
  if (first == 0xe0) low = 0xa0;
  if (first == 0xed) high = 0x9f;
  if (first == 0xf0) low = 0x90;
  if (first == 0xf4) high = 0x8f;
  std::uint32_t code = first & (0x7fu >> length);
  for (std::uint8_t k = 1; k < length; ++k) {
    if (at + k == end) return {0xfffd, k, false};
    const std::uint32_t next = byte_at(at + k);
    if (next < low || next > high) return {0xfffd, k, false};
    low = 0x80;
    high = 0xbf;
    code = code << 6 | (next & 0x3f);
  }
  return {code, length, true};
}

bool is_valid_utf8(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    while (end - at >= 8 && !has_high_bits(at)) at += 8;
    if (at == end) break;
    const Utf8Step step = decode_utf8(at, end);
    if (!step.valid) return false;
    at += step.length;
  }
  return true;
}

std::size_t count_code_points(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  std::size_t count = 0;
  while (at != end) {
    if (end - at >= 8 && !has_high_bits(at)) {
      at += 8;
      count += 8;
      continue;
    }
    at += decode_utf8(at, end).length;
    ++count;
  }
  return count;
}

void append_valid_utf8(Buffer& to, std::string_view text) {
  if (is_valid_utf8(text)) return to.append(text);
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* good = at;
  while (at != end && !to.overflowed()) {
    const Utf8Step step = decode_utf8(at, end);
    if (!step.valid) {
      to.append({good, static_cast<std::size_t>(at - good)});
      to.append("\xef\xbf\xbd");
      good = at + step.length;
    }
    at += step.length;
  }
  to.append({good, static_cast<std::size_t>(end - good)});
}

char* put_utf8(char* to, std::uint32_t c) {
  const auto put = [&to](std::uint32_t byte) { *to++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6);
    put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3f));
    put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3f));
    put(0x80 | (c >> 6 & 0x3f));
    put(0x80 | (c & 0x3f));
  }
  return to;
}

void append_code_point(Buffer& to, std::uint32_t code_point) {
  if (char* at = to.reserve(4)) to.commit(static_cast<std::size_t>(put_utf8(at, code_point) - at));
}

bool is_white_space(std::uint32_t c) {
  if (c <= 0x20) return c == 0x20 || (c >= 9 && c <= 13);
  if (c < 0x85) return false;
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
         c == 0x205f || c == 0x3000;
}

std::string_view trim_white_space_end(std::string_view text) {
  while (!text.empty()) {
    // Back over at most three continuation bytes to the start of the last code point.
    std::size_t start = text.size() - 1;
    while (start != 0 && text.size() - start < 4 && (byte_at(&text[start]) & 0xc0) == 0x80) --start;
    const Utf8Step step = decode_utf8(&text[start], text.data() + text.size());
    if (!step.valid || start + step.length != text.size() || !is_white_space(step.code_point)) break;
    text = text.substr(0, start);
  }
  return text;
}

std::string_view trim_white_space(std::string_view text) {
  text = trim_white_space_end(text);
  while (!text.empty()) {
    const Utf8Step step = decode_utf8(text.data(), text.data() + text.size());
    if (!step.valid || !is_white_space(step.code_point)) break;
    text.remove_prefix(step.length);
  }
  return text;
}

}  // namespace polydat
