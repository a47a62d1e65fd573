// polydat explain: what a code of a message means, and how a graph became a plan.
#include <fmt/format.h>

#include <array>

#include "code_pages.h"
#include "common_options.h"
#include "graph_arguments.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct ExplainOptions {
  CommonOptions common;
  GraphArguments graph;
  std::optional<std::string> format;
  bool codes = false, markdown = false;
  OptionParser parser{"explain", "what a code means; how a graph became a plan", "CODE | (GRAPH | - | -e TEXT) [PHASE...] [options]",
                      "  polydat explain PD0101\n"
                      "  polydat explain unknown-wire\n"
                      "  polydat explain --codes\n"};
  ExplainOptions() {
    parser.group("what to show");
    parser.value("--format", "FORM", format, "text (default) or json");
    parser.flag("--codes", codes, "instead: every code of a message, with its title");
    parser.flag("--markdown", markdown, "with --codes: everything about them, as docs/errors.md");
    graph.declare_graph(parser);
    common.declare(parser);
  }
};

}  // namespace

OptionParser describe_explain() { return ExplainOptions().parser; }

ExitCode run_explain(std::span<const std::string> words, Report& report) {
  ExplainOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  static constexpr std::array<std::string_view, 2> kForms = {"text", "json"};
  bool json = false;
  if (options.format) {
    const auto chosen = choose_word("--format", *options.format, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    json = *chosen == 1;
  }
  if (options.markdown && !options.codes) return report.usage_error("--markdown needs --codes");
  if (options.codes) return print(report, options.markdown ? codes_as_markdown() : json ? codes_as_json() : code_list());
  const std::vector<std::string>& asked = options.parser.positionals();
  if (!options.graph.is_text() && asked.size() == 1) {
    if (const lang::DiagnosticCode* code = lang::find_code(asked.front()))
      return print(report, json ? code_as_json(*code) : code_page(*code));
  }
  return report.usage_error("name a code");
}

}  // namespace polydat::app
