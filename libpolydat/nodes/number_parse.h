// Decimal text to numbers, as conversions from text read it (types page, 4.3): the whole text, no blanks, no locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "nodes/native/kernel_subset.h"

namespace polydat {

// `+` and digits. Nothing when empty, not digits or past the limit of 128 bits.
std::optional<native::u128> parse_unsigned(std::string_view text);

// An integer of type T: an optional `+` (for signed types also `-`) and digits, in range.
template <class T>
std::optional<T> parse_integer(std::string_view text) {
  constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
  constexpr native::u128 most = is_signed ? (native::u128{1} << (8 * sizeof(T) - 1)) - 1 : ~native::u128{0} >> (128 - 8 * sizeof(T));
  const bool negative = is_signed && text.starts_with('-');
  if (negative) {
    text.remove_prefix(1);
    if (text.starts_with('+')) return std::nullopt;
  }
  const std::optional<native::u128> magnitude = parse_unsigned(text);
  if (!magnitude || *magnitude > most + (negative ? 1u : 0u)) return std::nullopt;
  return static_cast<T>(negative ? 0 - *magnitude : *magnitude);
}

// An optional sign, digits with an optional point and exponent, or `inf`, `infinity`, `nan` in any case. Correctly rounded;
// too large is an infinity, too small a zero.
std::optional<double> parse_f64(std::string_view text);
std::optional<float> parse_f32(std::string_view text);

}  // namespace polydat
