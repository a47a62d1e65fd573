// polydat convert: a graph from one format into the other.
#include "common_options.h"
#include "graph/json_writer.h"
#include "graph_arguments.h"
#include "kernel/graph_format.h"
#include "lang/format.h"
#include "read_tree.h"
#include "subcommands.h"
#include "tree_output.h"

namespace polydat::app {

namespace {

struct ConvertOptions {
  CommonOptions common;
  std::optional<std::string> from, to, output;
  OptionParser parser{"convert", "a graph from one format into the other", "IN [-o OUT] [options]",
                      "  polydat convert graphs/users.polydat --to json\n"
                      "  polydat convert graphs/users.polydat -o /tmp/users.json\n"};
  ConvertOptions() {
    parser.value("-o,--output", "OUT", output, "where to write; - or left out: standard output");
    parser.value("--from", "dsl|json", from, "the format of IN; default: its suffix, else its first character");
    parser.value("--to", "dsl|json", to, "the format of OUT; default: its suffix, else the one that IN is not in");
    common.declare(parser);
  }
};

std::optional<GraphFormat> format_from_word(const std::optional<std::string>& word) {
  if (!word) return GraphFormat::Auto;
  if (*word == "dsl") return GraphFormat::Dsl;
  if (*word == "json") return GraphFormat::Json;
  return std::nullopt;
}

}  // namespace

OptionParser describe_convert() { return ConvertOptions().parser; }

ExitCode run_convert(std::span<const std::string> words, Report& report) {
  ConvertOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  if (options.parser.positionals().size() != 1) return report.usage_error("convert takes one graph");
  const std::optional<GraphFormat> from = format_from_word(options.from);
  std::optional<GraphFormat> to = format_from_word(options.to);
  if (!from || !to) return report.usage_error("a format is dsl or json");

  const Limits limits;
  ExitCode code = ExitCode::Fine;
  const std::string& path = options.parser.positionals()[0];
  const auto source = load_graph(path, limits, report, code);
  if (!source) return code;
  Diagnostics diagnostics;
  const lang::Program tree = read_tree(*source, *from, limits, diagnostics);
  code = report.diagnostics(diagnostics, *source);
  if (diagnostics.has_errors()) return code;

  const std::string target = options.output.value_or("-");
  if (*to == GraphFormat::Auto && target.ends_with(".json")) to = GraphFormat::Json;
  if (*to == GraphFormat::Auto && target.ends_with(".polydat")) to = GraphFormat::Dsl;
  if (*to == GraphFormat::Auto) to = is_json_graph(*source, *from) ? GraphFormat::Dsl : GraphFormat::Json;
  return write_text(target, *to == GraphFormat::Json ? write_json_graph(tree) : lang::format_program(tree), report);
}

}  // namespace polydat::app
