// polydat eval: coordinates in, rows out.
#include <unistd.h>

#include "eval_run.h"
#include "expected_report.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

ExitCode compare_rows(const EvalOptions& options, Report& report) {
  ExpectedFile file;
  const ExitCode code = run_eval_into(options, report, [&](const Program& program, const std::vector<std::string>& columns) {
    return file.open(*options.expect, 0, options, program, columns, report);
  });
  return file.report(code, report);
}

ExitCode write_rows(const EvalOptions& options, Report& report) {
  std::unique_ptr<OutputSink> sink;
  return run_eval_into(options, report, [&](const Program&, const std::vector<std::string>&) {
    RowTarget target;
    target.name = options.output.value_or("standard output");
    std::string why;
    sink = options.output ? open_file_sink(*options.output, why) : open_descriptor_sink(STDOUT_FILENO);
    if (!sink) target.code = report.error(FailureKind::Stream, "output", why, target.name);
    target.sink = sink.get();
    return target;
  });
}

}  // namespace

OptionParser describe_eval() { return EvalOptions().parser; }

ExitCode run_eval(std::span<const std::string> words, Report& report) {
  EvalOptions options;
  if (const auto code = options.resolve(words, report)) return *code;
  return options.expect ? compare_rows(options, report) : write_rows(options, report);
}

}  // namespace polydat::app
