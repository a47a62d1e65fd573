// polydat eval: coordinates in, rows out.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <numeric>

#include "eval_options.h"
#include "run_stats.h"
#include "signals.h"
#include "stream/run_rows.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

// "cycle = 6, tenant = 7": the coordinates of a row that failed.
std::string coordinates_text(const Program& program, std::span<const std::uint64_t> coordinates) {
  std::string text;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", program.inputs()[i].name, coordinates[i]);
  return text;
}

std::string output_name(const EvalOptions& options) { return options.output.value_or("standard output"); }

// The exit code of a run, with its message. `complete`: a file may replace its target (design section 4, promises).
ExitCode report_run(const RunResult& result, const Program& program, const Source& source, const EvalOptions& options,
                    const Report& report, bool& complete) {
  const std::string stream = options.coordinates.stream_name();
  complete = false;
  switch (result.status) {
    case RunStatus::Complete:
    case RunStatus::Closed: complete = true; return ExitCode::Fine;
    case RunStatus::RowFailed: {
      const Failure& failure = result.failure;
      std::string text = result.message;
      if (!result.coordinates.empty()) text += fmt::format("\nat {}", coordinates_text(program, result.coordinates));
      complete = failure.kind == FailureKind::Value;
      return report.failure(failure.kind, text, failure.range, source);
    }
    case RunStatus::CoordinatesBad: return report.stream_error(FailureKind::Program, "coordinates", result.message, stream);
    case RunStatus::CoordinatesFailed: return report.stream_error(FailureKind::Stream, "coordinate-stream", result.message, stream);
    case RunStatus::Limit: return report.stream_error(FailureKind::Limit, "limit", result.message, stream);
    case RunStatus::SinkFailed: return report.stream_error(FailureKind::Stream, "output", result.message, output_name(options));
    case RunStatus::Interrupted: return stop_exit_code().value_or(ExitCode::Interrupted);
  }
  return ExitCode::Wrong;
}

ExitCode write_stats_file(const std::string& path, std::string_view text, const Report& report) {
  const int fd = path == "-" ? STDERR_FILENO : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool written = fd >= 0 && write_all(fd, text);
  const int reason = errno;
  if (fd > STDERR_FILENO && close(fd) != 0 && written)
    return report.error(FailureKind::Stream, "output", std::strerror(errno), path);
  if (written) return ExitCode::Fine;
  return report.error(FailureKind::Stream, "output", fmt::format("cannot write: {}", std::strerror(reason)), path);
}

}  // namespace

OptionParser describe_eval() { return EvalOptions().parser; }

ExitCode run_eval(std::span<const std::string> words, Report& report) {
  EvalOptions options;
  if (const auto code = options.resolve(words, report)) return *code;

  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  const Compiled compiled = compile(*source, options.graph.compile_options());
  code = report.diagnostics(compiled.diagnostics, *source);
  if (!compiled.program) return code;
  const auto coordinates = options.coordinates.open(*compiled.program, options.graph, report, code);
  if (!coordinates) return code;

  std::string why;
  const auto sink = options.output ? open_file_sink(*options.output, why) : open_descriptor_sink(STDOUT_FILENO);
  if (!sink) return report.error(FailureKind::Stream, "output", why, *options.output);

  RowRun run;
  run.program = compiled.program;
  run.driven.resize(compiled.program->coord_count());
  std::iota(run.driven.begin(), run.driven.end(), 0u);
  run.rows = options.rows;
  const auto start = std::chrono::steady_clock::now();
  const RunResult result = run_rows(run, *coordinates, *sink, stop_requested);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  bool complete = false;
  code = report_run(result, *compiled.program, *source, options, report, complete);
  const std::string partial(sink->partial_path());  // while the sink is open: finishing may rename or remove it
  if (result.status == RunStatus::SinkFailed) {
    sink->finish(false);  // its message has been shown
  } else if (result.status != RunStatus::Closed && sink->finish(complete) == SinkStatus::Failed) {
    code = report.stream_error(FailureKind::Stream, "output", sink->message(), output_name(options));
    complete = false;
  }
  struct stat kept = {};
  if (!complete && !partial.empty() && stat(partial.c_str(), &kept) == 0 && kept.st_size > 0)
    report.warning("partial", fmt::format("the rows so far are in '{}'", partial), *options.output);

  if (options.stats || options.stats_out) {
    RunStats stats{*compiled.program, result, seconds.count(), compiled.times};
    add_native_times(stats.compile, *compiled.program);
    if (options.stats) report.text(stats_as_text(stats));
    if (options.stats_out) {
      const ExitCode written = write_stats_file(*options.stats_out, stats_as_json(stats), report);
      if (code == ExitCode::Fine) code = written;
    }
  }
  return code;
}

}  // namespace polydat::app
