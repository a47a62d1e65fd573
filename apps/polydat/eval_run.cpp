// One run of `eval` (eval_run.h).
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>

#include "eval_run.h"
#include "progress.h"
#include "run_stats.h"
#include "signals.h"
#include "stream/traversal_run.h"

namespace polydat::app {

namespace {

// "cycle = 6, tenant = 7": the coordinates of a row that failed.
std::string coordinates_text(const Program& program, std::span<const std::uint64_t> coordinates) {
  std::string text;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", program.inputs()[i].name, coordinates[i]);
  return text;
}

// The exit code of a run, with its message. `complete`: a file may replace its target (design section 4, promises).
ExitCode report_run(const RunResult& result, const Program& program, const Sources& sources, const EvalOptions& options,
                    const std::string& target, const Report& report, bool& complete) {
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
      return report.failure(failure.kind, text, failure.range, sources);
    }
    case RunStatus::CoordinatesBad: return report.stream_error(FailureKind::Program, "coordinates", result.message, stream);
    case RunStatus::CoordinatesFailed: return report.stream_error(FailureKind::Stream, "coordinate-stream", result.message, stream);
    case RunStatus::Limit: return report.stream_error(FailureKind::Limit, "limit", result.message, stream);
    case RunStatus::SinkFailed: return report.stream_error(FailureKind::Stream, "output", result.message, target);
    case RunStatus::Interrupted: return stop_exit_code().value_or(ExitCode::Interrupted);
  }
  return ExitCode::Wrong;
}

ExitCode write_stats_file(const std::string& path, std::string_view text, const Report& report) {
  const int fd = path == "-" ? STDERR_FILENO : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool written = fd >= 0 && write_all(fd, text);
  const int reason = errno;
  if (fd > STDERR_FILENO && close(fd) != 0 && written) return report.error(FailureKind::Stream, "output", std::strerror(errno), path);
  if (written) return ExitCode::Fine;
  return report.error(FailureKind::Stream, "output", fmt::format("cannot write: {}", std::strerror(reason)), path);
}

unsigned usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&cores)));
}

// What to run, of what was compiled. Nothing and `code` after an error.
std::optional<RowRun> plan_run(const std::shared_ptr<const Program>& program, const EvalOptions& options, const Report& report,
                               ExitCode& code) {
  RowRun run;
  run.program = program;
  run.driven.resize(program->coord_count());
  std::iota(run.driven.begin(), run.driven.end(), 0u);
  run.rows = options.rows;
  run.threads = options.threads;
  run.usable_cores = usable_cores();
  run.unordered = options.unordered;
  const auto outputs = program->outputs();
  for (std::uint32_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].is_shown) run.outputs.push_back(i);
  if (options.where && program->output_index(*options.where)) {
    run.where_output = program->output_index(*options.where);
    const PortType type = outputs[*run.where_output].type;
    if (!is_integer(type) && !is_float(type) && type != PortType::Bool) {
      code = report.usage_error(fmt::format("--where takes a bool or a number; '{}' is {}", *options.where, display_name(type)));
      return std::nullopt;
    }
  }
  return run;
}

// What the format asks of the outputs, and what traversals do not take.
std::optional<ExitCode> check_outputs(const Compiled& compiled, const EvalOptions& options, const Report& report) {
  if (!compiled.traversals.empty() && (options.where || options.expect))
    return report.usage_error(fmt::format("{} is not for graphs with `for` statements", options.where ? "--where" : "--expect"));
  const RowFormat format = options.rows.format;
  if (format == RowFormat::Csv || format == RowFormat::Tsv || format == RowFormat::Raw) {
    const std::string difference = output_difference(compiled.traversals);
    if (!difference.empty())
      return report.usage_error(
          fmt::format("rows of this format have one set of columns, and {}; jsonl and map take rows that differ", difference));
  }
  if (options.tile.empty()) return std::nullopt;
  std::vector<const Program*> programs;
  if (compiled.traversals.empty()) programs.push_back(compiled.program.get());
  for (const auto& traversal : compiled.traversals) programs.push_back(traversal->body().get());
  for (const Program* program : programs)
    if (program->outputs().front().type != PortType::Str)
      return report.usage_error(fmt::format("--format tile:{0}: the output '{0}' is no text", options.tile));
  return std::nullopt;
}

}  // namespace

ExitCode run_eval_into(const EvalOptions& options, Report& report, const TargetOpener& open_target) {
  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  const Compiled compiled = compile(*source, options.graph.compile_options());
  code = report.diagnostics(compiled.diagnostics, compiled.sources);
  if (!compiled.program) return code;
  auto run = plan_run(compiled.program, options, report, code);
  if (!run) return code;
  if (const auto refused = check_outputs(compiled, options, report)) return *refused;
  TraversalRun traversals{compiled.program, compiled.traversals, 0, 0, options.rows, run->threads, run->usable_cores};
  const bool traverses = !compiled.traversals.empty();
  std::unique_ptr<CoordinateSource> coordinates;
  if (traverses) {
    if (const auto refused = options.coordinates.for_traversal(traversals.start, traversals.most_cycles, report)) return *refused;
  } else {
    coordinates = options.coordinates.open(*compiled.program, options.graph, report, code);
    if (!coordinates) return code;
  }

  std::vector<std::string> columns;
  for (const std::uint32_t output : run->outputs) columns.push_back(compiled.program->outputs()[output].name);
  const RowTarget target = open_target(*compiled.program, columns);
  if (target.sink == nullptr) return target.code;
  run->journal = target.journal;
  if (options.threads > 1 && (run->journal != nullptr || compiled.program->has_side_effects())) {
    report.warning("one-thread",
                   run->journal != nullptr
                       ? "rows are compared in order, by one thread"
                       : "the graph counts, draws random numbers, logs or inspects: its rows are made in order, by one thread");
  }
  std::optional<Progress> progress;
  if (options.progress && !report.quiet() && !traverses) {
    progress.emplace(coordinates->size());
    run->progress = [&progress](std::uint64_t rows) { progress->at(rows); };
  }
  const auto start = std::chrono::steady_clock::now();
  const RunResult result =
      traverses ? run_traversals(traversals, *target.sink, stop_requested) : run_rows(*run, *coordinates, *target.sink, stop_requested);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  progress.reset();

  bool complete = false;
  code = report_run(result, *compiled.program, compiled.sources, options, target.name, report, complete);
  if (result.status == RunStatus::RowFailed) complete = complete && target.keeps_failed_rows;
  const std::string partial(target.sink->partial_path());  // while the sink is open: finishing may rename or remove it
  if (result.status == RunStatus::SinkFailed) {
    target.sink->finish(false);  // its message has been shown
  } else if (result.status != RunStatus::Closed && target.sink->finish(complete) == SinkStatus::Failed) {
    code = report.stream_error(FailureKind::Stream, "output", target.sink->message(), target.name);
    complete = false;
  }
  struct stat kept = {};
  if (!complete && !partial.empty() && stat(partial.c_str(), &kept) == 0 && kept.st_size > 0)
    report.warning("partial", fmt::format("the rows so far are in '{}'", partial), target.name);

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
