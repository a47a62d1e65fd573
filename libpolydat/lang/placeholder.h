// The `{...}` of a string (language 2.8).
#pragma once

#include <cstddef>
#include <string_view>

namespace polydat::lang {

// The offset of the `}` that closes the placeholder whose `{` is at `open`; npos when none does. Brackets nest, "..." is skipped.
std::size_t close_of_placeholder(std::string_view text, std::size_t open);

}  // namespace polydat::lang
