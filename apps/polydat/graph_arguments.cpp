// Which graph to compile and how.
#include "graph_arguments.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "cache_folder.h"
#include "common_options.h"
#include "signals.h"

namespace polydat::app {

void GraphArguments::declare_graph(OptionParser& parser) {
  parser.group("graph");
  parser.value("-e,--expression", "TEXT", text_, "the graph is this text, instead of a file");
  parser.value("--graph-format", "FORM", graph_format_, "dsl or json (default: by the suffix, else by the first character)");
  parser.flag("--no-fold", no_fold_, "compute constants in every run instead of once at build");
  parser.list("--lib", "DIR", options_.libraries, "modules that the graph calls may lie in this folder");
  parser.flag("--strict", options_.strict, "what is legal but easily a mistake is an error");
  parser.list("--allow-read", "DIR", options_.allow_read, "data files and modules may also lie in this folder");
  parser.flag("--allow-env", options_.allow_env, "nodes may read environment variables");
  limits_.declare(parser);
}

void GraphArguments::declare_assignments(OptionParser& parser) {
  takes_assignments_ = true;
  parser.group("graph");
  parser.list("--set", "NAME=VALUE", sets_, "fix an input or an extern, as a bare NAME=VALUE does");
}

void GraphArguments::declare_engine(OptionParser& parser) {
  parser.group("engine");
  parser.value("--outputs", "A,B", outputs_, "outputs in this order (default: every visible binding)");
  parser.value("--engine", "NAME", engine_, "auto, hybrid, closures or interpreter");
  parser.value("--provenance", "MODE", provenance_, "auto, raw, pull or push-pull: how unchanged steps are found");
  parser.value("--cpu", "NAME", cpu_, "native code for this CPU (default: this machine)");
  parser.flag("--no-cache", no_cache_, "neither use nor keep machine code in $XDG_CACHE_HOME/polydat");
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool GraphArguments::is_assigned(std::string_view name) const {
  return std::any_of(options_.assignments.begin(), options_.assignments.end(), [&](const auto& a) { return a.first == name; });
}

std::optional<ExitCode> GraphArguments::resolve(std::span<const std::string> words, const Report& report) {
  if (!text_) {
    if (words.empty()) return report.usage_error("a graph is missing: a file, - or -e TEXT");
    path_ = words.front();
    words = words.subspan(1);
  }
  std::vector<std::string> assignments(words.begin(), words.end());
  if (!takes_assignments_ && !assignments.empty()) return report.usage_error(fmt::format("unexpected word '{}'", assignments.front()));
  assignments.insert(assignments.end(), sets_.begin(), sets_.end());
  for (const std::string& word : assignments) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return report.usage_error(fmt::format("expected NAME=VALUE, not '{}'", word));
    std::string name = word.substr(0, equals);
    if (is_assigned(name)) return report.usage_error(fmt::format("'{}' is set twice", name));
    options_.assignments.emplace_back(std::move(name), word.substr(equals + 1));
  }

  static constexpr std::array<std::string_view, 2> kFormats = {"dsl", "json"};
  static constexpr std::array<std::string_view, 4> kEngines = {"auto", "hybrid", "closures", "interpreter"};
  static constexpr std::array<std::string_view, 4> kModes = {"auto", "raw", "pull", "push-pull"};
  if (graph_format_) {
    const auto chosen = choose_word("--graph-format", *graph_format_, kFormats, report);
    if (!chosen) return ExitCode::Wrong;
    options_.format = *chosen == 0 ? GraphFormat::Dsl : GraphFormat::Json;
  }
  if (engine_) {
    const auto chosen = choose_word("--engine", *engine_, kEngines, report);
    if (!chosen) return ExitCode::Wrong;
    options_.engine = static_cast<Engine>(*chosen);
  }
  if (provenance_) {
    const auto chosen = choose_word("--provenance", *provenance_, kModes, report);
    if (!chosen) return ExitCode::Wrong;
    options_.provenance = static_cast<Provenance>(*chosen);
  }
  if (cpu_) options_.cpu = *cpu_;
  if (!no_cache_) options_.cache_folder = cache_folder();
  if (outputs_) {
    options_.outputs = split_list(*outputs_);
    for (std::size_t i = 0; i < options_.outputs.size(); ++i) {
      const std::string& name = options_.outputs[i];
      if (name.empty()) return report.usage_error("--outputs holds an empty name");
    }
    std::vector<std::string> sorted = options_.outputs;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) return report.usage_error(fmt::format("--outputs names '{}' twice", *twice));
  }
  options_.fold = !no_fold_;
  options_.nested = false;  // their rows are a host's
  for (const std::string& folder : options_.libraries) {
    struct stat info{};
    if (stat(folder.c_str(), &info) != 0)
      return report.usage_error(fmt::format("--lib: cannot read '{}': {}", folder, std::strerror(errno)));
    if (!S_ISDIR(info.st_mode)) return report.usage_error(fmt::format("--lib: '{}' is not a folder", folder));
  }
  if (const auto code = limits_.apply(options_.limits, report)) return code;
  const std::size_t slash = text_ || path_ == "-" ? std::string::npos : path_.rfind('/');
  options_.folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path_.substr(0, slash);
  return std::nullopt;
}

std::optional<Source> GraphArguments::load(const Report& report, ExitCode& code) const {
  if (!text_) return load_graph(path_, options_.limits, report, code);
  if (text_->size() > options_.limits.max_file) {
    code = report.error(FailureKind::Limit, "limit", "the graph is longer than --max-file allows");
    return std::nullopt;
  }
  return Source("<command line>", *text_);
}

std::optional<Source> load_graph(const std::string& path, const Limits& limits, const Report& report, ExitCode& code) {
  if (path != "-") {
    Diagnostic failure;
    std::optional<Source> source = read_source(path, limits, failure);
    if (!source) code = report.error(failure.kind, failure.code, failure.message, path, failure.suggestion);
    return source;
  }
  std::string text;
  std::array<char, 1 << 16> chunk;
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, chunk.data(), chunk.size());
    if (got == 0) break;
    if (got < 0) {
      const int reason = errno;
      if (const auto stopped = stop_exit_code()) {
        code = *stopped;
        return std::nullopt;
      }
      if (reason == EINTR) continue;
      code = report.error(FailureKind::Stream, "unreadable-input", fmt::format("cannot read: {}", std::strerror(reason)), "<stdin>");
      return std::nullopt;
    }
    text.append(chunk.data(), static_cast<std::size_t>(got));
    if (text.size() > limits.max_file) {
      code = report.error(FailureKind::Limit, "limit", fmt::format("the graph is longer than {} bytes (--max-file)", limits.max_file),
                          "<stdin>");
      return std::nullopt;
    }
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return Source("<stdin>", std::move(text));
}

bool is_graph_itself(const std::string& target, const std::string& graph, const Report& report) {
  if (target == "-" || graph == "-") return false;
  struct stat left = {}, right = {};
  if (stat(target.c_str(), &left) != 0 || stat(graph.c_str(), &right) != 0) return false;
  if (left.st_dev != right.st_dev || left.st_ino != right.st_ino) return false;
  report.usage_error(fmt::format("'{}' is the graph itself; it is not overwritten", target));
  return true;
}

}  // namespace polydat::app
