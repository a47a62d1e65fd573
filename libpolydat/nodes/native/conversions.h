// Explicit conversions between u64, i64 and f64.
#pragma once

#include "nodes/native/doubles.h"
#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline f64 to_f64(u64 input) { return static_cast<f64>(input); }
inline i64 to_i64(u64 input, u32* err) {
  *err |= input >> 63 != 0 ? 1u : 0u;
  return static_cast<i64>(input);
}
inline f64 unit_interval(u64 input) { return unit_below_one(input); }

inline u64 f64_to_u64(f64 input) { return saturate(input); }
inline u64 round_to_u64(f64 input) { return saturate(round_half_away(input)); }
inline u64 floor_to_u64(f64 input) { return saturate(__builtin_floor(input)); }
inline u64 ceil_to_u64(f64 input) { return saturate(__builtin_ceil(input)); }

inline f64 clamp_f64(f64 input, f64 min, f64 max) { return clamp_double(input, min, max); }

// `range` is finite and positive, `buckets` positive: checked at build. NaN gives bucket 0.
inline u64 discretize(f64 input, f64 range, u64 buckets) {
  const u64 bucket = saturate(clamp_double(input, 0.0, range) / range * static_cast<f64>(buckets));
  return bucket < buckets - 1 ? bucket : buckets - 1;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_CONVERSIONS(X) \
  X(to_f64) X(to_i64) X(unit_interval) X(f64_to_u64) X(round_to_u64) X(floor_to_u64) X(ceil_to_u64) X(clamp_f64) X(discretize)
