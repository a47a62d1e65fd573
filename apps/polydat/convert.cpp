// polydat convert: a graph from one format into the other.
#include <array>

#include "common_options.h"
#include "graph/json_writer.h"
#include "graph_arguments.h"
#include "kernel/graph_format.h"
#include "lang/format.h"
#include "limit_options.h"
#include "read_tree.h"
#include "subcommands.h"
#include "tree_output.h"

namespace polydat::app {

namespace {

struct ConvertOptions {
  CommonOptions common;
  LimitOptions limits;
  std::optional<std::string> from, to, output;
  OptionParser parser{"convert", "a graph from one format into the other", "IN [-o OUT] [options]",
                      "  polydat convert graphs/users.polydat --to json\n"
                      "  polydat convert graphs/users.polydat -o /tmp/users.json\n"};
  ConvertOptions() {
    parser.value("-o,--output", "OUT", output, "where to write; - or left out: standard output");
    parser.value("--from", "dsl|json", from, "the format of IN; default: its suffix, else its first character");
    parser.value("--to", "dsl|json", to, "the format of OUT; default: its suffix, else the one that IN is not in");
    limits.declare_reading(parser);
    common.declare(parser);
  }
};

// Nothing, and an error that names the option, for another word.
std::optional<GraphFormat> format_from_word(std::string_view option, const std::optional<std::string>& word, const Report& report) {
  static constexpr std::array<std::string_view, 2> kFormats = {"dsl", "json"};
  if (!word) return GraphFormat::Auto;
  const auto chosen = choose_word(option, *word, kFormats, report);
  if (!chosen) return std::nullopt;
  return *chosen == 0 ? GraphFormat::Dsl : GraphFormat::Json;
}

}  // namespace

OptionParser describe_convert() { return ConvertOptions().parser; }

ExitCode run_convert(std::span<const std::string> words, Report& report) {
  ConvertOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  if (options.parser.positionals().size() != 1) return report.usage_error("convert takes one graph");
  const std::optional<GraphFormat> from = format_from_word("--from", options.from, report);
  if (!from) return ExitCode::Wrong;
  std::optional<GraphFormat> to = format_from_word("--to", options.to, report);
  if (!to) return ExitCode::Wrong;

  Limits limits;
  if (const auto code = options.limits.apply(limits, report)) return *code;
  ExitCode code = ExitCode::Fine;
  const std::string& path = options.parser.positionals()[0];
  const std::string target = options.output.value_or("-");
  if (is_graph_itself(target, path, report)) return ExitCode::Wrong;
  const auto source = load_graph(path, limits, report, code);
  if (!source) return code;
  Diagnostics diagnostics;
  const lang::Program tree = read_tree(*source, *from, limits, diagnostics);
  code = report.diagnostics(diagnostics, *source);
  if (diagnostics.has_errors()) return code;

  if (*to == GraphFormat::Auto && target.ends_with(".json")) to = GraphFormat::Json;
  if (*to == GraphFormat::Auto && target.ends_with(".polydat")) to = GraphFormat::Dsl;
  if (*to == GraphFormat::Auto) to = is_json_graph(*source, *from) ? GraphFormat::Dsl : GraphFormat::Json;
  return write_text(target, *to == GraphFormat::Json ? write_json_graph(tree) : lang::format_program(tree), report);
}

}  // namespace polydat::app
