// Suggestions for type keywords.
#include "lang/type_keywords.h"

#include <vector>

#include "polydat/diagnostic.h"
#include "polydat/port_type.h"

namespace polydat {

std::string_view nearest_type_keyword(std::string_view word) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < kPortTypeCount; ++i) words.push_back(keyword(static_cast<PortType>(i)));
  return nearest_word(word, words);
}

}  // namespace polydat
