// Interpolation between two ends, all in f64, evaluated in the written order.
#pragma once

#include "nodes/native/doubles.h"

POLYDAT_NATIVE_BEGIN

inline f64 lerp(f64 t, f64 a, f64 b) { return a + t * (b - a); }

inline f64 scale_range(u64 input, f64 min, f64 max) { return half_open(min + unit(input) * (max - min), min, max); }

// A product with the reciprocal, not a division: equal ends give NaN at x = a, else 0 or 1.
inline f64 inv_lerp(f64 x, f64 a, f64 b) { return clamp_double((x - a) * (1.0 / (b - a)), 0.0, 1.0); }

inline f64 remap(f64 x, f64 in_min, f64 in_max, f64 out_min, f64 out_max) {
  return out_min + ((x - in_min) / (in_max - in_min)) * (out_max - out_min);
}

inline f64 quantize(f64 x, f64 step) { return round_half_away(x / step) * step; }

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_INTERPOLATION(X) X(lerp) X(scale_range) X(inv_lerp) X(remap) X(quantize)
