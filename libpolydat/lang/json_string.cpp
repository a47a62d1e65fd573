// JSON strings: the shortest escapes, and everything printable as it is.
#include "lang/json_string.h"

#include <fmt/format.h>

#include "lang/utf8.h"

namespace polydat::lang {

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Char c = utf8_at(text, at);
    if (!c.valid) {
      out += "\xEF\xBF\xBD";
    } else if (c.code_point == '"' || c.code_point == '\\') {
      out += '\\';
      out += static_cast<char>(c.code_point);
    } else if (c.code_point == '\n') {
      out += "\\n";
    } else if (c.code_point == '\t') {
      out += "\\t";
    } else if (c.code_point < 0x20 || c.code_point == 0x7F) {
      out += fmt::format("\\u{:04x}", c.code_point);
    } else {
      out += text.substr(at, c.size);
    }
    at += c.size;
  }
  out += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TextMap map_json_string(std::string_view text, std::size_t open) {
  TextMap map(static_cast<std::uint32_t>(open + 1));
  std::uint32_t meant = 0;
  for (std::size_t at = open + 1; at < text.size() && text[at] != '"';) {
    map.add(meant, static_cast<std::uint32_t>(at));
    if (text[at] != '\\') {
      ++meant;
      ++at;
      continue;
    }
    if (text.substr(at + 1, 1) != "u") {
      ++meant;
      at += 2;
      continue;
    }
    const unsigned long unit = std::stoul(std::string(text.substr(at + 2, 4)), nullptr, 16);
    const bool pair = unit >= 0xD800 && unit < 0xDC00;  // of surrogates: one character of four bytes
    meant += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    at += pair ? 12 : 6;
  }
  return map;
}

}  // namespace polydat::lang
