// Decimal digits to u64, eight at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace polydat {

// The number at `p`, and the first character behind it. Null when it is not the plain case: no digit at all, or more than 20
// digits, or past 2^64-1. Reads up to 8 bytes past the digits.
inline const char* read_decimal(const char* p, std::uint64_t& value) {
  static_assert(std::endian::native == std::endian::little);
  static constexpr std::array<std::uint64_t, 9> kPowers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  std::uint64_t total = 0;
  for (int chunk = 0; chunk < 3; ++chunk) {
    std::uint64_t bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    bytes ^= 0x3030303030303030u;
    // The high bit of a byte is set unless the byte is 0..9.
    const std::uint64_t others = ((bytes + 0x7676767676767676u) | bytes) & 0x8080808080808080u;
    const int digits = others == 0 ? 8 : std::countr_zero(others) / 8;
    if (digits == 0) {
      if (chunk == 0) return nullptr;
      value = total;
      return p;
    }
    bytes <<= (8 - digits) * 8;  // the digits move up: zeros lead
    bytes = bytes * 10 + (bytes >> 8);
    const std::uint64_t part =
        (((bytes & 0x000000ff000000ffu) * 0x000f424000000064u) + (((bytes >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >> 32;
    const std::uint64_t low = part & 0xffffffffu;
    p += digits;
    if (chunk < 2) {
      total = total * kPowers[static_cast<std::size_t>(digits)] + low;
      if (digits < 8) {
        value = total;
        return p;
      }
      continue;
    }
    if (digits > 4) return nullptr;
    if (digits < 4) {  // at most 19 digits: no overflow
      value = total * kPowers[static_cast<std::size_t>(digits)] + low;
      return p;
    }
    if (__builtin_mul_overflow(total, kPowers[4], &total) || __builtin_add_overflow(total, low, &value)) return nullptr;
    return p;
  }
  return nullptr;
}

}  // namespace polydat
