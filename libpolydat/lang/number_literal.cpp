// Number literals. Decimal scaling by an SI suffix moves the decimal exponent, so it is exact: 1.005K is 1005.
#include "lang/number_literal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "lang/lexer.h"

namespace polydat::lang {

namespace {

struct Suffix {
  std::string_view text;
  int decimal;  // power of ten, or
  int binary;   // power of two
};
constexpr std::array<Suffix, 13> kSuffixes{{
    {"Ki", 0, 10},
    {"Mi", 0, 20},
    {"Gi", 0, 30},
    {"Ti", 0, 40},
    {"Pi", 0, 50},
    {"K", 3, 0},
    {"M", 6, 0},
    {"G", 9, 0},
    {"T", 12, 0},
    {"P", 15, 0},
    {"m", -3, 0},
    {"u", -6, 0},
    {"n", -9, 0},
}};

bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// digits * 10^exponent; digits are decimal digits only.
struct Decimal {
  std::string digits;
  std::int64_t exponent = 0;
};

// The value when it is a whole number of at most 64 bits.
std::optional<std::uint64_t> whole_value(Decimal d) {
  const std::size_t first = d.digits.find_first_not_of('0');
  if (first == std::string::npos) return 0;
  d.digits.erase(0, first);
  const std::size_t last = d.digits.find_last_not_of('0');
  d.exponent += static_cast<std::int64_t>(d.digits.size() - last - 1);
  d.digits.resize(last + 1);
  if (d.exponent < 0 || d.exponent > 19 || d.digits.size() > 20) return std::nullopt;
  d.digits.append(static_cast<std::size_t>(d.exponent), '0');
  return read_decimal(d.digits);
}

const Suffix* suffix_at(std::string_view text) {
  for (const Suffix& s : kSuffixes) {
    if (text.starts_with(s.text) && (text.size() == s.text.size() || !is_name_char(text[s.text.size()]))) return &s;
  }
  return nullptr;
}

NumberLiteral failed(std::size_t size, bool is_float, std::string_view code, std::string message) {
  NumberLiteral n;
  n.size = size;
  n.is_float = is_float;
  n.error_code = code;
  n.error = std::move(message);
  return n;
}

NumberLiteral read_hex(std::string_view text) {
  std::size_t end = 2;
  while (end < text.size() && is_hex_digit(text[end])) ++end;
  if (end == 2) {
    while (end < text.size() && is_name_char(text[end])) ++end;  // `0xg` is one mistake
    return failed(end, false, "bad-hex", "a hexadecimal number needs a digit after '0x'");
  }
  NumberLiteral n;
  n.size = end;
  const auto result = std::from_chars(text.data() + 2, text.data() + end, n.integer, 16);
  if (result.ec != std::errc()) return failed(end, false, "integer-too-large", "this integer does not fit in 64 bits");
  return n;
}

}  // namespace

NumberLiteral read_number_literal(std::string_view text) {
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) return read_hex(text);
  const auto digits_from = [&](std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  std::size_t end = digits_from(0);
  Decimal value{std::string(text.substr(0, end)), 0};
  bool is_float = false;
  if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
    const std::size_t point = end + 1;
    end = digits_from(point);
    value.digits.append(text.substr(point, end - point));
    value.exponent = -static_cast<std::int64_t>(end - point);
    is_float = true;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t at = end + 1;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t last = digits_from(at);
    if (last == at) return failed(at, true, "bad-exponent", "an exponent needs a digit after '" + std::string(1, text[end]) + "'");
    std::int64_t exponent = 0;
    for (; at < last; ++at) {
      if (exponent < 4'000'000'000) exponent = exponent * 10 + (text[at] - '0');  // past that the value is 0 or too large anyway
    }
    value.exponent += negative ? -exponent : exponent;
    end = last;
    is_float = true;
  }

  NumberLiteral n;
  const Suffix* suffix = suffix_at(text.substr(end));
  n.size = end + (suffix != nullptr ? suffix->text.size() : 0);
  if (!is_float && (suffix == nullptr || suffix->decimal >= 0)) {
    const std::optional<std::uint64_t> base = read_decimal(value.digits);
    if (!base) return failed(n.size, false, "integer-too-large", "this integer does not fit in 64 bits");
    std::uint64_t factor = 1;
    if (suffix != nullptr) {
      for (int i = 0; i < suffix->decimal; ++i) factor *= 10;
      factor <<= static_cast<unsigned>(suffix->binary);
    }
    if (suffix != nullptr && *base != 0 && factor > std::numeric_limits<std::uint64_t>::max() / *base) {
      return failed(n.size, false, "suffix-overflow",
                    "this integer does not fit in 64 bits once its suffix '" + std::string(suffix->text) + "' is applied");
    }
    n.integer = *base * factor;
    return n;
  }
  n.is_float = true;
  if (suffix != nullptr) {
    value.exponent += suffix->decimal;
    // An integer with a divisor is always a float; a float that the suffix makes whole becomes an integer.
    const std::optional<std::uint64_t> whole = is_float && suffix->binary == 0 ? whole_value(value) : std::nullopt;
    if (whole) {
      n.is_float = false;
      n.integer = *whole;
      return n;
    }
  }
  const std::optional<double> number = read_double(value.digits + "e" + std::to_string(value.exponent));
  if (number) n.number = std::ldexp(*number, suffix != nullptr ? suffix->binary : 0);
  if (!number || !std::isfinite(n.number)) return failed(n.size, true, "float-too-large", "this number is larger than any f64");
  if (suffix != nullptr && suffix->binary != 0 && n.number == std::floor(n.number) && n.number < 18446744073709551616.0) {
    n.is_float = false;
    n.integer = static_cast<std::uint64_t>(n.number);
    n.number = 0;
  }
  return n;
}

std::optional<std::uint64_t> read_decimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, 10);
  if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<double> read_double(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view body = text.substr(negative ? 1 : 0);
  if (body.empty() || !is_digit(body[0])) return std::nullopt;  // from_chars would take "inf" and a second minus
  // from_chars does not take a plus sign in an exponent on every library; ours does. It reports underflow like overflow.
  double value = 0;
  const auto result = std::from_chars(body.data(), body.data() + body.size(), value, std::chars_format::general);
  if (result.ptr != body.data() + body.size()) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    // Where the first significant digit stands tells a value too large from one too small.
    const std::size_t mark = body.find_first_of("eE");
    const std::string_view mantissa = body.substr(0, mark);
    std::int64_t exponent = 0;
    bool exponent_negative = false;
    if (mark != std::string_view::npos) {
      for (const char c : body.substr(mark + 1)) {
        if (c == '-') exponent_negative = true;
        if (is_digit(c) && exponent < 4'000'000'000'000) exponent = exponent * 10 + (c - '0');
      }
    }
    const std::size_t point = mantissa.find('.');
    const auto whole_digits = static_cast<std::int64_t>(point == std::string_view::npos ? mantissa.size() : point);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) {
      value = 0;
    } else {
      const std::int64_t place = whole_digits - static_cast<std::int64_t>(first) + (first > point ? 1 : 0);
      if (place + (exponent_negative ? -exponent : exponent) > 0) return std::nullopt;
      value = 0;
    }
  } else if (result.ec != std::errc()) {
    return std::nullopt;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return negative ? -value : value;
}

std::string float_literal(double x) {
  std::array<char, 40> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
  std::string text(buffer.data(), result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace polydat::lang
