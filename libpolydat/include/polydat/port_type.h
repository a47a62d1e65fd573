// The value types of the language and how each is stored in slots.
//
// This folder (include/polydat) is the public C++ API. It may include nothing of libpolydat's inner folders.
//
// Guarantees: the colour (and with it the number of 64-bit words) of a type is a total function known at compile time
// (axiom S1 of the engine: a value cannot have a colour of its own). Nothing else in the program restates a width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polydat {

// In the order of the table in the types page. `Dyn` is a type of externs only.
enum class PortType : std::uint8_t {
  U8,
  U16,
  U32,
  U64,
  I8,
  I16,
  I32,
  I64,
  F16,
  F32,
  F64,
  Bool,
  U128,
  I128,
  Reg128,
  RegI8x16,
  RegI16x8,
  RegI32x4,
  RegI64x2,
  RegF16x8,
  RegF32x4,
  RegF64x2,
  Str,
  Bytes,
  Json,
  VecI8,
  VecI16,
  VecI32,
  VecI64,
  VecF16,
  VecF32,
  VecF64,
  Ext,
  Handle,
  Dyn,
};
inline constexpr std::size_t kPortTypeCount = 35;

// How a value lies in the slot buffer.
enum class SlotColor : std::uint8_t {
  Imm1,  // one word: the value, extended to 64 bits (signed types sign-extended, f32/f16 their bits, bool 0 or 1)
  Imm2,  // two words, low limb first: 128-bit integers and register words
  Ref2,  // two words: address of the first element and the number of elements
};

constexpr SlotColor color_of(PortType type) {
  switch (type) {
    case PortType::U8:
    case PortType::U16:
    case PortType::U32:
    case PortType::U64:
    case PortType::I8:
    case PortType::I16:
    case PortType::I32:
    case PortType::I64:
    case PortType::F16:
    case PortType::F32:
    case PortType::F64:
    case PortType::Bool: return SlotColor::Imm1;
    case PortType::U128:
    case PortType::I128:
    case PortType::Reg128:
    case PortType::RegI8x16:
    case PortType::RegI16x8:
    case PortType::RegI32x4:
    case PortType::RegI64x2:
    case PortType::RegF16x8:
    case PortType::RegF32x4:
    case PortType::RegF64x2: return SlotColor::Imm2;
    case PortType::Str:
    case PortType::Bytes:
    case PortType::Json:
    case PortType::VecI8:
    case PortType::VecI16:
    case PortType::VecI32:
    case PortType::VecI64:
    case PortType::VecF16:
    case PortType::VecF32:
    case PortType::VecF64:
    case PortType::Ext:
    case PortType::Handle:
    case PortType::Dyn: return SlotColor::Ref2;
  }
  return SlotColor::Ref2;
}

constexpr std::uint32_t words_of(SlotColor color) { return color == SlotColor::Imm1 ? 1u : 2u; }
constexpr std::uint32_t words_of(PortType type) { return words_of(color_of(type)); }

constexpr bool is_unsigned_int(PortType t) {
  return t == PortType::U8 || t == PortType::U16 || t == PortType::U32 || t == PortType::U64 || t == PortType::U128;
}
constexpr bool is_signed_int(PortType t) {
  return t == PortType::I8 || t == PortType::I16 || t == PortType::I32 || t == PortType::I64 || t == PortType::I128;
}
constexpr bool is_integer(PortType t) { return is_unsigned_int(t) || is_signed_int(t); }
constexpr bool is_float(PortType t) { return t == PortType::F16 || t == PortType::F32 || t == PortType::F64; }
constexpr bool is_register(PortType t) { return t >= PortType::Reg128 && t <= PortType::RegF64x2; }
constexpr bool is_vector(PortType t) { return t >= PortType::VecI8 && t <= PortType::VecF64; }

// Bytes of one element of what a Ref2 pair points at: 1 for text and bytes, the element size for vectors, 0 for boxes.
constexpr std::uint32_t element_size(PortType t) {
  if (t == PortType::Str || t == PortType::Bytes || t == PortType::VecI8) return 1;
  if (t == PortType::VecI16 || t == PortType::VecF16) return 2;
  if (t == PortType::VecI32 || t == PortType::VecF32) return 4;
  if (t == PortType::VecI64 || t == PortType::VecF64) return 8;
  return 0;
}

// The keyword as written in programs: `u64`, `str`, `vec_f32`.
std::string_view keyword(PortType type);
// The name used in diagnostics: the keyword, except `String` for text.
std::string_view display_name(PortType type);
// The type of a keyword or of one of its aliases (`String`, `Str`, `Json`, `Ext`); nothing for an unknown word.
std::optional<PortType> type_from_keyword(std::string_view word);

}  // namespace polydat
