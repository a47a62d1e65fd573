// Which adapter converts which type into which (catalog.h): the matrices of the types page, 4.1, and the names of 4.2.
#include <algorithm>
#include <iterator>
#include <string>

#include "nodes/catalog.h"
#include "nodes/conversion_rows.h"

namespace polydat {
namespace {

// A: cannot fail, inserted unasked. B: boundary only. '-': the same type.
constexpr std::string_view kScalarRows[] = {
    // u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f16 f32 f64 bool str bytes json
    "-AAAABAAAAAAAAAAA",  // u8
    "B-AAABBAAABAAAAAA",  // u16
    "BB-AABBBAABBAAAAA",  // u32
    "BBB-ABBBBABBAAAAA",  // u64
    "BBBB-BBBBBBBAAAAA",  // u128
    "BBBBB-AAAAAAAAAAA",  // i8
    "BBBBBB-AAABAAAAAA",  // i16
    "BBBBBBB-AABAAAAAA",  // i32
    "BBBBBBBB-ABBAAAAA",  // i64
    "BBBBBBBBB-BBAAAAA",  // i128
    "BBBBBBBBBB-AAAAAB",  // f16
    "BBBBBBBBBBB-AAAAB",  // f32
    "BBBBBBBBBBBB-AAAB",  // f64
    "AAAAAAAAAAAAA-AAA",  // bool
    "BBBBBBBBBBBBBB-BB",  // str
    "BBBBBBBBBBBBBBB-B",  // bytes
    "BBBBBBBBBBBBBBAB-",  // json
};
constexpr PortType kScalarTypes[] = {PortType::U8,  PortType::U16,  PortType::U32, PortType::U64,   PortType::U128, PortType::I8,
                                     PortType::I16, PortType::I32,  PortType::I64, PortType::I128,  PortType::F16,  PortType::F32,
                                     PortType::F64, PortType::Bool, PortType::Str, PortType::Bytes, PortType::Json};
constexpr std::string_view kListRows[] = {
    // vec_i8 vec_i16 vec_i32 vec_i64 vec_f16 vec_f32 vec_f64 str bytes json
    "-AAAAAAAAA",  // vec_i8
    "B-AABAAAAA",  // vec_i16
    "BB-ABAAAAA",  // vec_i32
    "BBB-BBAAAA",  // vec_i64
    "BBBB-AABAB",  // vec_f16
    "BBBBB-ABAB",  // vec_f32
    "BBBBBB-BAB",  // vec_f64
    "BBBBBBB...",  // str
    "BBBBBBB...",  // bytes
    "BBBBBBB...",  // json
};
constexpr PortType kListTypes[] = {PortType::VecI8,  PortType::VecI16, PortType::VecI32, PortType::VecI64, PortType::VecF16,
                                   PortType::VecF32, PortType::VecF64, PortType::Str,    PortType::Bytes,  PortType::Json};

template <std::size_t N>
char entry(const PortType (&types)[N], const std::string_view (&rows)[N], PortType from, PortType to) {
  const auto row = std::find(std::begin(types), std::end(types), from);
  const auto column = std::find(std::begin(types), std::end(types), to);
  if (row == std::end(types) || column == std::end(types)) return '.';
  return rows[row - std::begin(types)][static_cast<std::size_t>(column - std::begin(types))];
}

// 'A', 'B', or '.' when there is no conversion. From `dyn` it is unasked, and may fail all the same (types page, 4.5).
char conversion_class(PortType from, PortType to) {
  if (from == to) return '.';
  if (from == PortType::Dyn) {
    const std::span<const PortType> types = types_from_dyn();
    return std::find(types.begin(), types.end(), to) != types.end() ? 'A' : '.';
  }
  if (is_register(from) && is_register(to)) return 'A';
  const char scalar = entry(kScalarTypes, kScalarRows, from, to);
  return scalar != '.' ? scalar : entry(kListTypes, kListRows, from, to);
}

const NodeDef* adapter(PortType from, PortType to) {
  if (is_register(to)) {
    const std::string_view view = to == PortType::Reg128 ? "raw" : keyword(to).substr(4);
    return find_node("__reg_view_" + std::string(view));
  }
  if (from == PortType::Json && to == PortType::Str) return find_node("json_to_str");
  if (from == PortType::F64 && to == PortType::U64) return find_node("__f64_to_u64_checked");
  const bool to_string = to == PortType::Str && (is_integer(from) || is_float(from));
  return find_node("__" + std::string(keyword(from)) + "_to_" + std::string(to_string ? "string" : keyword(to)));
}

}  // namespace

std::span<const PortType> types_from_dyn() {
  static const std::vector<PortType> types = [] {
    std::vector<PortType> all(std::begin(kScalarTypes), std::end(kScalarTypes));
    std::copy_if(std::begin(kListTypes), std::end(kListTypes), std::back_inserter(all), is_vector);
    return all;
  }();
  return types;
}

const NodeDef* automatic_conversion(PortType from, PortType to) { return conversion_class(from, to) == 'A' ? adapter(from, to) : nullptr; }

const NodeDef* boundary_conversion(PortType from, PortType to) { return conversion_class(from, to) != '.' ? adapter(from, to) : nullptr; }

}  // namespace polydat
