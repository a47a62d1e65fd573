// Keywords of the value types (include/polydat/port_type.h).
#include "polydat/port_type.h"

#include <array>

namespace polydat {
namespace {

constexpr std::array<std::string_view, kPortTypeCount> kKeywords = {
    "u8",   "u16",    "u32",     "u64",       "i8",        "i16",       "i32",       "i64",       "f16",       "f32",       "f64", "bool",
    "u128", "i128",   "reg128",  "reg_i8x16", "reg_i16x8", "reg_i32x4", "reg_i64x2", "reg_f16x8", "reg_f32x4", "reg_f64x2", "str", "bytes",
    "json", "vec_i8", "vec_i16", "vec_i32",   "vec_i64",   "vec_f16",   "vec_f32",   "vec_f64",   "ext",       "handle",    "dyn"};
static_assert(kKeywords[static_cast<std::size_t>(PortType::Bool)] == "bool");
static_assert(kKeywords[static_cast<std::size_t>(PortType::RegF64x2)] == "reg_f64x2");
static_assert(kKeywords[static_cast<std::size_t>(PortType::VecF64)] == "vec_f64");
static_assert(kKeywords[static_cast<std::size_t>(PortType::Dyn)] == "dyn");

}  // namespace

std::string_view keyword(PortType type) { return kKeywords[static_cast<std::size_t>(type)]; }

std::string_view display_name(PortType type) { return type == PortType::Str ? "String" : keyword(type); }

std::optional<PortType> type_from_keyword(std::string_view word) {
  for (std::size_t i = 0; i < kKeywords.size(); ++i) {
    if (kKeywords[i] == word) return static_cast<PortType>(i);
  }
  if (word == "String" || word == "Str") return PortType::Str;
  if (word == "Json") return PortType::Json;
  if (word == "Ext") return PortType::Ext;
  return std::nullopt;
}

}  // namespace polydat
