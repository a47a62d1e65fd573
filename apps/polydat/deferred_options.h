// Options of the design that this version does not have: known, so that they are refused by name and never accepted silently.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "option_parser.h"
#include "report.h"

namespace polydat::app {

struct DeferredOptions {
  bool unordered = false, strict = false, progress = false;
  std::optional<std::string> threads, shard, grid, expect, where, partition;
  std::vector<std::string> lib;

  // Declared in no group: they are on no help page.
  void declare(OptionParser& parser) {
    parser.group("");
    parser.flag("--unordered", unordered, "");
    parser.flag("--strict", strict, "");
    parser.flag("--progress", progress, "");
    parser.value("--threads", "N", threads, "");
    parser.value("--shard", "K/N", shard, "");
    parser.value("--grid", "NAME=R,...", grid, "");
    parser.value("--expect", "FILE", expect, "");
    parser.value("--where", "WIRE", where, "");
    parser.value("--partition", "I", partition, "");
    parser.list("--lib", "DIR", lib, "");
  }

  std::optional<ExitCode> refuse(const Report& report) const {
    const std::pair<bool, const char*> given[] = {{unordered, "--unordered"},
                                                  {strict, "--strict"},
                                                  {progress, "--progress"},
                                                  {threads.has_value(), "--threads"},
                                                  {shard.has_value(), "--shard"},
                                                  {grid.has_value(), "--grid"},
                                                  {expect.has_value(), "--expect"},
                                                  {where.has_value(), "--where"},
                                                  {partition.has_value(), "--partition"},
                                                  {!lib.empty(), "--lib"}};
    for (const auto& [is_given, name] : given)
      if (is_given) return report.usage_error(std::string(name) + " is not in this version");
    return std::nullopt;
  }
};

}  // namespace polydat::app
