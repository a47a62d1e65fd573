// 128-bit register words by lanes: splats, arithmetic, single lanes, and the change of view (which changes no bit).
#pragma once

#include <type_traits>

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

template <class T>
struct Lanes {
  static constexpr u64 count = 16 / sizeof(T);
  T lane[16 / sizeof(T)];
};
template <class T>
inline Lanes<T> lanes_of(Reg r) {
  return std::bit_cast<Lanes<T>>(r);
}
template <class T>
inline Reg reg_of(Lanes<T> lanes) {
  return std::bit_cast<Reg>(lanes);
}

template <class T>
inline Reg splat(T v) {
  Lanes<T> out{};
  for (T& lane : out.lane) lane = v;
  return reg_of(out);
}
// Low bits of the number in every lane.
inline Reg reg_splat_i8(u64 k) { return splat(static_cast<u8>(k)); }
inline Reg reg_splat_i16(u64 k) { return splat(static_cast<u16>(k)); }
inline Reg reg_splat_i32(u64 k) { return splat(static_cast<u32>(k)); }
inline Reg reg_splat_i64(u64 k) { return splat(k); }
inline Reg reg_splat_f32(f64 k) { return splat(static_cast<f32>(k)); }
inline Reg reg_splat_f64(f64 k) { return splat(k); }

// Integer lanes are unsigned here, and computed in u64 (narrower products would be done in int): they wrap.
template <class T>
struct WideLane {
  using type = T;
};
template <>
struct WideLane<u8> {
  using type = u64;
};
template <>
struct WideLane<u16> {
  using type = u64;
};
template <>
struct WideLane<u32> {
  using type = u64;
};

// Of two NaN operands a CPU gives the first, and a compiler may swap them: every NaN lane becomes the quiet one.
template <class T>
inline T settled(T v) {
  if constexpr (std::is_floating_point_v<T>) return v == v ? v : static_cast<T>(__builtin_nan(""));
  else return v;
}

#define POLYDAT_LANE_OPERATION(name, T, op)                                                                \
  inline Reg name(Reg a, Reg b) {                                                                          \
    using Wide = WideLane<T>::type;                                                                        \
    const Lanes<T> x = lanes_of<T>(a);                                                                     \
    const Lanes<T> y = lanes_of<T>(b);                                                                     \
    Lanes<T> out{};                                                                                        \
    for (u64 k = 0; k < Lanes<T>::count; ++k) {                                                            \
      out.lane[k] = settled(static_cast<T>(static_cast<Wide>(x.lane[k]) op static_cast<Wide>(y.lane[k]))); \
    }                                                                                                      \
    return reg_of(out);                                                                                    \
  }
#define POLYDAT_LANE_OPERATIONS(view, T)       \
  POLYDAT_LANE_OPERATION(reg_add_##view, T, +) \
  POLYDAT_LANE_OPERATION(reg_sub_##view, T, -) \
  POLYDAT_LANE_OPERATION(reg_mul_##view, T, *)
POLYDAT_LANE_OPERATIONS(i8, u8)
POLYDAT_LANE_OPERATIONS(i16, u16)
POLYDAT_LANE_OPERATIONS(i32, u32)
POLYDAT_LANE_OPERATIONS(i64, u64)
POLYDAT_LANE_OPERATIONS(f32, f32)
POLYDAT_LANE_OPERATIONS(f64, f64)
#undef POLYDAT_LANE_OPERATIONS
#undef POLYDAT_LANE_OPERATION

// (p0 + p1) + (p2 + p3) in f32.
inline f64 reg_dot_f32(Reg a, Reg b) {
  const Lanes<f32> p = lanes_of<f32>(reg_mul_f32(a, b));
  return static_cast<f64>((p.lane[0] + p.lane[1]) + (p.lane[2] + p.lane[3]));
}

// One lane; a lane that does not exist is an error and gives lane 0.
template <class T>
inline T lane_at(Reg r, u64 i, u32* err) {
  const bool exists = i < Lanes<T>::count;
  *err |= exists ? 0u : 1u;
  return lanes_of<T>(r).lane[exists ? i : 0];
}
inline f64 reg_lane_f32(Reg r, u64 i, u32* err) { return static_cast<f64>(lane_at<f32>(r, i, err)); }
inline i16 reg_lane_i16(Reg r, u64 i, u32* err) { return lane_at<i16>(r, i, err); }
inline i64 reg_lane_i64(Reg r, u64 i, u32* err) { return lane_at<i64>(r, i, err); }
inline Reg reg_with_lane_f32(Reg r, u64 i, f64 v, u32* err) {
  const bool exists = i < 4;
  *err |= exists ? 0u : 1u;
  Lanes<f32> out = lanes_of<f32>(r);
  out.lane[exists ? i : 0] = static_cast<f32>(v);
  return reg_of(out);
}

// Byte k of the result is byte mask[k] of the input; the mask's 16 bytes are below 16, checked at build.
inline Reg shuffle_bytes(Reg x, u64 mask_low, u64 mask_high) {
  const Lanes<u8> in = lanes_of<u8>(x);
  const Lanes<u8> mask = lanes_of<u8>(Reg{mask_low, mask_high});
  Lanes<u8> out{};
  for (u64 k = 0; k < 16; ++k) out.lane[k] = in.lane[mask.lane[k] & 15];
  return reg_of(out);
}

inline Reg reg_view(Reg r) { return r; }

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_LANES(X, view) X(reg_add_##view) X(reg_sub_##view) X(reg_mul_##view)
// clang-format off
#define POLYDAT_NATIVE_REGISTERS(X)                                                                                  \
  X(reg_splat_i8) X(reg_splat_i16) X(reg_splat_i32) X(reg_splat_i64) X(reg_splat_f32) X(reg_splat_f64)               \
  POLYDAT_NATIVE_LANES(X, i8) POLYDAT_NATIVE_LANES(X, i16) POLYDAT_NATIVE_LANES(X, i32) POLYDAT_NATIVE_LANES(X, i64) \
  POLYDAT_NATIVE_LANES(X, f32) POLYDAT_NATIVE_LANES(X, f64)                                                          \
  X(reg_dot_f32) X(reg_lane_f32) X(reg_lane_i16) X(reg_lane_i64) X(reg_with_lane_f32) X(shuffle_bytes) X(reg_view)
// clang-format on
