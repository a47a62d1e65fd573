// Text cells: quoting for csv, escapes for tsv and jsonl.
//
// The put_ functions write at `to` and return the end; they may scribble up to 32 bytes past it (Buffer's slack allows that).
// They use nothing outside `text`, though they may look at bytes of the page it ends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "nodes/scratch.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define POLYDAT_READS_PAST_TEXTS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define POLYDAT_READS_PAST_TEXTS 0
#endif
#endif
#ifndef POLYDAT_READS_PAST_TEXTS
#define POLYDAT_READS_PAST_TEXTS 1
#endif

namespace polydat {

// Room a text of n bytes needs at most: n times the factor, plus the quotes.
inline constexpr std::size_t kCsvTextFactor = 2;
inline constexpr std::size_t kTsvTextFactor = 2;
inline constexpr std::size_t kJsonTextFactor = 6;
inline constexpr std::size_t kQuotesRoom = 2;
// Past this, room for the widest form of a text is not asked for: the append functions take over.
inline constexpr std::size_t kLongText = 16 << 10;

// Bytes that are moved at once.
inline constexpr std::size_t kChunk = 32;

// Whether kChunk bytes can be read from here on, whatever lies there: they are on one page. Sanitizers, which would object to such
// reads, get the other way.
inline bool can_read_chunk(const char* from) {
  constexpr std::uint64_t kPage = 4096;
  return POLYDAT_READS_PAST_TEXTS != 0 && (address_of(from) & (kPage - 1)) <= kPage - kChunk;
}

// As it is.
inline char* put_plain_text(char* to, std::string_view text) {
  const char* const from = text.data();
  const std::size_t size = text.size();
  if (size > kChunk) {
    std::memcpy(to, from, kChunk);
    std::memcpy(to + size - kChunk, from + size - kChunk, kChunk);
    if (size > 2 * kChunk) std::memcpy(to + kChunk, from + kChunk, size - 2 * kChunk);
  } else if (can_read_chunk(from) && size != 0) {  // an empty one may have no address
    const char* chunk = from;
    __asm__("" : "+r"(chunk));  // a compiler that knows the text, a literal, may take the read for undefined
    std::memcpy(to, chunk, kChunk);
  } else {
    copy_short(to, from, size);
  }
  return to + size;
}
// Quoted when it holds `,` `"` CR or LF, begins or ends with a blank, or is empty and `quote_empty` (the only column of a file).
char* put_csv_text(char* to, std::string_view text, bool quote_empty);
// `\t \n \r \\` escaped.
char* put_tsv_text(char* to, std::string_view text);
// What stands in a JSON string; U+FFFD for each maximal invalid part.
char* put_json_escaped(char* to, std::string_view text);
// The same with the quotes around it.
inline char* put_json_text(char* to, std::string_view text) {
  *to = '"';
  to = put_json_escaped(to + 1, text);
  *to = '"';
  return to + 1;
}

// The same for texts of any length, without reserving the widest form of all of it (append_csv_text is in nodes/csv_text.h).
void append_tsv_text(Buffer& to, std::string_view text);

}  // namespace polydat
