// Random programs in the graph language, with every kind of statement and of expression, for the round trips between the forms of a
// program. Most of them compile; all of them parse.
#pragma once

#include <cstdint>
#include <string>

namespace polydat::testing {

// The same text from the same seed everywhere.
std::string random_program(std::uint64_t seed);

}  // namespace polydat::testing
