// Text cells: quoting for csv, escapes for tsv and jsonl.
//
// The put_ functions write at `to` and return the end; they may scribble up to 32 bytes past it (Buffer's slack allows that).
// They use nothing outside `text`, though they may look at bytes of the page it ends on.
#pragma once

#include <cstddef>
#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

// Room a text of n bytes needs at most: n times the factor, plus the quotes.
inline constexpr std::size_t kCsvTextFactor = 2;
inline constexpr std::size_t kTsvTextFactor = 2;
inline constexpr std::size_t kJsonTextFactor = 6;
inline constexpr std::size_t kQuotesRoom = 2;

// As it is.
char* put_plain_text(char* to, std::string_view text);
// Quoted when it holds `,` `"` CR or LF, begins or ends with a blank, or is empty and `quote_empty` (the only column of a file).
char* put_csv_text(char* to, std::string_view text, bool quote_empty);
// `\t \n \r \\` escaped.
char* put_tsv_text(char* to, std::string_view text);
// A JSON string, quotes included; U+FFFD for each maximal invalid part.
char* put_json_text(char* to, std::string_view text);

// The same for texts of any length, without reserving the widest form of all of it (append_csv_text is in nodes/csv_text.h).
void append_tsv_text(Buffer& to, std::string_view text);

}  // namespace polydat
