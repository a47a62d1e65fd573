// When two values are equal (types page, section 6), for `==` in comprehensions. Whether a write changes an input is another question:
// that goes by bits (Value::same_as).
#pragma once

#include "polydat/value.h"

namespace polydat {

// Only values of one type can be equal, or two that are None. Floats by IEEE (NaN differs from itself, -0 equals 0), also in lists;
// registers, text and bytes by content; JSON by structure without regard to the order of keys, where 1 and 1.0 differ; objects by type and
// display.
bool equal_values(const Value& a, const Value& b);

}  // namespace polydat
