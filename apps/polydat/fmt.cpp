// polydat fmt: graphs in the language, in their canonical layout.
#include "common_options.h"
#include "graph_arguments.h"
#include "lang/format.h"
#include "limit_options.h"
#include "subcommands.h"
#include "tree_output.h"

namespace polydat::app {

namespace {

struct FmtOptions {
  CommonOptions common;
  LimitOptions limits;
  bool check = false;
  OptionParser parser{"fmt", "graphs in their canonical layout", "FILE... [--check]",
                      "  polydat fmt graphs/users.polydat\n"
                      "  polydat fmt --check graphs/*.polydat\n"
                      "  polydat fmt - < graphs/users.polydat\n"};
  FmtOptions() {
    parser.flag("--check", check, "write nothing; exit code 1 when a file is not in canonical layout");
    limits.declare_reading(parser);
    common.declare(parser);
  }
};

ExitCode format_one(const std::string& path, bool check, const Limits& limits, const Report& report) {
  ExitCode code = ExitCode::Fine;
  const auto source = load_graph(path, limits, report, code);
  if (!source) return code;
  Diagnostics diagnostics;
  const std::optional<std::string> text = lang::format_source(*source, limits, diagnostics);
  code = report.diagnostics(diagnostics, *source);
  if (!text) return code;
  const bool same = *text == source->text();
  if (check) {
    if (!same) report.text(source->name() + " is not in canonical layout\n");
    return same ? ExitCode::Fine : ExitCode::Differs;
  }
  return same && path != "-" ? ExitCode::Fine : write_text(path, *text, report);
}

}  // namespace

OptionParser describe_fmt() { return FmtOptions().parser; }

ExitCode run_fmt(std::span<const std::string> words, Report& report) {
  FmtOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  if (options.parser.positionals().empty()) return report.usage_error("fmt takes graph files, or - for standard input");
  Limits limits;
  if (const auto code = options.limits.apply(limits, report)) return *code;
  ExitCode worst = ExitCode::Fine;
  for (const std::string& path : options.parser.positionals()) {
    const ExitCode code = format_one(path, options.check, limits, report);
    if (code > worst) worst = code;
  }
  return worst;
}

}  // namespace polydat::app
