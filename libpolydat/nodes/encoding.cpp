// Base64, base32 and hex. Both bases share one form: groups of `Chars` characters of `Bits` bits stand for Chars * Bits / 8 bytes.
#include "nodes/encoding.h"

#include <array>
#include <cstdint>

namespace polydat {
namespace {

struct Base64 {
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static constexpr std::uint32_t bits = 6;
  static constexpr std::size_t chars = 4;
  static constexpr std::size_t bytes = 3;
};
struct Base32 {
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  static constexpr std::uint32_t bits = 5;
  static constexpr std::size_t chars = 8;
  static constexpr std::size_t bytes = 5;
};

template <class Base>
consteval std::array<std::int8_t, 256> digit_values() {
  std::array<std::int8_t, 256> values{};
  for (std::int8_t& v : values) v = -1;
  for (std::size_t k = 0; k < Base::alphabet.size(); ++k)
    values[static_cast<unsigned char>(Base::alphabet[k])] = static_cast<std::int8_t>(k);
  return values;
}

template <class Base>
void encode(Buffer& to, std::string_view bytes) {
  const std::size_t groups = (bytes.size() + Base::bytes - 1) / Base::bytes;
  char* out = to.reserve(groups * Base::chars);
  if (out == nullptr) return;
  for (std::size_t at = 0; at < bytes.size(); at += Base::bytes) {
    const std::size_t have = bytes.size() - at < Base::bytes ? bytes.size() - at : Base::bytes;
    std::uint64_t group = 0;
    for (std::size_t k = 0; k < Base::bytes; ++k) group = group << 8 | (k < have ? static_cast<unsigned char>(bytes[at + k]) : 0u);
    const std::size_t used = (have * 8 + Base::bits - 1) / Base::bits;
    for (std::size_t k = 0; k < Base::chars; ++k) {
      const std::uint64_t digit = group >> (Base::bits * (Base::chars - 1 - k)) & ((1u << Base::bits) - 1);
      *out++ = k < used ? Base::alphabet[digit] : '=';
    }
  }
  to.commit(groups * Base::chars);
}

template <class Base>
bool decode(Buffer& to, std::string_view text) {
  static constexpr std::array<std::int8_t, 256> values = digit_values<Base>();
  if (text.size() % Base::chars != 0) return false;
  char* const start = to.reserve(text.size() / Base::chars * Base::bytes);
  if (start == nullptr) return false;
  char* out = start;
  for (std::size_t at = 0; at < text.size(); at += Base::chars) {
    const std::string_view group = text.substr(at, Base::chars);
    const bool last = at + Base::chars == text.size();
    std::size_t used = Base::chars;
    while (last && used != 0 && group[used - 1] == '=') --used;
    // What the encoder writes for 1, 2, ... bytes; nothing else is canonical.
    const std::size_t size = used * Base::bits / 8;
    if (used == 0 || (size * 8 + Base::bits - 1) / Base::bits != used) return false;
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < Base::chars; ++k) {
      const std::int8_t digit = k < used ? values[static_cast<unsigned char>(group[k])] : std::int8_t{0};
      if (digit < 0) return false;
      bits = bits << Base::bits | static_cast<std::uint64_t>(digit);
    }
    for (std::size_t k = 0; k < Base::bytes; ++k) {
      const unsigned char byte = static_cast<unsigned char>(bits >> (8 * (Base::bytes - 1 - k)));
      if (k < size) *out++ = static_cast<char>(byte);
      else if (byte != 0) return false;
    }
  }
  to.commit(static_cast<std::size_t>(out - start));
  return true;
}

}  // namespace

void append_base64(Buffer& to, std::string_view bytes) { encode<Base64>(to, bytes); }
void append_base32(Buffer& to, std::string_view bytes) { encode<Base32>(to, bytes); }
bool decode_base64(Buffer& to, std::string_view text) { return decode<Base64>(to, text); }
bool decode_base32(Buffer& to, std::string_view text) { return decode<Base32>(to, text); }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool decode_hex(Buffer& to, std::string_view text) {
  if (text.size() % 2 != 0) return false;
  char* const out = to.reserve(text.size() / 2);
  if (out == nullptr) return false;
  for (std::size_t k = 0; k < text.size(); k += 2) {
    const int high = hex_digit(text[k]);
    const int low = hex_digit(text[k + 1]);
    if (high < 0 || low < 0) return false;
    out[k / 2] = static_cast<char>(static_cast<unsigned char>(high * 16 + low));
  }
  to.commit(text.size() / 2);
  return true;
}

}  // namespace polydat
