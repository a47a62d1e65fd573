// Upper and lower case by the full Unicode mappings, without a locale: one letter may become three, and a capital sigma at the end
// of a word becomes the final one.
#pragma once

#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

// Invalid UTF-8 is copied as it is.
void append_upper(Buffer& to, std::string_view text);
void append_lower(Buffer& to, std::string_view text);

}  // namespace polydat
