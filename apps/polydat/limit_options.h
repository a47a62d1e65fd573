// The --max-... options (polydat/limits.h).
#pragma once

#include <optional>
#include <string>

#include "option_parser.h"
#include "polydat/limits.h"
#include "report.h"

namespace polydat::app {

class LimitOptions {
 public:
  // All of them; or those of a subcommand that reads graphs and does not compile them.
  void declare(OptionParser& parser) { declare_first(kAll, parser); }
  void declare_reading(OptionParser& parser) { declare_first(kReading, parser); }
  // Checks the numbers and stores them.
  std::optional<ExitCode> apply(Limits& limits, const Report& report) const;

 private:
  static constexpr std::size_t kReading = 2, kAll = 7;
  void declare_first(std::size_t count, OptionParser& parser);
  std::optional<std::string> words_[kAll];
};

}  // namespace polydat::app
