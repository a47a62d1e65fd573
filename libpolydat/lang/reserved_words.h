// Which words may stand where a name is written (language page, 1.3).
#pragma once

#include <string_view>

namespace polydat::lang {

// A name that an expression, a field or a parameter may have: not reserved, or one of the soft words input, cursor, over.
bool is_usable_name(std::string_view word);
// A name that a statement may declare without a modifier: not reserved at all.
bool is_bindable_name(std::string_view word);

}  // namespace polydat::lang
