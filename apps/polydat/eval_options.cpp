// What `polydat eval` was asked to do.
#include "eval_options.h"

#include <fmt/format.h>

#include <array>

namespace polydat::app {

EvalOptions::EvalOptions()
    : parser("eval", "coordinates in, rows out", "(GRAPH | - | -e TEXT) [NAME=VALUE...] [options]",
             "  polydat eval graphs/users.polydat --range 0..5\n"
             "  polydat eval graphs/users.polydat --at cycle=123456789 --format jsonl\n"
             "  seq 1000 | polydat eval graphs/users.polydat --coords - --outputs user_id\n"
             "  polydat eval -e 'a := mod(hash(cycle), 6)' --range 0..1M:250K -o a.tsv\n") {
  coordinates.declare(parser);
  parser.group("rows");
  parser.value("--format", "FORM", format_word, "csv (default), tsv, jsonl, map or raw; or from the name of -o");
  parser.flag("--no-header", no_header, "no header line");
  parser.value("--json-nonfinite", "FORM", nonfinite_word, "null (default), or string: \"NaN\", \"inf\", \"-inf\"");
  parser.value("-o,--output", "FILE", output, "rows go to FILE, which is replaced when they are complete");
  parser.flag("--stats", stats, "on standard error: rows, engine, runs and skips of each step, times, memory");
  parser.value("--stats-out", "FILE", stats_out, "the same as JSON into FILE");
  graph.declare_graph(parser);
  graph.declare_assignments(parser);
  graph.declare_engine(parser);
  common.declare(parser);
  deferred.declare(parser);
}

std::optional<ExitCode> EvalOptions::resolve(std::span<const std::string> words, Report& report) {
  if (const auto code = parser.parse(words, report)) return code;
  if (const auto code = common.apply(report)) return code;
  if (const auto code = deferred.refuse(report)) return code;
  if (const auto code = graph.resolve(parser.positionals(), report)) return code;
  if (const auto code = coordinates.resolve(graph, report)) return code;

  if (format_word) {
    const auto format = row_format_from_name(*format_word);
    if (!format) {
      if (format_word->starts_with("tile:"))
        return report.usage_error(fmt::format("--format {} is not in this version", *format_word));
      static const std::vector<std::string_view> kFormats = {"csv", "tsv", "jsonl", "map", "raw"};
      return report.usage_error(fmt::format("--format takes csv, tsv, jsonl, map or raw, not '{}'", *format_word),
                                nearest_word(*format_word, kFormats));
    }
    rows.format = *format;
  } else if (output) {
    rows.format = row_format_from_path(*output).value_or(RowFormat::Csv);
  }
  rows.header = !no_header;
  if (no_header && rows.format == RowFormat::Raw) return report.usage_error("--no-header: raw rows need the header, which says what the columns are");
  if (nonfinite_word) {
    static constexpr std::array<std::string_view, 2> kForms = {"null", "string"};
    const auto chosen = choose_word("--json-nonfinite", *nonfinite_word, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    rows.nonfinite_as_string = *chosen == 1;
  }
  if (output == "-") output.reset();
  for (const auto* file : {&output, &stats_out})
    if (*file && !graph.is_text() && is_graph_itself(**file, graph.path(), report)) return ExitCode::Wrong;
  graph.compile_options().expected_rows = coordinates.expected_rows();
  graph.compile_options().count_runs = stats || stats_out.has_value();
  return std::nullopt;
}

}  // namespace polydat::app
