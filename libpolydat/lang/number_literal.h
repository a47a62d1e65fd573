// Numbers as the language writes them (language page, 1.4 to 1.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polydat::lang {

struct NumberLiteral {
  bool is_float = false;
  std::uint64_t integer = 0;
  double number = 0;
  std::size_t size = 0;         // characters taken
  std::string_view error_code;  // empty: fine
  std::string error;
};

// Reads the longest number at the start of `text`, which begins with a digit; SI suffix included.
NumberLiteral read_number_literal(std::string_view text);
// Decimal digits only, at most 2^64-1.
std::optional<std::uint64_t> read_decimal(std::string_view digits);
// A finite double from `digits [. digits] [e[+-]digits]` with an optional leading minus, correctly rounded; nothing for other
// text and for values that round to infinity. Does not depend on the locale.
std::optional<double> read_double(std::string_view text);
// The shortest text that reads back the same and is a float literal ("1.0", "1e+16"); x is finite, a minus is kept.
std::string float_literal(double x);

}  // namespace polydat::lang
