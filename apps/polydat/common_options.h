// The options that every subcommand takes.
#pragma once

#include <optional>
#include <string>

#include "option_parser.h"

namespace polydat::app {

struct CommonOptions {
  std::optional<std::string> color;
  std::optional<std::string> diagnostics;
  bool quiet = false;
  bool verbose = false;

  void declare(OptionParser& parser);
  // Checks the words and tells the report.
  std::optional<ExitCode> apply(Report& report) const;
};

// The word at its place in `known` (compared without case), or an error that names the option and suggests the nearest.
std::optional<std::size_t> choose_word(std::string_view option, std::string_view word, std::span<const std::string_view> known,
                                       const Report& report);

}  // namespace polydat::app
