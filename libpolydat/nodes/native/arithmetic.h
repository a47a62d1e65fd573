// Integer arithmetic, bits, comparison and selection on u64.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline u64 u64_add(u64 a, u64 b) { return a + b; }
inline u64 u64_sub(u64 a, u64 b) { return a - b; }
inline u64 u64_mul(u64 a, u64 b) { return a * b; }
// Division by zero gives 0. The divisor is replaced before dividing, so the division may be hoisted and vectorised.
inline u64 u64_div(u64 a, u64 b) {
  const u64 safe = b != 0 ? b : 1;
  const u64 quotient = a / safe;
  return b != 0 ? quotient : 0;
}
inline u64 u64_mod(u64 a, u64 b) {
  const u64 safe = b != 0 ? b : 1;
  const u64 remainder = a % safe;
  return b != 0 ? remainder : 0;
}
inline u64 u64_and(u64 a, u64 b) { return a & b; }
inline u64 u64_or(u64 a, u64 b) { return a | b; }
inline u64 u64_xor(u64 a, u64 b) { return a ^ b; }
inline u64 u64_not(u64 a) { return ~a; }
inline u64 u64_shl(u64 a, u64 b) { return a << (b & 63); }
inline u64 u64_shr(u64 a, u64 b) { return a >> (b & 63); }

// `modulus` is a constant checked to be non-zero at build.
inline u64 mod(u64 input, u64 modulus) { return input % modulus; }
inline u64 div(u64 input, u64 divisor) { return input / divisor; }

inline u64 mod_wire(u64 input, u64 divisor, u32* err) {
  *err |= divisor == 0 ? 1u : 0u;
  return u64_mod(input, divisor);
}
inline u64 div_wire(u64 input, u64 divisor, u32* err) {
  *err |= divisor == 0 ? 1u : 0u;
  return u64_div(input, divisor);
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_ARITHMETIC(X) \
  X(u64_add) X(u64_sub) X(u64_mul) X(u64_div) X(u64_mod) \
  X(u64_and) X(u64_or) X(u64_xor) X(u64_not) X(u64_shl) X(u64_shr) \
  X(mod) X(div) X(mod_wire) X(div_wire)
