// Integer arithmetic and bits on u64. All of it wraps unless the function says otherwise.
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

inline u64 add(u64 input, u64 addend) { return input + addend; }
inline u64 mul(u64 input, u64 factor) { return input * factor; }
// `modulus` and `divisor` are constants checked to be non-zero at build.
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

// 0 where the true result does not fit.
inline u64 checked_add(u64 a, u64 b) {
  const u64 sum = a + b;
  return sum < a ? 0 : sum;
}
inline u64 checked_sub(u64 a, u64 b) { return b > a ? 0 : a - b; }
inline u64 checked_mul(u64 a, u64 b) {
  const u128 product = static_cast<u128>(a) * b;
  return static_cast<u64>(product >> 64) != 0 ? 0 : static_cast<u64>(product);
}

inline u64 clamp(u64 input, u64 min, u64 max) { return input < min ? min : input > max ? max : input; }

// How many multiples reach `value`, without overflow; 0 for the multiple 0.
inline u64 multiples_at_least(u64 value, u64 multiple) {
  const u64 safe = multiple != 0 ? multiple : 1;
  const u64 whole = value / safe;
  const u64 count = whole + (whole * safe != value ? 1u : 0u);
  return multiple != 0 ? count : 0;
}
// Saturates at the maximum; the multiple 0 gives the value.
inline u64 ceil_to_multiple(u64 value, u64 multiple) {
  const u64 down = value - u64_mod(value, multiple);
  const u64 up = down + multiple;
  return multiple == 0 || down == value ? value : up < down ? ~u64{0} : up;
}

inline u64 set_or_get(u64 current, u64 fallback) { return current != 0 ? current : fallback; }

// Moves bit i of the low half to bit 2i.
inline u64 spread_bits(u64 x) {
  x &= 0xffffffffu;
  x = (x | (x << 16)) & 0x0000ffff0000ffffu;
  x = (x | (x << 8)) & 0x00ff00ff00ff00ffu;
  x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0fu;
  x = (x | (x << 2)) & 0x3333333333333333u;
  return (x | (x << 1)) & 0x5555555555555555u;
}
inline u64 interleave(u64 a, u64 b) { return spread_bits(a) | (spread_bits(b) << 1); }

// What the variadic nodes fold with, beside u64_add and u64_mul.
inline u64 u64_min(u64 a, u64 b) { return b < a ? b : a; }
inline u64 u64_max(u64 a, u64 b) { return b > a ? b : a; }

// Constants, so that a program made of them still runs natively when folding is off.
inline u64 const_u64(u64 value) { return value; }
inline f64 const_f64(f64 value) { return value; }
inline bool const_bool(bool value) { return value; }

POLYDAT_NATIVE_END

// clang-format off
#define POLYDAT_NATIVE_ARITHMETIC(X)                                                                                \
  X(u64_add) X(u64_sub) X(u64_mul) X(u64_div) X(u64_mod) X(u64_and) X(u64_or) X(u64_xor) X(u64_not) X(u64_shl)      \
  X(u64_shr) X(add) X(mul) X(mod) X(div) X(mod_wire) X(div_wire) X(checked_add) X(checked_sub) X(checked_mul)       \
  X(clamp) X(ceil_to_multiple) X(multiples_at_least) X(set_or_get) X(interleave) X(u64_min) X(u64_max) X(const_u64) \
  X(const_f64) X(const_bool)
// clang-format on
