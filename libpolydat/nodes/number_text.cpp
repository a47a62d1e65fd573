// Numbers to decimal text: tables, shortest digits and the layouts of types page 2.1.
#include "nodes/number_text.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "nodes/native/half.h"
#include "nodes/usual_f32.h"

// The digits come from a function of {fmt} that is not part of its documented interface; this file is its only user.
static_assert(FMT_VERSION >= 80000 && FMT_VERSION < 120000, "check that fmt::detail::dragonbox::to_decimal is still there");

namespace polydat {
namespace {

consteval detail::DigitTables make_digit_tables() {
  detail::DigitTables t{};
  for (std::uint32_t v = 0; v < 10000; ++v) {
    const char d[4] = {static_cast<char>('0' + v / 1000), static_cast<char>('0' + v / 100 % 10), static_cast<char>('0' + v / 10 % 10),
                       static_cast<char>('0' + v % 10)};
    const std::uint32_t skip = v >= 1000 ? 0 : v >= 100 ? 1 : v >= 10 ? 2 : 3;
    for (std::uint32_t k = 0; k < 4; ++k) t.full[v][k] = d[k];
    for (std::uint32_t k = skip; k < 4; ++k) t.lead[v][k - skip] = d[k];
    t.lead_length[v] = static_cast<std::uint8_t>(4 - skip);
  }
  return t;
}

constexpr std::uint64_t kPowerOfTen[] = {1,       10,       100,       1000,       10000,       100000,
                                         1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000};

// A positive finite number: digits * 10^exponent, digits without trailing zeros.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};

template <class Float>
Decimal shortest_digits(Float positive) {
  const auto d = fmt::detail::dragonbox::to_decimal(positive);
  return {d.significand, d.exponent};
}

char* put_text(char* to, const char* text, std::size_t size) {
  std::memcpy(to, text, size);
  return to + size;
}
char* put_zeros(char* to, std::size_t count) {
  std::memset(to, '0', count);
  return to + count;
}

// Writes the digits and then opens a gap of one byte for the point in front of the last `fraction` ones (0 < fraction < count).
char* put_with_point(char* to, std::uint64_t digits, std::uint32_t fraction) {
  char* const end = put_u64(to, digits);
  std::memmove(end - fraction + 1, end - fraction, fraction);
  *(end - fraction) = '.';
  return end + 1;
}

// How exponents are written, and from which power of ten on the number is positional.
struct Layout {
  int least_positional;  // the decimal exponent of the leading digit
  bool exponent_plus;
};
constexpr Layout kShortest{-4, false};
constexpr Layout kJson{-5, true};

char* put_decimal(char* to, Decimal d, Layout layout) {
  const int count = static_cast<int>(count_digits(d.digits));
  const int lead = d.exponent + count - 1;  // the power of ten of the first digit
  if (lead >= 16 || lead < layout.least_positional) {
    to = count == 1 ? put_u64(to, d.digits) : put_with_point(to, d.digits, static_cast<std::uint32_t>(count - 1));
    *to++ = 'e';
    if (lead < 0) *to++ = '-';
    else if (layout.exponent_plus) *to++ = '+';
    return put_u64(to, static_cast<std::uint64_t>(lead < 0 ? -lead : lead));
  }
  if (d.exponent >= 0) {
    to = put_u64(to, d.digits);
    to = put_zeros(to, static_cast<std::size_t>(d.exponent));
    return put_text(to, ".0", 2);
  }
  if (lead >= 0) return put_with_point(to, d.digits, static_cast<std::uint32_t>(-d.exponent));
  to = put_text(to, "0.", 2);
  if (-d.exponent <= 12) {  // twelve fractional digits whatever their number: no branch that depends on it
    const std::uint64_t scaled = d.digits * kPowerOfTen[12 + d.exponent];
    detail::put_full8(detail::put_full4(to, static_cast<std::uint32_t>(scaled / 100000000)),
                      static_cast<std::uint32_t>(scaled % 100000000));
    return to - d.exponent;
  }
  to = put_zeros(to, static_cast<std::size_t>(-lead - 1));
  return put_u64(to, d.digits);
}

char* put_decimal_plain(char* to, Decimal d) {
  const int count = static_cast<int>(count_digits(d.digits));
  if (d.exponent >= 0) return put_zeros(put_u64(to, d.digits), static_cast<std::size_t>(d.exponent));
  if (count + d.exponent > 0) return put_with_point(to, d.digits, static_cast<std::uint32_t>(-d.exponent));
  to = put_text(to, "0.", 2);
  to = put_zeros(to, static_cast<std::size_t>(-d.exponent - count));
  return put_u64(to, d.digits);
}

char* put_non_finite(char* to, bool is_nan, bool negative) {
  if (is_nan) return put_text(to, "NaN", 3);
  return negative ? put_text(to, "-inf", 4) : put_text(to, "inf", 3);
}

// Whole numbers below 2^53 are their own shortest digits, with or without the zeros at the end.
constexpr double kWholeLimit = 9007199254740992.0;

// m with |v| == m / 1e6 exactly as the nearest double and m < 1e15: then no shorter text reads back as v (two decimals of 15
// digits never share a double), so the digits of m are v's. Zero when there is no such m.
std::uint64_t as_millionths(double magnitude) {
  if (!(magnitude < 1e9) || magnitude < 1e-4) return 0;
  const double scaled = std::nearbyint(magnitude * 1e6);
  return scaled / 1e6 == magnitude ? static_cast<std::uint64_t>(scaled) : 0;
}

char* put_millionths(char* to, std::uint64_t m) {
  to = put_u64(to, m / 1000000);
  std::uint32_t fraction = static_cast<std::uint32_t>(m % 1000000);
  *to++ = '.';
  detail::put_full8(to, fraction * 100);  // six digits and two zeros
  char* end = to + 6;
  while (end > to + 1 && end[-1] == '0') --end;
  return end;
}

char* put_finite(char* to, double v, Layout layout) {
  *to = '-';
  to += std::signbit(v) ? 1 : 0;
  const double magnitude = std::fabs(v);
  if (magnitude < kWholeLimit && magnitude == std::floor(magnitude)) {
    return put_text(put_u64(to, static_cast<std::uint64_t>(magnitude)), ".0", 2);
  }
  if (const std::uint64_t m = as_millionths(magnitude); m != 0) return put_millionths(to, m);
  return put_decimal(to, shortest_digits(magnitude), layout);
}

template <class Float>
char* put_plain(char* to, Float v) {
  if (!std::isfinite(v)) return put_non_finite(to, std::isnan(v), v < 0);
  *to = '-';
  to += std::signbit(v) ? 1 : 0;
  const Float magnitude = std::fabs(v);
  if (magnitude == 0) return put_text(to, "0", 1);
  return put_decimal_plain(to, shortest_digits(magnitude));
}

// value / 2^shift, to the nearest, ties to even. 0 < shift < the width of Word.
template <class Word>
Word shifted_nearest(Word value, int shift) {
  const Word quotient = value >> shift;
  const Word rest = value & ((Word{1} << shift) - 1);
  const Word half = Word{1} << (shift - 1);
  return quotient + (rest > half || (rest == half && (quotient & 1) != 0) ? 1 : 0);
}

// scaled / 10^precision with all its fractional digits.
char* put_scaled(char* to, std::uint64_t scaled, std::uint32_t precision, std::uint64_t power) {
  if (precision == 2) {  // the usual one: a division by a constant
    to = put_u64(to, scaled / 100);
    *to = '.';
    std::memcpy(to + 1, detail::digit_tables.full[scaled % 100] + 2, 2);
    return to + 3;
  }
  to = put_u64(to, scaled / power);
  if (precision == 0) return to;
  *to++ = '.';
  std::uint64_t fraction = scaled % power;
  for (std::uint32_t k = precision; k-- != 0; fraction /= 10) to[k] = static_cast<char>('0' + fraction % 10);
  return to + precision;
}

// v = m * 2^-s; the product m * 10^p must fit 128 bits. False when it does not apply.
bool put_fixed_exact(char*& to, double magnitude, std::uint32_t precision) {
  constexpr std::uint32_t kInOneWord = 3, kMost = 9;  // 53 bits times 10^3 have 64; a fraction of nine digits
  if (precision > kMost) return false;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(magnitude);
  const int exponent = static_cast<int>(bits >> 52);
  if (exponent == 0) return false;
  const std::uint64_t m = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  const std::uint64_t power = kPowerOfTen[precision];
  const int shift = 1075 - exponent;
  if (shift <= 0 || shift >= 127) return false;
  if (precision <= kInOneWord && shift < 64) {
    to = put_scaled(to, shifted_nearest(m * power, shift), precision, power);
    return true;
  }
  const native::u128 scaled = shifted_nearest(static_cast<native::u128>(m) * power, shift);
  if (scaled >> 64 != 0) return false;
  to = put_scaled(to, static_cast<std::uint64_t>(scaled), precision, power);
  return true;
}

}  // namespace

namespace detail {
constinit const DigitTables digit_tables = make_digit_tables();
}

std::uint32_t count_digits(std::uint64_t v) {
  static constexpr std::uint64_t power_of_ten[] = {0ull,
                                                   10ull,
                                                   100ull,
                                                   1000ull,
                                                   10000ull,
                                                   100000ull,
                                                   1000000ull,
                                                   10000000ull,
                                                   100000000ull,
                                                   1000000000ull,
                                                   10000000000ull,
                                                   100000000000ull,
                                                   1000000000000ull,
                                                   10000000000000ull,
                                                   100000000000000ull,
                                                   1000000000000000ull,
                                                   10000000000000000ull,
                                                   100000000000000000ull,
                                                   1000000000000000000ull,
                                                   10000000000000000000ull};
  // 1233 / 4096 is a little more than log10(2).
  const std::uint32_t guess = (64u - static_cast<std::uint32_t>(std::countl_zero(v | 1))) * 1233u >> 12;
  return guess + (v >= power_of_ten[guess] ? 1u : 0u);
}

char* put_u128(char* to, native::u128 v) {
  constexpr std::uint64_t e16 = 10000000000000000ull;
  if (v >> 64 == 0) return put_u64(to, static_cast<std::uint64_t>(v));
  const native::u128 high = v / e16;
  const std::uint64_t low = static_cast<std::uint64_t>(v % e16);
  return detail::put_full16(put_u128(to, high), low);  // at most two levels: 39 digits
}
char* put_i128(char* to, native::i128 v) {
  *to = '-';
  const native::u128 bits = static_cast<native::u128>(v);
  return v < 0 ? put_u128(to + 1, 0 - bits) : put_u128(to, bits);
}

char* put_f64(char* to, double v) {
  if (!std::isfinite(v)) return put_non_finite(to, std::isnan(v), v < 0);
  return put_finite(to, v, kShortest);
}

char* put_f32(char* to, float v) {
  if (char* const end = detail::put_usual_f32(to, v)) return end;
  if (!std::isfinite(v)) return put_non_finite(to, std::isnan(v), v < 0);
  *to = '-';
  to += std::signbit(v) ? 1 : 0;
  const float magnitude = std::fabs(v);
  if (magnitude < 16777216.0f && magnitude == std::floor(magnitude)) {
    return put_text(put_u64(to, static_cast<std::uint64_t>(magnitude)), ".0", 2);
  }
  return put_decimal(to, shortest_digits(magnitude), kShortest);
}
char* put_f16(char* to, native::f16 v) { return put_f32(to, native::half_to_float(v)); }

char* put_f64_plain(char* to, double v) { return put_plain(to, v); }
char* put_f32_plain(char* to, float v) { return put_plain(to, v); }

char* put_f64_json(char* to, double v) {
  if (!std::isfinite(v)) return put_text(to, "null", 4);
  return put_finite(to, v, kJson);
}

char* put_f64_fixed(char* to, double v, std::uint32_t precision) {
  if (!std::isfinite(v)) return put_non_finite(to, std::isnan(v), v < 0);
  *to = '-';
  to += std::signbit(v) ? 1 : 0;
  const double magnitude = std::fabs(v);
  if (put_fixed_exact(to, magnitude, precision)) return to;
  return std::to_chars(to, to + kFixedTextRoom + precision, magnitude, std::chars_format::fixed, static_cast<int>(precision)).ptr;
}

}  // namespace polydat
