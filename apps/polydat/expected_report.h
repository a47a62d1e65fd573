// A file that a run is compared with: opening it, and saying where the rows differ.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "eval_run.h"
#include "expected_rows.h"

namespace polydat::app {

class ExpectedFile {
 public:
  // `skipped`: bytes at the file's begin, whole lines, that are no rows. A target without a sink when it cannot be read.
  RowTarget open(const std::string& path, std::uint64_t skipped, const EvalOptions& options, const Program& program,
                 const std::vector<std::string>& columns, const Report& report);
  // After a run that ended with `code`: the first differences on standard error, and the exit code with them taken into account.
  ExitCode report(ExitCode code, const Report& report) const;

 private:
  std::string path_;
  std::vector<std::string> inputs_;
  std::unique_ptr<ExpectedRows> rows_;
};

}  // namespace polydat::app
