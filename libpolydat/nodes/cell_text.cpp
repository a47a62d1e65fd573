// Quoting and escaping (cell_text.h): 32 bytes are copied at once and only then looked at, since nearly all need nothing.
#include "nodes/cell_text.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "nodes/csv_text.h"
#include "nodes/json_text.h"
#include "nodes/utf8.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace polydat {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

enum class Special : std::uint8_t { Csv, Quote, Tsv, Json };

template <Special What>
bool is_special(char c) {
  if constexpr (What == Special::Csv) return c == ',' || c == '"' || c == '\n' || c == '\r';
  if constexpr (What == Special::Quote) return c == '"';
  if constexpr (What == Special::Tsv) return c == '\t' || c == '\n' || c == '\r' || c == '\\';
  if constexpr (What == Special::Json) return c == '"' || c == '\\' || static_cast<unsigned char>(c - 0x20) >= 0x60;
}

// Copies 32 bytes; bit i is set when byte i is special.
#if defined(__AVX2__)
inline __m256i any_of(__m256i v, char a, char b) {
  return _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(a)), _mm256_cmpeq_epi8(v, _mm256_set1_epi8(b)));
}
template <Special What>
std::uint32_t copy_chunk(char* to, const char* from) {
  const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v);
  __m256i found;
  if constexpr (What == Special::Csv) found = _mm256_or_si256(any_of(v, ',', '"'), any_of(v, '\n', '\r'));
  if constexpr (What == Special::Quote) found = any_of(v, '"', '"');
  if constexpr (What == Special::Tsv) found = _mm256_or_si256(any_of(v, '\t', '\n'), any_of(v, '\r', '\\'));
  if constexpr (What == Special::Json) {  // as signed bytes, controls and everything past ASCII are below the blank
    found = _mm256_or_si256(any_of(v, '"', '\\'), _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v));
  }
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(found));
}
#else
template <Special What>
std::uint32_t copy_chunk(char* to, const char* from) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < kChunk; ++i) found |= static_cast<std::uint32_t>(is_special<What>(from[i])) << i;
  std::memcpy(to, from, kChunk);
  return found;
}
#endif

// The same for at most 32 bytes.
template <Special What>
std::uint32_t copy_last_chunk(char* to, const char* from, std::size_t left) {
  if (left == kChunk || can_read_chunk(from)) return copy_chunk<What>(to, from);
  alignas(kChunk) char last[kChunk] = {};
  copy_short(last, from, left);
  return copy_chunk<What>(to, last);
}

// Copies a text of at most 64 bytes, as nearly all are, without a loop. False where it is longer or holds a special byte.
template <Special What>
bool copy_plain(char* to, const char* from, std::size_t size) {
  if (size == 0) return true;  // it may have no address
  if (size <= kChunk) return (copy_last_chunk<What>(to, from, size) & ((std::uint64_t{1} << size) - 1)) == 0;
  if (size > 2 * kChunk) return false;
  const std::uint32_t found = copy_chunk<What>(to, from);
  return (found | copy_chunk<What>(to + size - kChunk, from + size - kChunk)) == 0;
}

// Copies up to the first special byte or the end; both pointers move behind what was copied. False at the end.
template <Special What>
bool copy_until_special(char*& to, const char*& from, const char* end) {
  while (end - from >= static_cast<std::ptrdiff_t>(kChunk)) {
    if (const std::uint32_t found = copy_chunk<What>(to, from); found != 0) {
      to += std::countr_zero(found);
      from += std::countr_zero(found);
      return true;
    }
    to += kChunk;
    from += kChunk;
  }
  const auto left = static_cast<std::size_t>(end - from);
  if (left == 0) return false;
  const std::uint32_t found = copy_last_chunk<What>(to, from, left) & ((std::uint32_t{1} << left) - 1);
  const auto copied = found == 0 ? left : static_cast<std::size_t>(std::countr_zero(found));
  to += copied;
  from += copied;
  return found != 0;
}

char* put_csv_quoted(char* to, std::string_view text) {
  *to++ = '"';
  const char* from = text.data();
  const char* const end = from + text.size();
  while (copy_until_special<Special::Quote>(to, from, end)) {
    *to++ = '"';
    *to++ = *from++;
  }
  *to++ = '"';
  return to;
}

char tsv_escape(char c) { return c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : '\\'; }

}  // namespace

char* put_csv_text(char* to, std::string_view text, bool quote_empty) {
  if (text.empty()) {
    if (quote_empty) {
      *to++ = '"';
      *to++ = '"';
    }
    return to;
  }
  if (has_blank_end(text)) return put_csv_quoted(to, text);
  if (copy_plain<Special::Csv>(to, text.data(), text.size())) return to + text.size();
  char* out = to;
  const char* from = text.data();
  if (copy_until_special<Special::Csv>(out, from, from + text.size())) return put_csv_quoted(to, text);
  return out;
}

char* put_tsv_text(char* to, std::string_view text) {
  if (copy_plain<Special::Tsv>(to, text.data(), text.size())) return to + text.size();
  const char* from = text.data();
  const char* const end = from + text.size();
  while (copy_until_special<Special::Tsv>(to, from, end)) {
    *to++ = '\\';
    *to++ = tsv_escape(*from++);
  }
  return to;
}

char* put_json_escaped(char* to, std::string_view text) {
  if (copy_plain<Special::Json>(to, text.data(), text.size())) return to + text.size();
  const char* from = text.data();
  const char* const end = from + text.size();
  while (copy_until_special<Special::Json>(to, from, end)) {
    if (static_cast<unsigned char>(*from) < 0x80) {
      to = put_json_escape(to, *from++);
      continue;
    }
    const Utf8Step step = decode_utf8(from, end);
    if (step.valid) {
      for (std::size_t i = 0; i < step.length; ++i) *to++ = from[i];
    } else {
      for (const char c : kReplacement) *to++ = c;
    }
    from += step.length;
  }
  return to;
}

void append_tsv_text(Buffer& to, std::string_view text) {
  constexpr std::size_t kPiece = 4096;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kPiece);
    char* const begin = to.reserve(piece.size() * kTsvTextFactor);
    if (begin == nullptr) return;
    to.commit(static_cast<std::size_t>(put_tsv_text(begin, piece) - begin));
    text.remove_prefix(piece.size());
  }
}

}  // namespace polydat
