// From the language's regular expressions to RE2's: Unicode classes for \d, \w and \s, spellings that RE2 lacks.
#pragma once

#include <string>
#include <string_view>

namespace polydat {

// False: `why` names what RE2 cannot do.
bool translate_regex(std::string_view pattern, std::string& translated, std::string& why);

}  // namespace polydat
