// Numbers of streams and of the command line (number_field.h).
#include "stream/number_field.h"

namespace polydat {
namespace {

constexpr std::size_t kMostQuoted = 40;
constexpr std::string_view kHexDigits = "0123456789abcdef";

int digit_value(char c, bool hex) {
  if (c >= '0' && c <= '9') return c - '0';
  if (hex && c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (hex && c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_printable(std::string& to, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) {
    to += c;
    return;
  }
  to += "\\x";
  to += kHexDigits[byte >> 4];
  to += kHexDigits[byte & 15];
}

}  // namespace

void NumberReader::feed(char c) {
  ++length_;
  if (fault_ != Fault::None && fault_ != Fault::Overflow) return;
  if (length_ == 2 && zero_first_ && (c == 'x' || c == 'X')) {
    hex_ = true;
    digits_ = false;
    return;
  }
  const int digit = digit_value(c, hex_);
  if (digit >= 0) {
    zero_first_ = length_ == 1 && digit == 0;
    digits_ = true;
    const std::uint64_t base = hex_ ? 16 : 10;
    std::uint64_t next = 0;
    if (fault_ == Fault::Overflow) return;
    if (__builtin_mul_overflow(value_, base, &next) || __builtin_add_overflow(next, static_cast<std::uint64_t>(digit), &value_)) {
      fault_ = Fault::Overflow;
    }
    return;
  }
  // A wrong character says more than a number that is too large.
  wrong_ = c;
  if (length_ == 1 && (c == '-' || c == '+')) fault_ = Fault::Sign;
  else if ((c == '.' || c == 'e' || c == 'E') && digits_ && !hex_) fault_ = Fault::Fraction;
  else fault_ = Fault::Digit;
}

std::string NumberReader::complaint() const {
  switch (fault_) {
    case Fault::None:
      if (length_ == 0) return "is empty where a number is expected";
      return "has no digits after `0x`";
    case Fault::Sign: return "has a sign; expected a whole number from 0 to 18446744073709551615";
    case Fault::Fraction:
      if (wrong_ != '.') return "has an exponent; expected a whole number";
      return "has a fraction; expected a whole number";
    case Fault::Digit: return "is not a number: " + quote_for_message({&wrong_, 1}) + " is not a digit";
    case Fault::Overflow: return "is past 18446744073709551615";
  }
  return {};
}

std::string quote_for_message(std::string_view text) {
  std::string quoted = "`";
  for (const char c : text.substr(0, kMostQuoted)) append_printable(quoted, c);
  quoted += text.size() > kMostQuoted ? "...`" : "`";
  return quoted;
}

}  // namespace polydat
