// polydat explain: what a code of a message means, and how a graph became a plan.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "code_pages.h"
#include "common_options.h"
#include "explain_graph.h"
#include "explain_plan.h"
#include "explain_source.h"
#include "graph_arguments.h"
#include "kernel/graph_format.h"
#include "kernel/graph_options.h"
#include "read_tree.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct ExplainOptions {
  CommonOptions common;
  GraphArguments graph;
  std::optional<std::string> format;
  bool codes = false, markdown = false;
  OptionParser parser{"explain", "what a code means; how a graph became a plan",
                      "CODE | (GRAPH | - | -e TEXT) [PHASE...] [NAME=VALUE...] [options]",
                      "  polydat explain PD0101\n"
                      "  polydat explain unknown-wire\n"
                      "  polydat explain graphs/users.polydat\n"
                      "  polydat explain graphs/users.polydat forms segments --engine hybrid\n"
                      "  polydat explain -e 'a := mod(hash(cycle), 10) + 0.5' conversions --format json\n"};
  ExplainOptions() {
    std::string words;
    for (const PhaseName& phase : kPhases) words += (words.empty() ? "" : ", ") + std::string(phase.name);
    parser.group("what to show (PHASE is " + words + "; default: all)");
    parser.value("--format", "FORM", format, "text (default) or json");
    parser.flag("--codes", codes, "instead: every code of a message, with its title");
    parser.flag("--markdown", markdown, "with --codes: everything about them, as docs/errors.md");
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    graph.declare_engine(parser);
    common.declare(parser);
  }
};

// The phases that the graph reaches, and the compiler's own messages.
std::vector<ExplainPhase> explain_phases(const Source& source, CompileOptions options, Diagnostics& diagnostics, Sources& sources) {
  std::vector<ExplainPhase> phases;
  const auto take = [&phases](std::vector<ExplainPhase> more) { std::move(more.begin(), more.end(), std::back_inserter(phases)); };
  if (is_json_graph(source, options.format)) phases.emplace_back("tokens");
  else phases.push_back(explain_tokens(source));
  Diagnostics unread;
  const lang::Program tree = read_tree(source, options.format, options.limits, unread);
  if (!unread.has_errors()) take(explain_graph(tree, graph_options_of(options), source));
  // The plan of a long run, as dump-plan shows it.
  options.expected_rows = std::numeric_limits<std::uint64_t>::max();
  Compiled compiled = compile(source, options);
  if (compiled.program) take(explain_plan(compiled));
  diagnostics = std::move(compiled.diagnostics);
  sources = std::move(compiled.sources);
  return phases;
}

bool is_asked(const std::vector<std::string>& asked, std::string_view phase) {
  return asked.empty() || std::find(asked.begin(), asked.end(), phase) != asked.end();
}

const ExplainPhase* find_phase(const std::vector<ExplainPhase>& phases, std::string_view name) {
  const auto it = std::find_if(phases.begin(), phases.end(), [&](const ExplainPhase& p) { return p.name == name; });
  return it == phases.end() ? nullptr : &*it;
}

std::string phases_as_text(const std::vector<ExplainPhase>& phases, const std::vector<std::string>& asked) {
  std::string text;
  for (const PhaseName& name : kPhases) {
    if (!is_asked(asked, name.name)) continue;
    const ExplainPhase* phase = find_phase(phases, name.name);
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", name.name, name.title);
    if (phase == nullptr) text += "  (not reached)\n";
    else if (phase->lines.empty()) text += "  (none)\n";
    else
      for (const std::string& line : phase->lines) text += fmt::format("  {}\n", line);
  }
  return text;
}

std::string phases_as_json(const std::vector<ExplainPhase>& phases, const std::vector<std::string>& asked, const Source& source) {
  using Json = ExplainPhase::Json;
  Json list = Json::array();
  for (const PhaseName& name : kPhases) {
    if (!is_asked(asked, name.name)) continue;
    const ExplainPhase* phase = find_phase(phases, name.name);
    list.push_back({{"phase", name.name},
                    {"title", name.title},
                    {"reached", phase != nullptr},
                    {"facts", phase == nullptr ? Json::array() : phase->facts}});
  }
  const Json root = {{"graph", source.name()}, {"phases", list}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

bool is_phase(std::string_view word) {
  return std::any_of(kPhases.begin(), kPhases.end(), [word](const PhaseName& phase) { return phase.name == word; });
}

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
  const std::vector<std::string>& positionals = options.parser.positionals();
  if (!options.graph.is_text() && positionals.size() == 1) {
    if (const lang::DiagnosticCode* code = lang::find_code(positionals.front()))
      return print(report, json ? code_as_json(*code) : code_page(*code));
    if (lang::is_code_text(positionals.front()))
      return report.usage_error(fmt::format("no message has the code {}; --codes lists them", positionals.front()));
  }

  // After the graph, a bare word is a phase and NAME=VALUE an assignment.
  std::vector<std::string> rest, asked;
  bool graph_seen = options.graph.is_text();
  for (const std::string& word : positionals) {
    if (!graph_seen || word.find('=') != std::string::npos) {
      rest.push_back(word);
    } else if (is_phase(word)) {
      asked.push_back(word);
    } else {
      std::vector<std::string_view> known;
      for (const PhaseName& phase : kPhases) known.push_back(phase.name);
      return report.usage_error(fmt::format("'{}' is no phase", word), nearest_word(word, known));
    }
    graph_seen = true;
  }
  if (const auto code = options.graph.resolve(rest, report)) return *code;
  options.graph.compile_options().nested = true;  // every scope is shown, also those whose rows are a host's
  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  Diagnostics diagnostics;
  Sources sources;
  const std::vector<ExplainPhase> phases = explain_phases(*source, options.graph.compile_options(), diagnostics, sources);
  code = report.diagnostics(diagnostics, sources);
  const ExitCode printed = print(report, json ? phases_as_json(phases, asked, *source) : phases_as_text(phases, asked));
  return code == ExitCode::Fine ? printed : code;
}

}  // namespace polydat::app
