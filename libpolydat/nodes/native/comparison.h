// Comparison and selection. Comparisons give 1 or 0; those of doubles are IEEE: with a NaN only `ne` is 1.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline u64 u64_eq(u64 a, u64 b) { return a == b ? 1 : 0; }
inline u64 u64_ne(u64 a, u64 b) { return a != b ? 1 : 0; }
inline u64 u64_lt(u64 a, u64 b) { return a < b ? 1 : 0; }
inline u64 u64_gt(u64 a, u64 b) { return a > b ? 1 : 0; }
inline u64 u64_le(u64 a, u64 b) { return a <= b ? 1 : 0; }
inline u64 u64_ge(u64 a, u64 b) { return a >= b ? 1 : 0; }

inline u64 f64_eq(f64 a, f64 b) { return a == b ? 1 : 0; }
inline u64 f64_ne(f64 a, f64 b) { return a != b ? 1 : 0; }
inline u64 f64_lt(f64 a, f64 b) { return a < b ? 1 : 0; }
inline u64 f64_gt(f64 a, f64 b) { return a > b ? 1 : 0; }
inline u64 f64_le(f64 a, f64 b) { return a <= b ? 1 : 0; }
inline u64 f64_ge(f64 a, f64 b) { return a >= b ? 1 : 0; }

inline u64 select_u64(u64 cond, u64 if_true, u64 if_false) { return cond != 0 ? if_true : if_false; }
// Bits pass through unchanged, a NaN's payload included.
inline f64 select_f64(u64 cond, f64 if_true, f64 if_false) {
  return std::bit_cast<f64>(select_u64(cond, std::bit_cast<u64>(if_true), std::bit_cast<u64>(if_false)));
}

POLYDAT_NATIVE_END

// clang-format off
#define POLYDAT_NATIVE_COMPARISON(X)                                                                            \
  X(u64_eq) X(u64_ne) X(u64_lt) X(u64_gt) X(u64_le) X(u64_ge) X(f64_eq) X(f64_ne) X(f64_lt) X(f64_gt) X(f64_le) \
  X(f64_ge) X(select_u64) X(select_f64)
// clang-format on
