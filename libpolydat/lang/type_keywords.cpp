// Suggestions for type keywords.
#include "lang/type_keywords.h"

#include <vector>

#include "polydat/diagnostic.h"
#include "polydat/port_type.h"

namespace polydat {

std::string_view nearest_type_keyword(std::string_view word) {
  // Of equally near words the first wins, so the common ones come first.
  std::vector<std::string_view> words{"u64", "f64", "str", "bool", "i64", "u32", "i32", "f32", "bytes", "json"};
  for (std::size_t i = 0; i < kPortTypeCount; ++i) words.push_back(keyword(static_cast<PortType>(i)));
  return nearest_word(word, words);
}

}  // namespace polydat
