// f64 arithmetic, roots and the functions of the C library, lists of values, and rounding to an interval.
#pragma once

#include "nodes/native/doubles.h"
#include "nodes/native/runtime.h"

POLYDAT_NATIVE_BEGIN

inline f64 f64_add(f64 a, f64 b) { return a + b; }
inline f64 f64_sub(f64 a, f64 b) { return a - b; }
inline f64 f64_mul(f64 a, f64 b) { return a * b; }
// Division by either zero gives 0.0.
inline f64 f64_div(f64 a, f64 b) { return b == 0.0 ? 0.0 : a / b; }
inline f64 f64_mod(f64 a, f64 b) { return b == 0.0 ? 0.0 : polydat_fmod(a, b); }

inline f64 sqrt(f64 x) { return __builtin_sqrt(x); }
inline f64 abs_f64(f64 x) { return __builtin_fabs(x); }

inline f64 sin(f64 x) { return polydat_sin(x); }
inline f64 cos(f64 x) { return polydat_cos(x); }
inline f64 tan(f64 x) { return polydat_tan(x); }
inline f64 asin(f64 x) { return polydat_asin(x); }
inline f64 acos(f64 x) { return polydat_acos(x); }
inline f64 atan(f64 x) { return polydat_atan(x); }
inline f64 atan2(f64 y, f64 x) { return polydat_atan2(y, x); }
inline f64 exp(f64 x) { return polydat_exp(x); }
inline f64 ln(f64 x) { return polydat_ln(x); }
inline f64 pow(f64 base, f64 exponent) { return polydat_pow(base, exponent); }

// `values` is never empty: checked at build.
inline u64 fixed_values_u64(u64 input, Table<u64> values) { return values.data[input % values.size]; }
inline f64 fixed_values_f64(u64 input, Table<f64> values) { return values.data[input % values.size]; }

// An interval that is not finite, or not above 0, leaves x as it is.
inline bool is_interval(f64 interval) { return interval > 0.0 && __builtin_fabs(interval) < __builtin_inf(); }
inline f64 round_floor(f64 x, f64 interval) { return is_interval(interval) ? __builtin_floor(x / interval) * interval : x; }
inline f64 round_ceiling(f64 x, f64 interval) { return is_interval(interval) ? __builtin_ceil(x / interval) * interval : x; }
inline f64 round_nearest(f64 x, f64 interval) { return is_interval(interval) ? round_half_away(x / interval) * interval : x; }

POLYDAT_NATIVE_END

// clang-format off
#define POLYDAT_NATIVE_MATH(X)                                                                                   \
  X(f64_add) X(f64_sub) X(f64_mul) X(f64_div) X(f64_mod) X(sqrt) X(abs_f64) X(sin) X(cos) X(tan) X(asin) X(acos) \
  X(atan) X(atan2) X(exp) X(ln) X(pow) X(fixed_values_u64) X(fixed_values_f64) X(round_floor) X(round_ceiling)   \
  X(round_nearest)
// clang-format on
