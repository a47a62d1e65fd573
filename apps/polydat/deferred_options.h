// Options of the design that this version does not have: known, so that they are refused by name and never accepted silently.
#pragma once

#include <optional>
#include <string>

#include "option_parser.h"
#include "report.h"

namespace polydat::app {

struct DeferredOptions {
  std::optional<std::string> partition;

  // Declared in no group: they are on no help page.
  void declare(OptionParser& parser) {
    parser.group("");
    parser.value("--partition", "I", partition, "");
  }

  std::optional<ExitCode> refuse(const Report& report) const {
    if (partition) return report.usage_error("--partition is not in this version");
    return std::nullopt;
  }
};

}  // namespace polydat::app
