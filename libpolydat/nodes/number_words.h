// Numbers in English words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polydat {

// Lower case, no `and`, no commas: `one hundred twenty-three million four`. Returns the end; may scribble 16 bytes past it.
inline constexpr std::size_t kNumberWordsRoom = 300;  // of any number: seven groups of at most 42 bytes
char* put_number_words(char* to, std::uint64_t number);

}  // namespace polydat
