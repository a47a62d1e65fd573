// Reading one unsigned number, a character at a time, and saying what is wrong with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polydat {

// Decimal, or hexadecimal after `0x` or `0X`. Feed every character of the field, then ask. Constant memory: a field of any
// length may pass through.
class NumberReader {
 public:
  void feed(char c);
  // The number is complete and below 2^64.
  bool good() const { return fault_ == Fault::None && digits_; }
  std::uint64_t value() const { return value_; }
  // The part of a sentence after the quoted field: "has a sign; coordinates are ...".
  std::string complaint() const;

 private:
  enum class Fault : std::uint8_t { None, Sign, Fraction, Digit, Overflow };

  std::uint64_t value_ = 0;
  std::uint64_t length_ = 0;
  Fault fault_ = Fault::None;
  bool hex_ = false;
  bool zero_first_ = false;
  bool digits_ = false;
  char wrong_ = 0;
};

// Text for a message: at most 40 bytes of it, controls and bytes past ASCII as \xNN, in backquotes.
std::string quote_for_message(std::string_view text);

}  // namespace polydat
