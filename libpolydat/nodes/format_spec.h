// The format texts of `printf` (data nodes page, section 6): parsed once at build, rendered for every row.
//
//   text     {{ is {, }} is }, a lone } is itself; { begins a placeholder that runs to the next }
//   spec     [:][0][width][.[precision]][x|X|b|o]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/row_form.h"
#include "nodes/scratch.h"

namespace polydat {

// The widest field and the most fractional digits a graph may ask for.
inline constexpr std::uint64_t kMaxWidth = 65535;

enum class Radix : std::uint8_t { Decimal, Binary, Octal, HexLower, HexUpper };

struct FormatSpec {
  bool zero_fill = false;
  bool has_precision = false;
  Radix radix = Radix::Decimal;
  std::uint32_t width = 0;
  std::uint32_t precision = 0;
  bool operator==(const FormatSpec&) const = default;
};

// Literal text, then a placeholder (the last piece may have none).
struct FormatPiece {
  std::string text;
  bool placeholder = false;
  FormatSpec spec;
};

struct PreparedFormat {
  std::vector<FormatPiece> pieces;
  std::size_t placeholders = 0;
};

// False: `why` says what is wrong and at which character (from 1).
bool parse_format(std::string_view text, PreparedFormat& format, std::string& why);

void append_formatted(Buffer& to, const ArgList::Item& item, const FormatSpec& spec);
// Digits of a radix other than ten; returns the end.
inline constexpr std::size_t kRadixTextRoom = 128;
char* put_radix(char* to, native::u128 magnitude, Radix radix);
// Widens what follows `start` to `width` code points by text on its left: zeros go behind a sign.
void pad_left(Buffer& to, std::size_t start, std::uint32_t width, bool zeros);

}  // namespace polydat
