// Text as a CSV cell (RFC 4180; types page 2.6): what row writers and csv tiles share.
#pragma once

#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

// Whether the text begins or ends with a blank, which readers of CSV may drop.
inline bool has_blank_end(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  return !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
}

// Quoted when it holds `,` `"` CR or LF, has a blank end, or is empty and `quote_empty` (the only column of a file). Of any length,
// without reserving the widest form of all of it.
void append_csv_text(Buffer& to, std::string_view text, bool quote_empty);

}  // namespace polydat
