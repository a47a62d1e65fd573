// Conversions between all scalar types, one function an ordered pair (types page, 4.3). The total ones give a value for every
// input; the checked ones set the error word, with the value 0, when the value does not fit.
#pragma once

#include <type_traits>

#include "nodes/native/half.h"
#include "nodes/native/kernel_subset.h"
#include "nodes/native/wide_integers.h"

POLYDAT_NATIVE_BEGIN

template <class T>
struct ScalarTraits;  // is_float, is_signed and bits (integers: of the magnitude)
template <>
struct ScalarTraits<bool> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 1;
};
template <>
struct ScalarTraits<u8> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 8;
};
template <>
struct ScalarTraits<u16> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 16;
};
template <>
struct ScalarTraits<u32> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 32;
};
template <>
struct ScalarTraits<u64> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 64;
};
template <>
struct ScalarTraits<u128> {
  static constexpr bool is_float = false, is_signed = false;
  static constexpr int bits = 128;
};
template <>
struct ScalarTraits<i8> {
  static constexpr bool is_float = false, is_signed = true;
  static constexpr int bits = 7;
};
template <>
struct ScalarTraits<i16> {
  static constexpr bool is_float = false, is_signed = true;
  static constexpr int bits = 15;
};
template <>
struct ScalarTraits<i32> {
  static constexpr bool is_float = false, is_signed = true;
  static constexpr int bits = 31;
};
template <>
struct ScalarTraits<i64> {
  static constexpr bool is_float = false, is_signed = true;
  static constexpr int bits = 63;
};
template <>
struct ScalarTraits<i128> {
  static constexpr bool is_float = false, is_signed = true;
  static constexpr int bits = 127;
};
template <>
struct ScalarTraits<f16> {
  static constexpr bool is_float = true, is_signed = true;
  static constexpr int bits = 11;
};
template <>
struct ScalarTraits<f32> {
  static constexpr bool is_float = true, is_signed = true;
  static constexpr int bits = 24;
};
template <>
struct ScalarTraits<f64> {
  static constexpr bool is_float = true, is_signed = true;
  static constexpr int bits = 53;
};

// Exact for floats, correctly rounded for integers.
template <class From>
inline f64 scalar_to_double(From x) {
  if constexpr (std::is_same_v<From, f16>) return half_to_double(x);
  else if constexpr (ScalarTraits<From>::bits > 64) return wide_to_float<f64>(x);
  else return static_cast<f64>(x);
}

// Conversions that cannot fail: bool, widenings, and everything to a float.
template <class To, class From>
inline To convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    if constexpr (ScalarTraits<From>::is_float) {
      const f64 value = scalar_to_double(x);
      return value < 0.0 || value > 0.0;  // a NaN is false
    } else {
      return x != 0;
    }
  } else if constexpr (std::is_same_v<To, f64>) {
    return scalar_to_double(x);
  } else if constexpr (std::is_same_v<To, f16>) {
    return double_to_half(scalar_to_double(x));
  } else if constexpr (std::is_same_v<To, f32> && std::is_same_v<From, f16>) {
    return half_to_float(x);
  } else if constexpr (std::is_same_v<To, f32> && (ScalarTraits<From>::bits > 64)) {
    return wide_to_float<f32>(x);
  } else {
    return static_cast<To>(x);
  }
}

// 2^n as a double, exact.
constexpr f64 power_of_two(int n) { return std::bit_cast<f64>(static_cast<u64>(1023 + n) << 52); }

// Truncates towards zero, then tests the range against the target's maximum as the source's float type has it (f16: as f64); a
// value equal to a maximum that was rounded up saturates. NaN and infinities fail.
template <class To, class From>
inline To float_to_integer(From x, u32* err) {
  using Traits = ScalarTraits<To>;
  constexpr int precision = std::is_same_v<From, f32> ? 24 : 53;
  constexpr f64 beyond = power_of_two(Traits::bits);  // the first value past the maximum
  constexpr f64 low = Traits::is_signed ? -beyond : 0.0;
  const f64 value = scalar_to_double(x);
  const f64 whole = __builtin_trunc(value);
  const bool finite = __builtin_fabs(value) <= 0x1.fffffffffffffp1023;
  const bool below = Traits::bits > precision ? whole <= beyond : whole < beyond;
  const bool fits = finite && whole >= low && below;
  *err |= fits ? 0u : 1u;
  const bool saturates = whole >= beyond;
  const f64 safe = fits && !saturates ? whole : 0.0;
  if constexpr (Traits::bits > 64) {
    const u128 magnitude = double_to_wide(__builtin_fabs(safe));
    const To most = static_cast<To>(~u128{0} >> (Traits::is_signed ? 1 : 0));
    const To result = static_cast<To>(safe < 0.0 ? u128{0} - magnitude : magnitude);
    return fits && saturates ? most : result;
  } else {
    const To most = static_cast<To>(~u64{0} >> (64 - Traits::bits));
    const To result = static_cast<To>(safe);
    return fits && saturates ? most : result;
  }
}

// Conversions to an integer type that does not hold every value of the source.
template <class To, class From>
inline To convert_checked(From x, u32* err) {
  if constexpr (ScalarTraits<From>::is_float) {
    return float_to_integer<To>(x, err);
  } else {
    const To result = static_cast<To>(x);
    bool same = static_cast<From>(result) == x;
    if constexpr (ScalarTraits<From>::is_signed) same = same && (ScalarTraits<To>::is_signed || x >= 0);
    else if constexpr (ScalarTraits<To>::is_signed) same = same && result >= 0;
    *err |= same ? 0u : 1u;
    return same ? result : To{0};
  }
}

// clang-format off
#define POLYDAT_TOTAL_ADAPTERS(M, X)                                                                                \
  M(X, u8, u16) M(X, u8, u32) M(X, u8, u64) M(X, u8, u128) M(X, u8, i16) M(X, u8, i32) M(X, u8, i64) M(X, u8, i128) \
  M(X, u8, f16) M(X, u8, f32) M(X, u8, f64) M(X, u8, bool)                                                          \
  M(X, u16, u32) M(X, u16, u64) M(X, u16, u128) M(X, u16, i32) M(X, u16, i64) M(X, u16, i128) M(X, u16, f16)        \
  M(X, u16, f32) M(X, u16, f64) M(X, u16, bool)                                                                     \
  M(X, u32, u64) M(X, u32, u128) M(X, u32, i64) M(X, u32, i128) M(X, u32, f16) M(X, u32, f32) M(X, u32, f64)        \
  M(X, u32, bool)                                                                                                   \
  M(X, u64, u128) M(X, u64, i128) M(X, u64, f16) M(X, u64, f32) M(X, u64, f64) M(X, u64, bool)                      \
  M(X, u128, f16) M(X, u128, f32) M(X, u128, f64) M(X, u128, bool)                                                  \
  M(X, i8, i16) M(X, i8, i32) M(X, i8, i64) M(X, i8, i128) M(X, i8, f16) M(X, i8, f32) M(X, i8, f64) M(X, i8, bool) \
  M(X, i16, i32) M(X, i16, i64) M(X, i16, i128) M(X, i16, f16) M(X, i16, f32) M(X, i16, f64) M(X, i16, bool)        \
  M(X, i32, i64) M(X, i32, i128) M(X, i32, f16) M(X, i32, f32) M(X, i32, f64) M(X, i32, bool)                       \
  M(X, i64, i128) M(X, i64, f16) M(X, i64, f32) M(X, i64, f64) M(X, i64, bool)                                      \
  M(X, i128, f16) M(X, i128, f32) M(X, i128, f64) M(X, i128, bool)                                                  \
  M(X, f16, f32) M(X, f16, f64) M(X, f16, bool)                                                                     \
  M(X, f32, f16) M(X, f32, f64) M(X, f32, bool)                                                                     \
  M(X, f64, f16) M(X, f64, f32) M(X, f64, bool)                                                                     \
  M(X, bool, u8) M(X, bool, u16) M(X, bool, u32) M(X, bool, u64) M(X, bool, u128) M(X, bool, i8) M(X, bool, i16)    \
  M(X, bool, i32) M(X, bool, i64) M(X, bool, i128) M(X, bool, f16) M(X, bool, f32) M(X, bool, f64)

#define POLYDAT_CHECKED_ADAPTERS(M, X)                                                                           \
  M(X, u8, i8)                                                                                                   \
  M(X, u16, u8) M(X, u16, i8) M(X, u16, i16)                                                                     \
  M(X, u32, u8) M(X, u32, u16) M(X, u32, i8) M(X, u32, i16) M(X, u32, i32)                                       \
  M(X, u64, u8) M(X, u64, u16) M(X, u64, u32) M(X, u64, i8) M(X, u64, i16) M(X, u64, i32) M(X, u64, i64)         \
  M(X, u128, u8) M(X, u128, u16) M(X, u128, u32) M(X, u128, u64) M(X, u128, i8) M(X, u128, i16) M(X, u128, i32)  \
  M(X, u128, i64) M(X, u128, i128)                                                                               \
  M(X, i8, u8) M(X, i8, u16) M(X, i8, u32) M(X, i8, u64) M(X, i8, u128)                                          \
  M(X, i16, u8) M(X, i16, u16) M(X, i16, u32) M(X, i16, u64) M(X, i16, u128) M(X, i16, i8)                       \
  M(X, i32, u8) M(X, i32, u16) M(X, i32, u32) M(X, i32, u64) M(X, i32, u128) M(X, i32, i8) M(X, i32, i16)        \
  M(X, i64, u8) M(X, i64, u16) M(X, i64, u32) M(X, i64, u64) M(X, i64, u128) M(X, i64, i8) M(X, i64, i16)        \
  M(X, i64, i32)                                                                                                 \
  M(X, i128, u8) M(X, i128, u16) M(X, i128, u32) M(X, i128, u64) M(X, i128, u128) M(X, i128, i8) M(X, i128, i16) \
  M(X, i128, i32) M(X, i128, i64)                                                                                \
  M(X, f16, u8) M(X, f16, u16) M(X, f16, u32) M(X, f16, u64) M(X, f16, u128) M(X, f16, i8) M(X, f16, i16)        \
  M(X, f16, i32) M(X, f16, i64) M(X, f16, i128)                                                                  \
  M(X, f32, u8) M(X, f32, u16) M(X, f32, u32) M(X, f32, u64) M(X, f32, u128) M(X, f32, i8) M(X, f32, i16)        \
  M(X, f32, i32) M(X, f32, i64) M(X, f32, i128)                                                                  \
  M(X, f64, u8) M(X, f64, u16) M(X, f64, u32) M(X, f64, u64) M(X, f64, u128) M(X, f64, i8) M(X, f64, i16)        \
  M(X, f64, i32) M(X, f64, i64) M(X, f64, i128)
// clang-format on

#define POLYDAT_DEFINE_TOTAL(X, from, to) \
  inline to cast_##from##_##to(from x) { return convert<to>(x); }
#define POLYDAT_DEFINE_CHECKED(X, from, to) \
  inline to cast_##from##_##to(from x, u32* err) { return convert_checked<to>(x, err); }
POLYDAT_TOTAL_ADAPTERS(POLYDAT_DEFINE_TOTAL, )
POLYDAT_CHECKED_ADAPTERS(POLYDAT_DEFINE_CHECKED, )
#undef POLYDAT_DEFINE_TOTAL
#undef POLYDAT_DEFINE_CHECKED

POLYDAT_NATIVE_END

#define POLYDAT_ADAPTER_NAME(X, from, to) X(cast_##from##_##to)
#define POLYDAT_NATIVE_ADAPTERS(X)                \
  POLYDAT_TOTAL_ADAPTERS(POLYDAT_ADAPTER_NAME, X) \
  POLYDAT_CHECKED_ADAPTERS(POLYDAT_ADAPTER_NAME, X)
