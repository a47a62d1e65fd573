// Full case mapping over the generated tables.
#include "nodes/case_mapping.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "nodes/case_mapping_table.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

using detail::CaseRange;
using detail::CaseSpecial;
using detail::CodeRange;

constexpr std::uint32_t kCapitalSigma = 0x3a3;
constexpr std::uint32_t kFinalSigma = 0x3c2;

// The last range that begins at or before the code point; null when there is none.
template <class Range>
const Range* range_of(std::span<const Range> ranges, std::uint32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code, [](std::uint32_t c, const Range& r) { return c < r.first; });
  return after == ranges.begin() || (after - 1)->last < code ? nullptr : &*(after - 1);
}

bool is_cased(std::uint32_t code) { return range_of<CodeRange>({detail::cased, detail::cased_count}, code) != nullptr; }
bool is_case_ignorable(std::uint32_t code) {
  return range_of<CodeRange>({detail::case_ignorable, detail::case_ignorable_count}, code) != nullptr;
}

struct Mapping {
  std::span<const CaseRange> ranges;
  std::span<const CaseSpecial> special;
};

void append_mapped(Buffer& to, std::uint32_t code, const Mapping& mapping) {
  const auto special = std::lower_bound(mapping.special.begin(), mapping.special.end(), code,
                                        [](const CaseSpecial& s, std::uint32_t c) { return s.code < c; });
  if (special != mapping.special.end() && special->code == code) {
    for (const std::uint32_t c : special->image) {
      if (c != 0) append_code_point(to, c);
    }
    return;
  }
  const CaseRange* range = range_of(mapping.ranges, code);
  const bool mapped = range != nullptr && (code - range->first) % range->step == 0;
  append_code_point(to, mapped ? static_cast<std::uint32_t>(static_cast<std::int64_t>(code) + range->delta) : code);
}

// The sigma before `after` ends a word: a cased letter stands before it and none behind it, both across ignorable characters.
// Linear over the whole text: a scan stops at the next sigma, which is cased.
bool is_final_sigma(const char* begin, const char* sigma, const char* after, const char* end) {
  bool cased_before = false;
  for (const char* at = sigma; at != begin;) {
    const char* start = at - 1;
    while (start != begin && at - start < 4 && (static_cast<unsigned char>(*start) & 0xc0) == 0x80) --start;
    const std::uint32_t code = decode_utf8(start, at).code_point;
    at = start;
    if (is_case_ignorable(code)) continue;
    cased_before = is_cased(code);
    break;
  }
  if (!cased_before) return false;
  for (const char* at = after; at != end;) {
    const Utf8Step step = decode_utf8(at, end);
    at += step.length;
    if (!is_case_ignorable(step.code_point)) return !is_cased(step.code_point);
  }
  return true;
}

// Copies a run of ASCII, mapped; returns where it ends.
template <char First>
const char* copy_ascii(Buffer& to, const char* at, const char* end) {
  const char* stop = at;
  while (stop != end && static_cast<unsigned char>(*stop) < 0x80) ++stop;
  const std::size_t size = static_cast<std::size_t>(stop - at);
  if (char* out = to.reserve(size)) {
    for (std::size_t k = 0; k < size; ++k) {
      const char c = at[k];
      out[k] = static_cast<char>(c ^ (c >= First && c <= First + 25 ? 0x20 : 0));
    }
    to.commit(size);
  }
  return stop;
}

}  // namespace

void append_upper(Buffer& to, std::string_view text) {
  const Mapping mapping{{detail::upper_ranges, detail::upper_ranges_count}, {detail::upper_special, detail::upper_special_count}};
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    at = copy_ascii<'a'>(to, at, end);
    if (at == end || to.overflowed()) return;
    const Utf8Step step = decode_utf8(at, end);
    if (step.valid) append_mapped(to, step.code_point, mapping);
    else to.append({at, step.length});
    at += step.length;
  }
}

void append_lower(Buffer& to, std::string_view text) {
  const Mapping mapping{{detail::lower_ranges, detail::lower_ranges_count}, {detail::lower_special, detail::lower_special_count}};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin; at != end;) {
    at = copy_ascii<'A'>(to, at, end);
    if (at == end || to.overflowed()) return;
    const Utf8Step step = decode_utf8(at, end);
    const char* const next = at + step.length;
    if (!step.valid) to.append({at, step.length});
    else if (step.code_point == kCapitalSigma && is_final_sigma(begin, at, next, end)) append_code_point(to, kFinalSigma);
    else append_mapped(to, step.code_point, mapping);
    at = next;
  }
}

}  // namespace polydat
