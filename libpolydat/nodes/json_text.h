// JSON text: escaping, writing trees (compact and pretty), and the strict reader (types page, section 2.3).
//
// Trees may be as deep as kJsonDepth; what makes trees refuses more, so copying and destroying them is bounded. Writing is
// iterative. Invalid UTF-8 is written as U+FFFD, one for each maximal invalid part; writing never throws.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nodes/json_value.h"
#include "nodes/scratch.h"

namespace polydat {

inline constexpr std::size_t kJsonDepth = 1000;     // of any tree
inline constexpr std::size_t kJsonReadDepth = 128;  // of a text that is read

// Writes the escape of one `"`, `\` or control character, at most 6 bytes; returns the end.
char* put_json_escape(char* to, char c);
// The text with `"`, `\` and controls escaped, without quotes around it.
void append_json_escaped(Buffer& to, std::string_view text);
// The same between quotes.
void append_json_string(Buffer& to, std::string_view text);

// `,` and `:` without blanks.
void append_json_tree(Buffer& to, const JsonTree& tree);
// Two blanks a level, `": "`, `[]` and `{}` on one line.
void append_json_tree_pretty(Buffer& to, const JsonTree& tree);

// RFC 8259 strictly; integers outside u64 and i64 become f64, `-0` is a float, duplicate keys: first place, last value. False:
// `why` says what is wrong and where; with `at`, which then is the offset, only what.
bool read_json(std::string_view text, JsonTree& tree, std::string& why, std::size_t* at = nullptr);
// Whether read_json takes the text; builds nothing.
bool check_json(std::string_view text, std::string& why);

// Levels of arrays and objects; 0 for a leaf. Iterative.
std::size_t json_depth(const JsonTree& tree);

}  // namespace polydat
