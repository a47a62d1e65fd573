// Numbers in English words.
#pragma once

#include <cstdint>

#include "nodes/scratch.h"

namespace polydat {

// Lower case, no `and`, no commas: `one hundred twenty-three million four`.
void append_number_words(Buffer& to, std::uint64_t number);

}  // namespace polydat
