// Decimal text to numbers.
#include "nodes/number_parse.h"

#include <charconv>
#include <limits>

namespace polydat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool equal_letters(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != lower[k]) return false;
  }
  return true;
}

// The shape of a decimal without its sign: digits, point, digits, exponent.
struct Shape {
  bool valid = false;
  // The power of ten of the first digit that is not 0, clamped; tells an overflow from an underflow.
  std::int64_t magnitude = 0;
};

Shape shape_of(std::string_view text) {
  Shape shape;
  std::int64_t before = 0;  // digits before the point from the first that is not 0
  std::int64_t zeros = 0;   // zeros behind the point before the first that is not 0
  bool seen = false;
  std::size_t digits = 0;
  std::size_t at = 0;
  for (; at < text.size() && is_digit(text[at]); ++at, ++digits) {
    seen = seen || text[at] != '0';
    before += seen ? 1 : 0;
  }
  if (at < text.size() && text[at] == '.') {
    for (++at; at < text.size() && is_digit(text[at]); ++at, ++digits) {
      seen = seen || text[at] != '0';
      zeros += seen ? 0 : 1;
    }
  }
  if (digits == 0) return shape;
  std::int64_t exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t first = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
      if (exponent < std::int64_t{1} << 50) exponent = exponent * 10 + (text[at] - '0');
    }
    if (at == first) return shape;
    if (negative) exponent = -exponent;
  }
  shape.valid = at == text.size();
  shape.magnitude = exponent + (before != 0 ? before : -zeros);
  return shape;
}

template <class Float>
std::optional<Float> parse_float(std::string_view text) {
  bool negative = false;
  if (text.starts_with('+') || text.starts_with('-')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  Float value = 0;
  if (equal_letters(text, "inf") || equal_letters(text, "infinity")) {
    value = std::numeric_limits<Float>::infinity();
  } else if (equal_letters(text, "nan")) {
    value = std::numeric_limits<Float>::quiet_NaN();
  } else {
    const Shape shape = shape_of(text);
    if (!shape.valid) return std::nullopt;
    const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc::result_out_of_range) value = shape.magnitude > 0 ? std::numeric_limits<Float>::infinity() : Float{0};
    else if (result.ec != std::errc()) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace

std::optional<native::u128> parse_unsigned(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  constexpr native::u128 most = ~native::u128{0};
  native::u128 value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const std::uint32_t digit = static_cast<std::uint32_t>(c - '0');
    if (value > (most - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<double> parse_f64(std::string_view text) { return parse_float<double>(text); }
std::optional<float> parse_f32(std::string_view text) { return parse_float<float>(text); }

}  // namespace polydat
