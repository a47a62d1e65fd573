// Helpers on doubles that several families share: rounding, clamping, saturating conversion, units and half-open intervals.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline constexpr f64 kTwo64 = 18446744073709551616.0;
inline constexpr u64 kMaxU64 = ~u64{0};

// To u64, saturating: NaN and everything below 1 give 0, 2^64 and above the maximum; else truncated.
inline u64 saturate(f64 x) {
  const f64 safe = x > 0.0 && x < kTwo64 ? x : 0.0;
  const u64 truncated = static_cast<u64>(safe);
  return x >= kTwo64 ? kMaxU64 : truncated;
}

// Nearest integer, halves away from zero; keeps the sign of zero. `x - whole` is exact, so 0.49999999999999994 gives 0.
inline f64 round_half_away(f64 x) {
  const f64 whole = __builtin_trunc(x);
  const f64 further = whole + __builtin_copysign(1.0, x);
  return __builtin_fabs(x - whole) >= 0.5 ? further : whole;
}

// NaN passes; -0.0 is kept against a bound of 0.0.
inline f64 clamp_double(f64 x, f64 low, f64 high) { return x < low ? low : x > high ? high : x; }

// The neighbour towards plus infinity; infinity and NaN stay.
inline f64 next_up(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const u64 magnitude = bits & 0x7fffffffffffffffu;
  const u64 up = magnitude == 0 ? 1 : bits == magnitude ? bits + 1 : bits - 1;
  const bool stays = magnitude > 0x7ff0000000000000u || bits == 0x7ff0000000000000u;
  return std::bit_cast<f64>(stays ? bits : up);
}

// `r` brought below the end of [low, high), or above it when the interval runs downwards; NaN passes.
inline f64 half_open(f64 r, f64 low, f64 high) {
  const f64 below = -next_up(-high);
  const f64 above = next_up(high);
  return low < high && r >= high ? below : low > high && r <= high ? above : r;
}

// [0, 1]: the 1024 largest integers give 1.
inline f64 unit(u64 x) { return static_cast<f64>(x) / kTwo64; }
// [0, 1).
inline f64 unit_below_one(u64 x) { return half_open(unit(x), 0.0, 1.0); }

POLYDAT_NATIVE_END
