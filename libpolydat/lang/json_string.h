// A text as a JSON string, quotes included: valid JSON for any bytes (what is not UTF-8 becomes U+FFFD).
#pragma once

#include <string>
#include <string_view>

namespace polydat::lang {

void append_json_string(std::string& out, std::string_view text);
std::string json_string(std::string_view text);

}  // namespace polydat::lang
