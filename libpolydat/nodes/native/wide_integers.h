// 128-bit integers to and from doubles without the compiler's library calls.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

// Correctly rounded. The 64 leading bits, with what follows them folded into the last one, round like the whole number, since
// Float keeps far fewer; scaling by a power of two is exact, or overflows to infinity (f32).
template <class Float>
inline Float wide_to_float(u128 x) {
  const int zeros = std::countl_zero(static_cast<u64>(x >> 64));  // 0..64
  const u128 aligned = x << zeros;
  const u64 leading = static_cast<u64>(aligned >> 64) | (static_cast<u64>(aligned) != 0 ? 1u : 0u);
  const u64 exponent = static_cast<u64>(1023 + 64 - zeros);
  return static_cast<Float>(leading) * static_cast<Float>(std::bit_cast<f64>(exponent << 52));
}
template <class Float>
inline Float wide_to_float(i128 x) {
  const u128 magnitude = x < 0 ? u128{0} - static_cast<u128>(x) : static_cast<u128>(x);
  const Float size = wide_to_float<Float>(magnitude);
  return x < 0 ? -size : size;
}

// `x` is whole and in [0, 2^128).
inline u128 double_to_wide(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;  // of the last mantissa bit
  const u64 mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  const u128 left = static_cast<u128>(mantissa) << (exponent & 127);
  const u64 right = mantissa >> (-exponent & 63);
  return x < 1.0 ? 0 : exponent >= 0 ? left : static_cast<u128>(right);
}

POLYDAT_NATIVE_END
