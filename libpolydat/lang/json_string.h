// A text as a JSON string, quotes included: valid JSON for any bytes (what is not UTF-8 becomes U+FFFD).
#pragma once

#include <string>
#include <string_view>

#include "lang/text_map.h"

namespace polydat::lang {

void append_json_string(std::string& out, std::string_view text);
std::string json_string(std::string_view text);

// Where each byte of what a JSON string means stands, for the well-formed string whose opening quote is at `open` of `text`.
TextMap map_json_string(std::string_view text, std::size_t open);

}  // namespace polydat::lang
