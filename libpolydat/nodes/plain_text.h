// Plain text: printable ASCII without `"`, `,` and `\`. No row format quotes or escapes any of it (csv looks at blank ends and at
// empty texts besides). Concatenations and parts of plain texts are plain.
#pragma once

#include <algorithm>
#include <string_view>

#include "polydat/port_type.h"

namespace polydat {

inline bool is_plain_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != ',' && c != '\\'; });
}

// Whether every display form of the type is plain; for str that depends on the text.
constexpr bool displays_plainly(PortType type) {
  return is_integer(type) || is_float(type) || type == PortType::Bool || type == PortType::Reg128;
}

}  // namespace polydat
