// The member names of JSON graphs and the shapes they make: which object is what, by its one telling member.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polydat {

enum class JsonKey : std::uint8_t {
  Args,
  As,
  Body,
  Bool,
  Call,
  Cursor,
  Default,
  Delims,
  Encoding,
  Extern,
  F64,
  Field,
  For,
  If,
  Input,
  Instring,
  Interpolate,
  List,
  Modifiers,
  Module,
  Name,
  Names,
  Op,
  Outputs,
  Over,
  Params,
  Paren,
  Polydat,
  Pragma,
  Sigil,
  Source,
  Statements,
  Str,
  Strict,
  Structural,
  Template,
  Text,
  Tile,
  Type,
  U64,
  Value,
  Wire,
};
inline constexpr std::size_t kJsonKeyCount = 42;
// In the order of the enumerators.
inline constexpr std::array<std::string_view, kJsonKeyCount> kJsonKeyText{
    "args",   "as",         "body",     "bool",   "call",     "cursor",      "default", "delims",    "encoding", "extern",     "f64",
    "field",  "for",        "if",       "input",  "instring", "interpolate", "list",    "modifiers", "module",   "name",       "names",
    "op",     "outputs",    "over",     "params", "paren",    "polydat",     "pragma",  "sigil",     "source",   "statements", "str",
    "strict", "structural", "template", "text",   "tile",     "type",        "u64",     "value",     "wire"};

using JsonKeySet = std::uint64_t;
constexpr JsonKeySet bit(JsonKey key) { return JsonKeySet{1} << static_cast<unsigned>(key); }
constexpr std::string_view text(JsonKey key) { return kJsonKeyText[static_cast<std::size_t>(key)]; }
constexpr std::optional<JsonKey> json_key(std::string_view word) {
  for (std::size_t i = 0; i < kJsonKeyCount; ++i) {
    if (kJsonKeyText[i] == word) return static_cast<JsonKey>(i);
  }
  return std::nullopt;
}

// An object with the member `tag` has all of `required` and may have `optional`.
struct JsonShape {
  JsonKey tag;
  JsonKeySet required;
  JsonKeySet optional;
};
inline constexpr std::array<JsonShape, 8> kStatementShapes{{
    {JsonKey::Input, 0, bit(JsonKey::Type)},
    {JsonKey::Extern, bit(JsonKey::Type), bit(JsonKey::Default)},
    {JsonKey::Cursor, bit(JsonKey::Source), bit(JsonKey::Over)},
    {JsonKey::Pragma, 0, 0},
    {JsonKey::Names, bit(JsonKey::Value), bit(JsonKey::Modifiers) | bit(JsonKey::Type)},
    {JsonKey::Module, bit(JsonKey::Params) | bit(JsonKey::Outputs) | bit(JsonKey::Body), 0},
    {JsonKey::For, bit(JsonKey::Body), 0},
    {JsonKey::Tile, bit(JsonKey::Template),
     bit(JsonKey::Encoding) | bit(JsonKey::Delims) | bit(JsonKey::Sigil) | bit(JsonKey::Strict) | bit(JsonKey::Instring) |
         bit(JsonKey::Structural)},
}};
inline constexpr std::array<JsonShape, 15> kExpressionShapes{{
    {JsonKey::U64, 0, 0},
    {JsonKey::F64, 0, 0},
    {JsonKey::Str, 0, 0},
    {JsonKey::Text, 0, 0},
    {JsonKey::Bool, 0, 0},
    {JsonKey::Wire, 0, 0},
    {JsonKey::Field, 0, 0},
    {JsonKey::Op, bit(JsonKey::Args), 0},
    {JsonKey::As, bit(JsonKey::Value), 0},
    {JsonKey::If, 0, 0},
    {JsonKey::Call, bit(JsonKey::Args), 0},
    {JsonKey::Interpolate, 0, 0},
    {JsonKey::List, 0, 0},
    {JsonKey::For, 0, 0},
    {JsonKey::Paren, 0, 0},
}};

}  // namespace polydat
