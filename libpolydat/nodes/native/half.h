// IEEE binary16 to and from wider floats, in integer arithmetic: the same on every CPU, one rounding (nearest even) everywhere.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

// Exact; a NaN keeps its payload.
inline f32 half_to_float(f16 x) {
  const u32 sign = static_cast<u32>(x.bits & 0x8000u) << 16;
  const u32 magnitude = x.bits & 0x7fffu;
  const u32 normal = (magnitude << 13) + (112u << 23);
  const u32 special = normal + (112u << 23);
  const u32 subnormal = std::bit_cast<u32>(static_cast<f32>(static_cast<i32>(magnitude)) * 0x1p-24f);
  const u32 bits = magnitude >= 0x7c00u ? special : magnitude < 0x400u ? subnormal : normal;
  return std::bit_cast<f32>(sign | bits);
}
inline f64 half_to_double(f16 x) { return static_cast<f64>(half_to_float(x)); }

// Nearest even, in one rounding; overflow gives infinity; every NaN becomes the quiet one.
inline f16 double_to_half(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const u64 magnitude = bits & 0x7fffffffffffffffu;
  const f64 size = std::bit_cast<f64>(magnitude);
  const u64 rounded = magnitude + 0x1ffffffffffu + ((magnitude >> 42) & 1);
  const u64 normal = (rounded >> 42) - (u64{1008} << 10);
  // Below 2^-14 the unit is 2^-24: adding 2^28 lets the addition round.
  const u64 subnormal = std::bit_cast<u64>(size + 0x1p28) - std::bit_cast<u64>(0x1p28);
  const u64 finite = size < 0x1p-14 ? subnormal : normal;
  const u64 result = magnitude > 0x7ff0000000000000u ? 0x7e00u : size >= 65520.0 ? 0x7c00u : finite;
  return f16{static_cast<u16>((bits >> 48 & 0x8000u) | (result & 0x7fffu))};
}
inline f16 float_to_half(f32 x) { return double_to_half(static_cast<f64>(x)); }

POLYDAT_NATIVE_END
