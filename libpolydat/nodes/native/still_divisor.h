// Division of a column by a divisor that is the same in every row: through the reciprocal in 32-bit pieces, which vectorises where a
// division does not (jit-notes 4.4). The JIT has the same in jit/reciprocal_division.cpp; tests compare both with the division.
#pragma once

#include "nodes/native/native_functions.h"

POLYDAT_NATIVE_BEGIN

// Of a divisor that is not 0. With q the high half of x * floor((2^64-1)/d), x - q*d lies in [0, 2d).
struct Reciprocal {
  u64 divisor, low, high;
  explicit Reciprocal(u64 d) : divisor(d), low((~u64{0} / d) & 0xffffffffu), high((~u64{0} / d) >> 32) {}

  u64 high_product(u64 x) const {
    const u64 x_low = x & 0xffffffffu, x_high = x >> 32;
    const u64 middle = x_high * low + ((x_low * low) >> 32);
    const u64 cross = x_low * high + (middle & 0xffffffffu);
    return x_high * high + (middle >> 32) + (cross >> 32);
  }
  u64 remainder(u64 x) const {
    const u64 rest = x - high_product(x) * divisor;
    const u64 less = rest - divisor;
    return less < rest ? less : rest;
  }
  u64 quotient(u64 x) const {
    const u64 q = high_product(x);
    return x - q * divisor >= divisor ? q + 1 : q;
  }
};

// Of a divisor that is a power of two.
struct PowerOfTwo {
  u64 mask, shift;
  explicit PowerOfTwo(u64 d) : mask(d - 1), shift(static_cast<u64>(std::countr_zero(d))) {}
  u64 remainder(u64 x) const { return x & mask; }
  u64 quotient(u64 x) const { return x >> shift; }
};

// The native functions of (x, divisor), with the divisor known and not 0.
template <auto F>
struct StillDivisor {
  static constexpr bool known = false;
};
#define POLYDAT_STILL_DIVISOR(name, expression) \
  template <>                                   \
  struct StillDivisor<&name> {                  \
    static constexpr bool known = true;         \
    template <class Divisor>                    \
    static u64 row(u64 x, const Divisor& by) {  \
      return expression;                        \
    }                                           \
  };
POLYDAT_STILL_DIVISOR(mod, by.remainder(x))
POLYDAT_STILL_DIVISOR(u64_mod, by.remainder(x))
POLYDAT_STILL_DIVISOR(mod_wire, by.remainder(x))
POLYDAT_STILL_DIVISOR(hash_range, by.remainder(hash(x)))
POLYDAT_STILL_DIVISOR(div, by.quotient(x))
POLYDAT_STILL_DIVISOR(u64_div, by.quotient(x))
POLYDAT_STILL_DIVISOR(div_wire, by.quotient(x))
#undef POLYDAT_STILL_DIVISOR

POLYDAT_NATIVE_END
