// Regular expressions in the dialect of the language, on RE2 (data nodes page, section 9): linear time, Unicode classes, no
// look-around and no back-references.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "nodes/row_form.h"

namespace re2 {
class RE2;
}

namespace polydat {

// A compiled pattern. Immutable; matching from several threads is safe.
struct PreparedRegex : Prepared {
  PreparedRegex();
  ~PreparedRegex();
  PreparedRegex(const PreparedRegex&) = delete;
  PreparedRegex& operator=(const PreparedRegex&) = delete;
  std::unique_ptr<const re2::RE2> program;
};

// Null: `why` says what is wrong with the pattern.
std::shared_ptr<PreparedRegex> compile_regex(std::string_view pattern, std::string& why);
// An unanchored search.
bool regex_finds(const PreparedRegex& regex, std::string_view text);

}  // namespace polydat
