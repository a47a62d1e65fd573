// Suggestions for type keywords.
#include "lang/type_keywords.h"

#include <vector>

#include "polydat/diagnostic.h"
#include "polydat/port_type.h"

namespace polydat {

namespace {

struct Synonym {
  std::string_view word, type;
};
// What other languages call these types.
constexpr Synonym kSynonyms[] = {{"string", "str"},  {"text", "str"},   {"varchar", "str"},  {"int", "i64"},     {"integer", "i64"},
                                 {"long", "i64"},    {"uint", "u64"},   {"unsigned", "u64"}, {"size_t", "u64"},  {"usize", "u64"},
                                 {"float", "f64"},   {"double", "f64"}, {"number", "f64"},   {"real", "f64"},    {"boolean", "bool"},
                                 {"object", "json"}, {"blob", "bytes"}, {"binary", "bytes"}, {"int64", "i64"},   {"uint64", "u64"},
                                 {"float64", "f64"}, {"int32", "i32"},  {"uint32", "u32"},   {"float32", "f32"}, {"int16", "i16"},
                                 {"uint16", "u16"},  {"int8", "i8"},    {"uint8", "u8"},     {"byte", "u8"},     {"short", "i16"}};

}  // namespace

std::string_view nearest_type_keyword(std::string_view word) {
  for (const Synonym& synonym : kSynonyms)
    if (synonym.word == word) return synonym.type;
  // Of equally near words the first wins, so the common ones come first.
  std::vector<std::string_view> words{"u64", "f64", "str", "bool", "i64", "u32", "i32", "f32", "bytes", "json"};
  for (std::size_t i = 0; i < kPortTypeCount; ++i) words.push_back(keyword(static_cast<PortType>(i)));
  return nearest_word(word, words);
}

}  // namespace polydat
