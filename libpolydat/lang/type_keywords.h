// The type keyword that a misspelled one may have meant.
#pragma once

#include <string_view>

namespace polydat {

// Empty when none is near. Static storage.
std::string_view nearest_type_keyword(std::string_view word);

}  // namespace polydat
