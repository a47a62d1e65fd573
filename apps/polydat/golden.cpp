// polydat golden: rows recorded beside graphs, and compared with what the graphs give now.
//
// GRAPH.golden begins with `# eval OPTIONS`, the options its rows were made with; the rows follow as eval writes them.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "eval_run.h"
#include "expected_report.h"
#include "signals.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

constexpr std::string_view kMark = "# eval";
constexpr std::size_t kLongestFirstLine = std::size_t{64} << 10;

struct GoldenOptions {
  CommonOptions common;
  std::optional<std::string> eval;
  OptionParser parser{"golden", "record rows beside graphs; check that they are still the same",
                      "record|check (GRAPH | FOLDER)... [options]",
                      "  polydat golden record graphs/users.polydat --eval '--range 0..100 --format jsonl'\n"
                      "  polydat golden check graphs\n"};
  GoldenOptions() {
    parser.group("golden files");
    parser.value("--eval", "OPTIONS", eval, "record: eval's options, kept in the file; by default those it has, or none: ten rows of csv");
    common.declare(parser);
  }
};

std::string golden_path(const std::string& graph) { return graph + ".golden"; }

// Words as a shell would cut them: blanks between words, quotes around blanks. Nothing when a quote is left open.
std::optional<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      else words.back() += c;
    } else if (c == ' ' || c == '\t') {
      in_word = false;
    } else {
      if (!in_word) words.emplace_back();
      in_word = true;
      if (c == '\'' || c == '"') quote = c;
      else words.back() += c;
    }
  }
  if (quote != 0) return std::nullopt;
  return words;
}

// The options that a golden file keeps. Nothing and `code` when it cannot be read or has none; `length`: of the line, with its end.
std::optional<std::string> read_options(const std::string& path, std::size_t& length, const Report& report, ExitCode& code) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string line(kLongestFirstLine, '\0');
  const ssize_t got = fd < 0 ? -1 : read(fd, line.data(), line.size());
  if (got < 0) {
    code = report.error(FailureKind::Program, "cannot-read", fmt::format("cannot read: {}", std::strerror(errno)), path);
    if (fd >= 0) close(fd);
    return std::nullopt;
  }
  close(fd);
  line.resize(static_cast<std::size_t>(got));
  const std::size_t end = line.find('\n');
  if (end == std::string::npos || !line.starts_with(kMark)) {
    code = report.error(FailureKind::Program, "bad-golden", "the first line is not `# eval OPTIONS`", path);
    return std::nullopt;
  }
  length = end + 1;
  return line.substr(kMark.size(), end - kMark.size());
}

// Turns kept options into a run of `graph`. Nothing and `code` after an error.
std::optional<ExitCode> resolve(EvalOptions& run, const std::string& graph, std::string_view options, Report& report) {
  const auto words = split_words(options);
  if (!words) return report.usage_error(fmt::format("'{}' has a quote without its end", options));
  std::vector<std::string> all = {graph};
  all.insert(all.end(), words->begin(), words->end());
  if (report.quiet()) all.emplace_back("--quiet");
  if (report.verbose()) all.emplace_back("--verbose");
  if (const auto code = run.resolve(all, report)) return code;
  if (run.output || run.expect || run.rows.format == RowFormat::Raw)
    return report.usage_error("golden files hold rows as text: their options are without -o, --expect and --format raw");
  return std::nullopt;
}

ExitCode record(const std::string& graph, const std::optional<std::string>& eval, Report report) {
  const std::string path = golden_path(graph);
  std::string options = eval.value_or("");
  ExitCode code = ExitCode::Fine;
  std::size_t length = 0;
  if (!eval && std::filesystem::exists(path)) {
    const auto kept = read_options(path, length, report, code);
    if (!kept) return code;
    options = *kept;
  }
  if (options.find('\n') != std::string::npos) return report.usage_error("--eval is one line");
  if (const std::size_t first = options.find_first_not_of(" \t"); first != 0) options.erase(0, std::min(first, options.size()));
  EvalOptions run;
  if (const auto wrong = resolve(run, graph, options, report)) return *wrong;
  std::unique_ptr<OutputSink> sink;
  return run_eval_into(run, report, [&](const Program&, const std::vector<std::string>&) {
    RowTarget target;
    target.name = path;
    target.keeps_failed_rows = false;
    std::string why;
    sink = open_file_sink(path, why);
    if (!sink) {
      target.code = report.error(FailureKind::Stream, "output", why, path);
      return target;
    }
    sink->buffer().append(kMark);
    if (!options.empty()) sink->buffer().append(" " + options);
    sink->buffer().push_back('\n');
    target.sink = sink.get();
    return target;
  });
}

ExitCode check(const std::string& graph, Report report) {
  ExitCode code = ExitCode::Fine;
  std::size_t length = 0;
  const auto options = read_options(golden_path(graph), length, report, code);
  if (!options) return code;
  EvalOptions run;
  if (const auto wrong = resolve(run, graph, *options, report)) return *wrong;
  ExpectedFile file;
  code = run_eval_into(run, report, [&](const Program& program, const std::vector<std::string>& columns) {
    return file.open(golden_path(graph), length, run, program, columns, report);
  });
  return file.report(code, report);
}

// The graphs of a folder by name; `with_golden`: those that have a golden file.
std::vector<std::string> graphs_in(const std::filesystem::path& folder, bool with_golden) {
  std::vector<std::string> graphs;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    const std::string path = entry.path().string();
    const bool graph = path.ends_with(".polydat") || path.ends_with(".json");
    if (graph && entry.is_regular_file(failed) && (!with_golden || std::filesystem::exists(golden_path(path), failed)))
      graphs.push_back(path);
  }
  std::sort(graphs.begin(), graphs.end());
  return graphs;
}

}  // namespace

OptionParser describe_golden() { return GoldenOptions().parser; }

ExitCode run_golden(std::span<const std::string> words, Report& report) {
  GoldenOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  const std::vector<std::string>& names = options.parser.positionals();
  if (names.empty()) return report.usage_error("golden: record or check is missing");
  static constexpr std::array<std::string_view, 2> kActions = {"record", "check"};
  const auto action = choose_word("golden", names.front(), kActions, report);
  if (!action) return ExitCode::Wrong;
  const bool checks = *action == 1;
  if (checks && options.eval) return report.usage_error("--eval is for golden record; check takes the options from the files");
  if (names.size() == 1) return report.usage_error(fmt::format("golden {}: a graph is missing", names.front()));

  std::vector<std::string> graphs;
  for (std::size_t i = 1; i < names.size(); ++i) {
    std::error_code failed;
    if (!std::filesystem::is_directory(names[i], failed)) {
      graphs.push_back(names[i]);
      continue;
    }
    const std::vector<std::string> found = graphs_in(names[i], checks);
    if (found.empty())
      return report.usage_error(
          fmt::format("'{}' has no {}", names[i], checks ? "graph with a .golden file beside it" : ".polydat or .json file"));
    graphs.insert(graphs.end(), found.begin(), found.end());
  }
  ExitCode worst = ExitCode::Fine;
  for (const std::string& graph : graphs) {
    if (stop_exit_code()) break;
    worst = std::max(worst, checks ? check(graph, report) : record(graph, options.eval, report));
  }
  return stop_exit_code().value_or(worst);
}

}  // namespace polydat::app
