// IEEE binary16: widening (exact) and narrowing (one rounding, to nearest even), without the CPU's own conversion.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline f32 f16_widen(f16 h) {
  const u32 sign = static_cast<u32>(h.bits & 0x8000u) << 16;
  const u32 exponent = (h.bits >> 10) & 31u;
  const u32 fraction = h.bits & 0x3ffu;
  if (exponent == 31) return std::bit_cast<f32>(sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return std::bit_cast<f32>(sign | (exponent + 112) << 23 | fraction << 13);
  // Zero or subnormal: fraction * 2^-24, exact in f32.
  const f32 magnitude = static_cast<f32>(fraction) * 0x1p-24f;
  return std::bit_cast<f32>(sign | std::bit_cast<u32>(magnitude));
}

// Overflow gives an infinity; NaN stays NaN (the top bits of its payload are kept, quiet).
inline f16 f16_narrow(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const u32 sign = static_cast<u32>(bits >> 48) & 0x8000u;
  const u64 magnitude = bits & 0x7fffffffffffffffull;
  if (magnitude > 0x7ff0000000000000ull) return f16{static_cast<u16>(sign | 0x7e00u | static_cast<u32>(magnitude >> 42 & 0x3ff))};
  if (magnitude >= 0x40f0000000000000ull) return f16{static_cast<u16>(sign | 0x7c00u)};  // 65536 and above
  if (magnitude < 0x3e60000000000000ull) return f16{static_cast<u16>(sign)};             // below 2^-25: rounds to zero
  const u32 exponent = static_cast<u32>(magnitude >> 52);                               // biased by 1023
  const u64 significand = (magnitude & 0xfffffffffffffull) | 0x10000000000000ull;
  // 11 significant bits for a normal result (1009 is 2^-14), one fewer for every step below.
  const u32 drop = exponent >= 1009 ? 42 : 42 + (1009 - exponent);
  const u64 kept = significand >> drop;
  const u64 rest = significand & ((u64{1} << drop) - 1);
  const u64 half = u64{1} << (drop - 1);
  const u64 rounded = kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
  // A normal `rounded` has its leading one at bit 10, which adds one to the exponent field; a carry does the same again.
  const u64 base = exponent >= 1009 ? static_cast<u64>(exponent - 1009) << 10 : 0;
  return f16{static_cast<u16>(sign | static_cast<u32>(base + rounded))};
}

POLYDAT_NATIVE_END
