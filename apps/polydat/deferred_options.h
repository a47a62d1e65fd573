// Options of the design that this version does not have: known, so that they are refused by name and never accepted silently.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "option_parser.h"
#include "report.h"

namespace polydat::app {

struct DeferredOptions {
  bool strict = false;
  std::optional<std::string> partition;
  std::vector<std::string> lib;

  // Declared in no group: they are on no help page.
  void declare(OptionParser& parser) {
    parser.group("");
    parser.flag("--strict", strict, "");
    parser.value("--partition", "I", partition, "");
    parser.list("--lib", "DIR", lib, "");
  }

  std::optional<ExitCode> refuse(const Report& report) const {
    const std::pair<bool, const char*> given[] = {
        {strict, "--strict"}, {partition.has_value(), "--partition"}, {!lib.empty(), "--lib"}};
    for (const auto& [is_given, name] : given)
      if (is_given) return report.usage_error(std::string(name) + " is not in this version");
    return std::nullopt;
  }
};

}  // namespace polydat::app
