// Which graph to compile and how: GRAPH | - | -e TEXT, NAME=VALUE, limits, engine. Shared by the subcommands that compile.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limit_options.h"
#include "option_parser.h"
#include "polydat/program.h"
#include "report.h"

namespace polydat::app {

class GraphArguments {
 public:
  // GRAPH, -e, --graph-format, --lib, --strict, --no-fold, --max-..., --allow-...
  void declare_graph(OptionParser& parser);
  // --set; and bare NAME=VALUE words are taken.
  void declare_assignments(OptionParser& parser);
  // --outputs, --engine, --provenance, --cpu, --no-cache
  void declare_engine(OptionParser& parser);

  // Checks all of it. `words`: the positional words; the first is the graph unless -e gave it, the others NAME=VALUE.
  std::optional<ExitCode> resolve(std::span<const std::string> words, const Report& report);

  // The graph's text; nothing and `code` after an error.
  std::optional<Source> load(const Report& report, ExitCode& code) const;
  // After resolve().
  const CompileOptions& compile_options() const { return options_; }
  CompileOptions& compile_options() { return options_; }
  const std::string& path() const { return path_; }
  bool is_text() const { return text_.has_value(); }  // -e
  bool from_stdin() const { return !text_ && path_ == "-"; }
  bool is_assigned(std::string_view name) const;

 private:
  bool takes_assignments_ = false;
  std::optional<std::string> text_;  // -e
  std::string path_;
  std::vector<std::string> sets_;
  std::optional<std::string> graph_format_, outputs_, engine_, provenance_, cpu_;
  LimitOptions limits_;
  bool no_fold_ = false, no_cache_ = false;
  CompileOptions options_;
};

// The graph at `path` (or standard input for `-`), without its byte-order mark; nothing and `code` after an error.
std::optional<Source> load_graph(const std::string& path, const Limits& limits, const Report& report, ExitCode& code);

// Whether the file to be written is the graph that is read, under any name; reported when it is.
bool is_graph_itself(const std::string& target, const std::string& graph, const Report& report);

// "a,b" -> a, b. Empty pieces are kept.
std::vector<std::string> split_list(std::string_view text);

}  // namespace polydat::app
