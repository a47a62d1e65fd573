// The shortest digits of nearly every f32, by exact integers and without a branch on its digits (number_text.h has the rest).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "nodes/number_text.h"

namespace polydat::detail {

// A float m * 2^-shift with 2^23 < m < 2^24 is the only one within 2^-shift around it. With the fewest places whose unit is no wider,
// 10^places >= 2^shift, a decimal of that many places lies there, and at most one with a place less (Raffaello Giulietti, "The
// Schubfach way to render doubles"). So the digits are those of the one with a place less if there is one, else of the nearest.
struct F32Places {
  std::uint64_t power;  // 10^places
  std::uint64_t fill;   // 10^(12 - places)
};
inline constexpr std::uint32_t kUsualF32Shifts = 36;  // down to 2^-13; below 1e-4 the layout has an exponent

inline constexpr std::array<F32Places, kUsualF32Shifts + 1> kF32Places = [] {
  std::array<F32Places, kUsualF32Shifts + 1> all{};
  for (std::uint32_t shift = 0; shift <= kUsualF32Shifts; ++shift) {
    F32Places& places = all[shift];
    places = {1, 1000000000000};
    while (places.power < std::uint64_t{1} << shift) {
      places.power *= 10;
      places.fill /= 10;
    }
  }
  return all;
}();

// Writes the shortest text of v, whose magnitude must be in [2^-13, 2^23) and no power of two. Null: it is not.
inline char* put_usual_f32(char* to, float v) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(v);
  const std::uint32_t shift = 150 - (bits >> 23 & 0xff);
  const std::uint64_t mantissa = bits & 0x7fffff;
  if (shift - 1 >= kUsualF32Shifts || mantissa == 0) return nullptr;
  *to = '-';
  to += bits >> 31;

  const std::uint64_t m = mantissa | 0x800000, unit = std::uint64_t{1} << shift;
  const auto [power, fill] = kF32Places[shift];
  const std::uint64_t scaled = m * power;  // the number in units of its last place, times 2^shift; below 2^61
  // Neither end of the interval is a multiple of 2^shift: the text of an end is never a question.
  const std::uint64_t below_end = (scaled + power / 2) >> shift, short_one = below_end - below_end % 10;
  const std::uint64_t nearest = (scaled + unit / 2 - 1 + (scaled >> shift & 1)) >> shift;  // of two, the even one
  const std::uint64_t digits = short_one << shift > scaled - power / 2 ? short_one : nearest;

  std::uint64_t whole = m >> shift, fraction = digits - whole * power;
  if (fraction >= power) [[unlikely]] {
    ++whole;
    fraction -= power;
  }
  to = whole < 10000 ? put_lead4(to, static_cast<std::uint32_t>(whole)) : put_below_1e8(to, static_cast<std::uint32_t>(whole));
  *to++ = '.';
  const std::uint64_t twelve = fraction * fill;
  const std::uint32_t low = static_cast<std::uint32_t>(twelve % 100000000);
  std::uint32_t first, second, third;
  std::memcpy(&first, digit_tables.full[twelve / 100000000], 4);
  std::memcpy(&second, digit_tables.full[low / 10000], 4);
  std::memcpy(&third, digit_tables.full[low % 10000], 4);
  const std::uint64_t front = first | std::uint64_t{second} << 32;
  std::memcpy(to, &front, 8);
  std::memcpy(to + 8, &third, 4);
  // Zeros at the end are left out, but for the first place.
  const std::uint64_t back = std::uint64_t{second} | std::uint64_t{third} << 32;
  const std::uint64_t front_digits = front ^ 0x3030303030303030u, back_digits = back ^ 0x3030303030303030u;
  const int zeros = back_digits != 0 ? std::countl_zero(back_digits) >> 3 : 4 + (std::countl_zero(front_digits | 1) >> 3);
  return to + 12 - zeros;
}

}  // namespace polydat::detail
