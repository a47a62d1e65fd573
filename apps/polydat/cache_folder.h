// Where the command keeps machine code between runs.
#pragma once

#include <string>

namespace polydat::app {

// $XDG_CACHE_HOME/polydat, else ~/.cache/polydat (XDG Base Directory Specification); empty when neither variable is an absolute path.
std::string cache_folder();

}  // namespace polydat::app
