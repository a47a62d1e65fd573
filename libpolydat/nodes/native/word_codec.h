// How the scalar types of the kernel subset lie in slot words. Used by every form.
#pragma once

#include <bit>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "nodes/native/kernel_subset.h"

namespace polydat::native {

template <class T>
struct Codec;  // words: how many; get: from words; put: to words

template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 8 && !std::is_same_v<T, bool>)
struct Codec<T> {
  static constexpr std::size_t words = 1;
  static T get(const u64* w) { return static_cast<T>(w[0]); }
  // Signed types are sign-extended, unsigned ones zero-extended.
  static void put(u64* w, T v) { w[0] = static_cast<u64>(static_cast<std::conditional_t<std::is_signed_v<T>, i64, u64>>(v)); }
};
template <>
struct Codec<bool> {
  static constexpr std::size_t words = 1;
  static bool get(const u64* w) { return w[0] != 0; }
  static void put(u64* w, bool v) { w[0] = v ? 1 : 0; }
};
template <>
struct Codec<f64> {
  static constexpr std::size_t words = 1;
  static f64 get(const u64* w) { return std::bit_cast<f64>(w[0]); }
  static void put(u64* w, f64 v) { w[0] = std::bit_cast<u64>(v); }
};
template <>
struct Codec<f32> {
  static constexpr std::size_t words = 1;
  static f32 get(const u64* w) { return std::bit_cast<f32>(static_cast<u32>(w[0])); }
  static void put(u64* w, f32 v) { w[0] = std::bit_cast<u32>(v); }
};
template <>
struct Codec<f16> {
  static constexpr std::size_t words = 1;
  static f16 get(const u64* w) { return f16{static_cast<u16>(w[0])}; }
  static void put(u64* w, f16 v) { w[0] = v.bits; }
};
template <>
struct Codec<u128> {
  static constexpr std::size_t words = 2;
  static u128 get(const u64* w) { return (static_cast<u128>(w[1]) << 64) | w[0]; }
  static void put(u64* w, u128 v) {
    w[0] = static_cast<u64>(v);
    w[1] = static_cast<u64>(v >> 64);
  }
};
template <>
struct Codec<i128> {
  static constexpr std::size_t words = 2;
  static i128 get(const u64* w) { return static_cast<i128>(Codec<u128>::get(w)); }
  static void put(u64* w, i128 v) { Codec<u128>::put(w, static_cast<u128>(v)); }
};
template <>
struct Codec<Reg> {
  static constexpr std::size_t words = 2;
  static Reg get(const u64* w) { return Reg{w[0], w[1]}; }
  static void put(u64* w, Reg v) {
    w[0] = v.low;
    w[1] = v.high;
  }
};
template <class T>
struct Codec<Table<T>> {
  static constexpr std::size_t words = 2;
  static Table<T> get(const u64* w) { return {std::bit_cast<const T*>(static_cast<std::uintptr_t>(w[0])), w[1]}; }
};

// What a native function's C++ signature says: value parameters (wires, then constants), output parameters, error word.
template <class F>
struct Shape;

template <class R, class... P>
struct Shape<R (*)(P...)> {
  using Result = R;
  static constexpr bool fallible = (std::is_same_v<P, u32*> || ...);
  template <class T>
  static constexpr bool is_value = !std::is_pointer_v<T> && !std::is_reference_v<T>;
  template <class T>
  static constexpr bool is_output = std::is_lvalue_reference_v<T>;

  template <class T>
  static constexpr std::size_t value_words() {
    if constexpr (is_value<T>) return Codec<T>::words;
    else return 0;
  }
  template <class T>
  static constexpr std::size_t output_words() {
    if constexpr (is_output<T>) return Codec<std::remove_reference_t<T>>::words;
    else return 0;
  }
  static constexpr std::size_t result_words() {
    if constexpr (std::is_void_v<R>) return 0;
    else return Codec<R>::words;
  }
  static constexpr std::size_t in_words = (value_words<P>() + ... + 0);
  static constexpr std::size_t out_words = (output_words<P>() + ... + result_words());

  // Decodes the words, calls `f`, encodes the outputs. Everything inlines away.
  static void call(R (*f)(P...), const u64* in, u64* out, u32* err) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<std::remove_reference_t<P>...> arguments{decode<P, I>(in, err)...};
      if constexpr (std::is_void_v<R>) f(pass<P>(std::get<I>(arguments))...);
      else Codec<R>::put(out, f(pass<P>(std::get<I>(arguments))...));
      (encode<P, I>(out, std::get<I>(arguments)), ...);
    }(std::index_sequence_for<P...>{});
  }

 private:
  using List = std::tuple<std::remove_reference_t<P>...>;
  template <std::size_t I>
  static constexpr std::size_t in_offset() {
    constexpr std::size_t sizes[] = {value_words<P>()..., 0};
    std::size_t at = 0;
    for (std::size_t k = 0; k < I; ++k) at += sizes[k];
    return at;
  }
  template <std::size_t I>
  static constexpr std::size_t out_offset() {
    constexpr std::size_t sizes[] = {output_words<P>()..., 0};
    std::size_t at = result_words();
    for (std::size_t k = 0; k < I; ++k) at += sizes[k];
    return at;
  }
  template <class T, std::size_t I>
  static std::remove_reference_t<T> decode(const u64* in, u32* err) {
    if constexpr (std::is_same_v<T, u32*>) return err;
    else if constexpr (is_output<T>) return {};
    else return Codec<T>::get(in + in_offset<I>());
  }
  template <class T, class V>
  static T pass(V& v) {
    return static_cast<T>(v);
  }
  template <class T, std::size_t I, class V>
  static void encode(u64* out, V& v) {
    if constexpr (is_output<T>) Codec<V>::put(out + out_offset<I>(), v);
  }
};

}  // namespace polydat::native
