// The two kinds of raw text in a program: what follows `for`, and the bodies of tiles (language page, 1.8 and 1.9).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lang/text_map.h"

namespace polydat::lang {

struct CapturedText {
  std::string text;
  TextMap map;           // into what it was captured from
  std::size_t end = 0;   // offset after the capture
  bool closed = true;    // false: the text ended inside a bracket or a string
  std::size_t open = 0;  // not closed: where the innermost of them begins
};

// The comprehension that begins at `begin`: up to the end of the line or the `{` of a block, outside brackets. Trimmed.
CapturedText capture_for(std::string_view text, std::size_t begin);
// The block that begins at `begin` with `{` or `[`, brackets included, common leading blanks of its later lines removed.
CapturedText capture_tile_block(std::string_view text, std::size_t begin);
// Whether `text` could stand after `for` and would be captured as it is.
bool is_capturable_for(std::string_view text);
// The text of a heredoc that begins at `begin` with `<<<`.
CapturedText capture_heredoc(std::string_view text, std::size_t begin);

}  // namespace polydat::lang
