// Charset texts.
#include "nodes/charset.h"

#include "nodes/utf8.h"

namespace polydat {

std::optional<std::vector<std::uint32_t>> parse_charset(std::string_view text, std::size_t most) {
  std::vector<std::uint32_t> result;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const Utf8Step first = decode_utf8(at, end);
    at += first.length;
    std::uint32_t last = first.code_point;
    if (end - at >= 2 && *at == '-') {
      const Utf8Step to = decode_utf8(at + 1, end);
      last = to.code_point;
      at += 1 + to.length;
    }
    for (std::uint32_t c = first.code_point; c <= last; ++c) {
      if (c >= 0xd800 && c < 0xe000) continue;
      if (result.size() == most) return std::nullopt;
      result.push_back(c);
    }
  }
  return result;
}

}  // namespace polydat
