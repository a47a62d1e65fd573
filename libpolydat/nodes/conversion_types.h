// Which C++ type carries each scalar and list element type, for the templates of the conversions.
#pragma once

#include "nodes/native/kernel_subset.h"
#include "nodes/native/scalar_adapters.h"
#include "polydat/port_type.h"

namespace polydat {

template <class T>
inline constexpr PortType kScalarPort = PortType::U64;
template <>
inline constexpr PortType kScalarPort<native::u8> = PortType::U8;
template <>
inline constexpr PortType kScalarPort<native::u16> = PortType::U16;
template <>
inline constexpr PortType kScalarPort<native::u32> = PortType::U32;
template <>
inline constexpr PortType kScalarPort<native::i8> = PortType::I8;
template <>
inline constexpr PortType kScalarPort<native::i16> = PortType::I16;
template <>
inline constexpr PortType kScalarPort<native::i32> = PortType::I32;
template <>
inline constexpr PortType kScalarPort<native::i64> = PortType::I64;
template <>
inline constexpr PortType kScalarPort<native::u128> = PortType::U128;
template <>
inline constexpr PortType kScalarPort<native::i128> = PortType::I128;
template <>
inline constexpr PortType kScalarPort<native::f16> = PortType::F16;
template <>
inline constexpr PortType kScalarPort<native::f32> = PortType::F32;
template <>
inline constexpr PortType kScalarPort<native::f64> = PortType::F64;
template <>
inline constexpr PortType kScalarPort<bool> = PortType::Bool;

template <class T>
inline constexpr PortType kListPort = PortType::VecI8;
template <>
inline constexpr PortType kListPort<native::i16> = PortType::VecI16;
template <>
inline constexpr PortType kListPort<native::i32> = PortType::VecI32;
template <>
inline constexpr PortType kListPort<native::i64> = PortType::VecI64;
template <>
inline constexpr PortType kListPort<native::f16> = PortType::VecF16;
template <>
inline constexpr PortType kListPort<native::f32> = PortType::VecF32;
template <>
inline constexpr PortType kListPort<native::f64> = PortType::VecF64;

template <class T>
inline constexpr bool is_float_type = native::ScalarTraits<T>::is_float;
template <class T>
inline constexpr bool is_wide_type = native::ScalarTraits<T>::bits > 64;

// Narrowing of a JSON number to a float type: one rounding from f64.
template <class T>
T float_from_f64(double v) {
  return native::convert<T>(v);
}

}  // namespace polydat
