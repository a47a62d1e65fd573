// Assertions on u64: the value passes through unchanged, or the error word is set.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline u64 is_positive(u64 input, u32* err) {
  *err |= input == 0 ? 1u : 0u;
  return input;
}
// `lo` <= `hi`, checked at build.
inline u64 in_range(u64 input, u64 lo, u64 hi, u32* err) {
  *err |= input < lo || input > hi ? 1u : 0u;
  return input;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_ASSERTIONS(X) X(is_positive) X(in_range)
