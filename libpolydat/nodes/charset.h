// Charset texts (data nodes page, section 0): `a-z0-9 _` names code points, ranges by a `-` between two of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace polydat {

// The code points in order, duplicates kept, surrogates left out. Nothing when there are more than `most`.
std::optional<std::vector<std::uint32_t>> parse_charset(std::string_view text, std::size_t most);

}  // namespace polydat
