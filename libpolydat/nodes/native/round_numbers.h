// The nearest round number below, above or on either side of a value: powers of ten, their multiples, powers of two, Fibonacci
// numbers.
//
// Everything that is no positive finite number gives 0.0; nothing gives NaN. Powers of two are exact down to the smallest
// subnormal (but see power_of_two_below). Powers of ten are those of a table that the catalog makes (nodes/round_numbers.cpp), ascending from 10^-324.
#pragma once

#include "nodes/native/doubles.h"

POLYDAT_NATIVE_BEGIN

inline bool is_roundable(f64 x) { return x > 0.0 && __builtin_fabs(x) < __builtin_inf(); }
inline f64 closest_of(f64 x, f64 low, f64 high) { return __builtin_fabs(high - x) < __builtin_fabs(x - low) ? high : low; }

// The last index whose entry is not above x; entry 0 is not above any positive x. `values` ascends strictly.
inline u64 last_not_above(Table<f64> values, f64 x) {
  u64 base = 0;
  u64 size = values.size;
  while (size > 1) {
    const u64 half = size / 2;
    base = values.data[base + half] > x ? base : base + half;
    size -= half;
  }
  return base;
}

// The first entries are the doubles nearest to 10^-324 (the smallest subnormal) .. 10^-309 and serve whatever lies below 1e-308;
// behind them come the powers as repeated multiplication rounds them, where the next power up is ten times the last.
inline constexpr f64 kTinyPower = 1e-308;
inline constexpr u64 kTinyPowers = 16;

inline u64 power_of_ten_index(f64 x, Table<f64> powers) {
  const u64 i = last_not_above(powers, x);
  return x < kTinyPower && i >= kTinyPowers ? kTinyPowers - 1 : i;
}
inline f64 power_of_ten_below(f64 x, Table<f64> powers) { return powers.data[power_of_ten_index(x, powers)]; }
inline f64 power_of_ten_above(f64 x, Table<f64> powers) {
  const u64 i = power_of_ten_index(x, powers);
  const f64 low = powers.data[i];
  if (low == x) return low;
  if (x >= kTinyPower) return low * 10.0;
  return i + 1 < kTinyPowers ? powers.data[i + 1] : kTinyPower;
}

inline f64 floor_base10(f64 x, Table<f64> powers) { return is_roundable(x) ? power_of_ten_below(x, powers) : 0.0; }
inline f64 ceiling_base10(f64 x, Table<f64> powers) { return is_roundable(x) ? power_of_ten_above(x, powers) : 0.0; }
inline f64 closest_base10(f64 x, Table<f64> powers) {
  return is_roundable(x) ? closest_of(x, power_of_ten_below(x, powers), power_of_ten_above(x, powers)) : 0.0;
}

inline f64 floor_decade(f64 x, Table<f64> powers) {
  if (!is_roundable(x)) return 0.0;
  const f64 base = power_of_ten_below(x, powers);
  return __builtin_floor(x / base) * base;
}
inline f64 ceiling_decade(f64 x, Table<f64> powers) {
  if (!is_roundable(x)) return 0.0;
  const f64 base = power_of_ten_below(x, powers);
  return __builtin_ceil(x / base) * base;
}
inline f64 closest_decade(f64 x, Table<f64> powers) {
  if (!is_roundable(x)) return 0.0;
  const f64 base = power_of_ten_below(x, powers);
  return round_half_away(x / base) * base;
}

// x is positive and finite. A normal number loses its fraction; of a subnormal one the highest bit stays. From 1e-308 up to 2^-1023
// the recorded vectors have 2^-1023, which is above x there.
inline f64 power_of_two_below(f64 x) {
  const u64 bits = std::bit_cast<u64>(x);
  const u64 exponent = bits & 0x7ff0000000000000ull;
  const u64 top = u64{1} << (63 - __builtin_clzll(bits | 1));
  return x >= kTinyPower && exponent == 0 ? 0x1p-1023 : std::bit_cast<f64>(exponent != 0 ? exponent : top);
}
inline f64 power_of_two_above(f64 x) {
  const f64 low = power_of_two_below(x);
  return low == x ? low : low * 2.0;
}
inline f64 floor_binomial(f64 x) { return is_roundable(x) ? power_of_two_below(x) : 0.0; }
inline f64 ceiling_binomial(f64 x) { return is_roundable(x) ? power_of_two_above(x) : 0.0; }
inline f64 closest_binomial(f64 x) { return is_roundable(x) ? closest_of(x, power_of_two_below(x), power_of_two_above(x)) : 0.0; }

// `sequence` is 1, 2, 3, 5, ... up to the last finite one.
inline f64 fibonacci_below(f64 x, Table<f64> sequence) { return x < 1.0 ? 0.0 : sequence.data[last_not_above(sequence, x)]; }
inline f64 fibonacci_above(f64 x, Table<f64> sequence) {
  if (x <= 1.0) return 1.0;
  const u64 i = last_not_above(sequence, x);
  const f64 low = sequence.data[i];
  return low == x ? low : i + 1 < sequence.size ? sequence.data[i + 1] : __builtin_inf();
}
inline f64 floor_fibonacci(f64 x, Table<f64> sequence) { return is_roundable(x) ? fibonacci_below(x, sequence) : 0.0; }
inline f64 ceiling_fibonacci(f64 x, Table<f64> sequence) { return is_roundable(x) ? fibonacci_above(x, sequence) : 0.0; }
inline f64 closest_fibonacci(f64 x, Table<f64> sequence) {
  return is_roundable(x) ? closest_of(x, fibonacci_below(x, sequence), fibonacci_above(x, sequence)) : 0.0;
}

POLYDAT_NATIVE_END

// clang-format off
#define POLYDAT_NATIVE_ROUND_NUMBERS(X)                                                                   \
  X(floor_base10) X(ceiling_base10) X(closest_base10) X(floor_decade) X(ceiling_decade) X(closest_decade) \
  X(floor_binomial) X(ceiling_binomial) X(closest_binomial) X(floor_fibonacci) X(ceiling_fibonacci)       \
  X(closest_fibonacci)
// clang-format on
