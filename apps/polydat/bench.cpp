// polydat bench: times every engine over a coordinate stream.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "bench_results.h"
#include "common_options.h"
#include "coordinate_arguments.h"
#include "graph_arguments.h"
#include "kernel/outside_world.h"
#include "kernel/program_internals.h"
#include "plan_names.h"
#include "polydat/kernel.h"
#include "run_stats.h"
#include "signals.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

// Rows are read once and kept, so that reading them is not part of the times.
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostCountedRows = 10'000;
// A round below this is within the clock's and the scheduler's noise.
constexpr double kShortestRound = 20e-6;
constexpr double kTimeAnEngine = 0.25;  // seconds
constexpr double kTolerance = 0.25;
constexpr std::uint32_t kFewestRounds = 3, kMostRounds = 50;

struct BenchOptions {
  CommonOptions common;
  GraphArguments graph;
  CoordinateArguments coordinates{"0..100K"};
  std::optional<std::string> format, compare, tolerance;
  OptionParser parser{"bench", "time every engine over a coordinate stream", "(GRAPH | - | -e TEXT) [NAME=VALUE...] [options]",
                      "  polydat bench graphs/users.polydat\n"
                      "  polydat bench graphs/users.polydat --range 0..1M --engine closures --format json\n"
                      "  polydat bench graphs/users.polydat --compare before.json\n"};
  BenchOptions() {
    parser.group("what to show");
    parser.value("--format", "FORM", format, "text (default) or json");
    parser.value("--compare", "FILE", compare, "against the JSON of an earlier run; exit code 1 when an engine got worse");
    parser.value("--tolerance", "PERCENT", tolerance, "how much worse still counts as equal (25)");
    coordinates.declare(parser);
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    graph.declare_engine(parser);
    common.declare(parser);
  }
};

// Coordinates of all rows, one after the other.
struct Rows {
  std::vector<std::uint64_t> words;
  std::size_t columns = 0;
  std::uint64_t count = 0;
  std::span<const std::uint64_t> row(std::uint64_t r) const { return std::span(words).subspan(r * columns, columns); }
};

std::optional<Rows> read_rows(CoordinateSource& source, std::size_t columns, std::string_view name, const Report& report, ExitCode& code) {
  Rows rows;
  rows.columns = columns;
  std::vector<std::uint64_t> row(columns);
  while (rows.count < kMostRows) {
    switch (source.next(row)) {
      case CoordinateSource::Status::Row:
        rows.words.insert(rows.words.end(), row.begin(), row.end());
        ++rows.count;
        continue;
      case CoordinateSource::Status::End: return rows;
      case CoordinateSource::Status::Bad:
        code = report.stream_error(FailureKind::Program, "coordinates", source.message(), name);
        return std::nullopt;
      case CoordinateSource::Status::Failed:
        code = report.stream_error(FailureKind::Stream, "coordinate-stream", source.message(), name);
        return std::nullopt;
      case CoordinateSource::Status::Limit:
        code = report.stream_error(FailureKind::Limit, "limit", source.message(), name);
        return std::nullopt;
    }
  }
  return rows;
}

// One walk over the rows; false when a row failed.
bool walk(AnyKernel& kernel, const Rows& rows, std::uint64_t count) {
  for (std::uint64_t r = 0; r < count; ++r) {
    kernel.set_inputs(rows.row(r));
    if (!kernel.eval()) return false;
  }
  return true;
}

double seconds_of_walk(AnyKernel& kernel, const Rows& rows, bool& ok) {
  const auto start = std::chrono::steady_clock::now();
  ok = walk(kernel, rows, rows.count);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Fills times and counts. False when a row failed: `kernel` knows why.
bool time_engine(const Source& source, const CompileOptions& options, const Compiled& compiled, const Rows& rows, EngineTiming& timing,
                 std::string& failure) {
  bool ready = false;
  const auto kernel = make_kernel(compiled.program, ready);
  bool ok = ready;
  std::vector<double> rounds;
  if (ok && rows.count > 0) {
    seconds_of_walk(*kernel, rows, ok);  // warm-up: compiles on first use
    double total = 0;
    while (ok && !stop_requested && rounds.size() < kMostRounds && (rounds.size() < kFewestRounds || total < kTimeAnEngine)) {
      rounds.push_back(seconds_of_walk(*kernel, rows, ok));
      total += rounds.back();
    }
  }
  if (!ok) {
    failure = kernel->failure().report;
    return false;
  }
  timing.rounds = static_cast<std::uint32_t>(rounds.size());
  if (!rounds.empty()) {
    std::sort(rounds.begin(), rounds.end());
    const double median = rounds[rounds.size() / 2];
    if (median >= kShortestRound) {
      timing.ns_per_row = median * 1e9 / static_cast<double>(rows.count);
      timing.spread = (rounds.back() - rounds.front()) / median;
    }
  }
  // Counting changes what runs (no whole-graph function), so it has a program of its own.
  CompileOptions counting = options;
  counting.count_runs = true;
  const Compiled counted = compile(source, counting);
  if (!counted.program) return true;
  const auto counter = make_kernel(counted.program, ready);
  timing.counted_rows = std::min(rows.count, kMostCountedRows);
  if (!ready || !walk(*counter, rows, timing.counted_rows)) return true;
  for (const std::uint64_t runs : counter->step_runs()) {
    timing.steps_run += runs;
    timing.steps_skipped += timing.counted_rows > runs ? timing.counted_rows - runs : 0;
  }
  return true;
}

std::optional<double> parse_percent(std::string_view text) {
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > 1e6) return std::nullopt;
  return value / 100;
}

ExitCode measure(const Source& source, const BenchOptions& options, BenchResults& results, const Report& report) {
  CompileOptions asked = options.graph.compile_options();
  asked.cache_folder.clear();  // what compiling costs is what is asked
  CompileOptions first = asked;
  if (first.engine == Engine::Auto) first.engine = Engine::Closures;
  const Compiled compiled = compile(source, first);
  ExitCode code = report.diagnostics(compiled.diagnostics, compiled.sources);
  if (!compiled.program) return code;
  results.compile = compiled.times;
  const auto coordinates = options.coordinates.open(*compiled.program, options.graph, report, code);
  if (!coordinates) return code;
  const auto rows = read_rows(*coordinates, compiled.program->coord_count(), options.coordinates.stream_name(), report, code);
  if (!rows) return code;
  results.rows = rows->count;

  for (const Engine engine : {Engine::Interpreter, Engine::Closures, Engine::Hybrid}) {
    if (asked.engine != Engine::Auto && asked.engine != engine) continue;
    for (const Provenance mode : {Provenance::Raw, Provenance::Pull, Provenance::PushPull}) {
      if (asked.provenance != Provenance::Auto && asked.provenance != mode) continue;
      if (engine == Engine::Interpreter && mode != Provenance::Raw) continue;
      CompileOptions these = asked;
      these.engine = engine;
      these.provenance = mode;
      const Compiled program = compile(source, these);
      if (!program.program) {
        if (asked.engine == engine) return report.diagnostics(program.diagnostics, program.sources);
        results.left_out.push_back(fmt::format("{}: left out: {}", engine_name(engine), program.diagnostics.all().back().message));
        break;
      }
      EngineTiming timing;
      timing.engine = engine_name(engine);
      timing.shape = "row";
      timing.provenance = provenance_name(mode);
      std::string failure;
      if (!time_engine(source, these, program, *rows, timing, failure))
        return report.failure(FailureKind::Value, failure, {}, program.sources);
      if (const auto stopped = stop_exit_code()) return *stopped;
      results.engines.push_back(std::move(timing));
      if (results.engines.back().provenance == "raw") add_native_times(results.compile, *program.program);
    }
  }
  return ExitCode::Fine;
}

}  // namespace

OptionParser describe_bench() { return BenchOptions().parser; }

ExitCode run_bench(std::span<const std::string> words, Report& report) {
  BenchOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  if (const auto code = options.graph.resolve(options.parser.positionals(), report)) return *code;
  if (const auto code = options.coordinates.resolve(options.graph, report)) return *code;
  static constexpr std::array<std::string_view, 2> kForms = {"text", "json"};
  std::size_t form = 0;
  if (options.format) {
    const auto chosen = choose_word("--format", *options.format, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    form = *chosen;
  }
  double tolerance = kTolerance;
  if (options.tolerance) {
    if (!options.compare) return report.usage_error("--tolerance needs --compare");
    const auto percent = parse_percent(*options.tolerance);
    if (!percent) return report.usage_error(fmt::format("--tolerance: '{}' is not a percentage", *options.tolerance));
    tolerance = *percent;
  }
  std::optional<std::string> earlier;
  if (options.compare) {
    std::string why;
    earlier = read_whole_file(*options.compare, options.graph.compile_options().limits.max_file, why);
    if (!earlier) return report.error(FailureKind::Program, "cannot-read", fmt::format("cannot read: {}", why), *options.compare);
  }

  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  BenchResults results;
  results.graph = source->name();
  code = measure(*source, options, results, report);
  if (code != ExitCode::Fine) return code;
  code = print(report, form == 0 ? bench_as_text(results) : bench_as_json(results));
  if (!earlier || code != ExitCode::Fine) return code;
  std::string why;
  const auto comparison = compare_bench(results, *earlier, tolerance, why);
  if (!comparison) return report.error(FailureKind::Program, "bad-comparison", why, *options.compare);
  report.text(comparison->text);
  return comparison->worse ? ExitCode::Differs : ExitCode::Fine;
}

}  // namespace polydat::app
