// Assertions: the value passes through unchanged, or the error word is set.
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
inline u64 is_one_of(u64 input, Table<u64> allowed, u32* err) {
  u32 found = 0;
  for (u64 k = 0; k < allowed.size; ++k) found |= allowed.data[k] == input ? 1u : 0u;
  *err |= found ^ 1u;
  return input;
}
// A NaN lies outside.
inline f64 f64_in_range(f64 input, f64 lo, f64 hi, u32* err) {
  *err |= input >= lo && input <= hi ? 0u : 1u;
  return input;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_ASSERTIONS(X) X(is_positive) X(in_range) X(is_one_of) X(f64_in_range)
