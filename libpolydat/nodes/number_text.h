// Numbers to decimal text (types page, section 2.1): the fast appenders under every text form and every row writer.
//
// Each `put_` function writes at `to` and returns the end of the text. It may scribble past that end, up to the stated room; it
// never allocates and never fails. Digits are the shortest that read back the same, the nearer of two, an exact tie to even.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "nodes/native/kernel_subset.h"

namespace polydat {

// Room, in bytes, that the longest text of each kind needs.
inline constexpr std::size_t kIntegerTextRoom = 24;   // u64, i64
inline constexpr std::size_t kWideTextRoom = 48;      // u128, i128
inline constexpr std::size_t kShortestTextRoom = 32;  // shortest and JSON layouts
inline constexpr std::size_t kPlainTextRoom = 400;    // plain layout: 5e-324 has 326 digits

namespace detail {
// 10000 entries of four characters: `full` zero padded, `lead` left-aligned with its length in lead_length. Computed by the compiler.
struct DigitTables {
  char full[10000][4];
  char lead[10000][4];
  std::uint8_t lead_length[10000];
};
extern const DigitTables digit_tables;

inline char* put_lead4(char* to, std::uint32_t v) {
  std::memcpy(to, digit_tables.lead[v], 4);
  return to + digit_tables.lead_length[v];
}
inline char* put_full4(char* to, std::uint32_t v) {
  std::memcpy(to, digit_tables.full[v], 4);
  return to + 4;
}
inline char* put_full8(char* to, std::uint32_t v) { return put_full4(put_full4(to, v / 10000), v % 10000); }
inline char* put_full16(char* to, std::uint64_t v) {
  return put_full8(put_full8(to, static_cast<std::uint32_t>(v / 100000000)), static_cast<std::uint32_t>(v % 100000000));
}
inline char* put_below_1e8(char* to, std::uint32_t v) {
  return v < 10000 ? put_lead4(to, v) : put_full4(put_lead4(to, v / 10000), v % 10000);
}
}  // namespace detail

inline char* put_u64(char* to, std::uint64_t v) {
  constexpr std::uint64_t e8 = 100000000;
  constexpr std::uint64_t e16 = e8 * e8;
  if (v < e8) return detail::put_below_1e8(to, static_cast<std::uint32_t>(v));
  if (v < e16) return detail::put_full8(detail::put_below_1e8(to, static_cast<std::uint32_t>(v / e8)), static_cast<std::uint32_t>(v % e8));
  return detail::put_full16(detail::put_lead4(to, static_cast<std::uint32_t>(v / e16)), v % e16);
}
inline char* put_i64(char* to, std::int64_t v) {
  *to = '-';
  const std::uint64_t bits = static_cast<std::uint64_t>(v);
  return v < 0 ? put_u64(to + 1, 0 - bits) : put_u64(to, bits);
}
char* put_u128(char* to, native::u128 v);
char* put_i128(char* to, native::i128 v);
// How many decimal digits v has; 1 for 0.
std::uint32_t count_digits(std::uint64_t v);

// *shortest*: at least one fractional digit in [1e-4, 1e16), else `d.dde-5`, `1e16`; `NaN`, `inf`, `-inf`.
char* put_f64(char* to, double v);
char* put_f32(char* to, float v);
char* put_f16(char* to, native::f16 v);
// *plain*: always positional, no `.0`. Room: kPlainTextRoom.
char* put_f64_plain(char* to, double v);
char* put_f32_plain(char* to, float v);
// *jsonnum*: as shortest, but positional in [1e-5, 1e16) and exponents with their sign; `null` when not finite.
char* put_f64_json(char* to, double v);

// *fixed*: exactly `precision` fractional digits, from the exact binary value, ties to even. Room: kFixedTextRoom + precision.
inline constexpr std::size_t kFixedTextRoom = 340;
char* put_f64_fixed(char* to, double v, std::uint32_t precision);

}  // namespace polydat
