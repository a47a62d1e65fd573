// Graphviz's `dot`, when it is on the PATH.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace polydat::app {

// The drawing as SVG; nothing and a sentence when `dot` is missing or fails.
std::optional<std::string> svg_of(std::string_view dot_text, std::string& why);

}  // namespace polydat::app
