// A graph's text to a file or standard output: whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "report.h"

namespace polydat::app {

// `path` "-" is standard output. A file is written beside its target and renamed.
ExitCode write_text(const std::string& path, std::string_view text, const Report& report);

}  // namespace polydat::app
