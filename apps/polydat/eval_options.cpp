// What `polydat eval` was asked to do.
#include "eval_options.h"

#include <fmt/format.h>

#include <array>

namespace polydat::app {

namespace {

constexpr std::uint64_t kMostThreads = 256;

}  // namespace

EvalOptions::EvalOptions()
    : parser(
          "eval", "coordinates in, rows out", "(GRAPH | - | -e TEXT) [NAME=VALUE...] [options]",
          "  polydat eval graphs/users.polydat --range 0..5\n"
          "  polydat eval graphs/users.polydat --at cycle=123456789 --format jsonl\n"
          "  seq 1000 | polydat eval graphs/users.polydat --coords - --outputs user_id\n"
          "  polydat eval -e 'a := mod(hash(cycle), 6)' --range 0..1M:250K -o a.tsv\n"
          "  polydat eval -e 'a := x * y' --grid x=1..4,y=10..=30:10 --where a\n"
          "  polydat eval graphs/users.polydat --range 0..10M --shard 3/8 --threads 2 --progress -o part3.csv\n"
          "  polydat eval graphs/users.polydat --format tsv > users.tsv; polydat eval graphs/users.polydat --format tsv --expect users.tsv\n") {
  coordinates.declare(parser);
  parser.group("rows");
  parser.value("--format", "FORM", format_word,
               "csv (default), tsv, jsonl, map, raw, or tile:NAME: one document a row, the text of that\noutput; or from the name of -o");
  parser.value("--partition", "I", partition, "the partition, from 0, of cursors whose `over` denotes several");
  parser.flag("--no-header", no_header, "no header line");
  parser.value("--json-nonfinite", "FORM", nonfinite_word, "null (default), or string: \"NaN\", \"inf\", \"-inf\"");
  parser.value("--where", "WIRE", where, "only rows in which it is true: a bool, or a number neither 0 nor NaN");
  parser.value("-o,--output", "FILE", output, "rows go to FILE, which is replaced when they are complete");
  parser.value("--expect", "FILE", expect, "compare the rows with FILE, write none; 1 when they differ");
  parser.group("the run");
  parser.value("--threads", "N", threads_word,
               "at most 256; by default all cores for long runs over ranges, else 1. The rows are the same");
  parser.flag("--unordered", unordered, "several threads write rows in any order of blocks");
  parser.flag("--progress", progress, "rows, rows a second and time left, on a terminal");
  parser.flag("--stats", stats, "on standard error: rows, engine, runs and skips of each step, times, memory");
  parser.value("--stats-out", "FILE", stats_out, "the same as JSON into FILE");
  graph.declare_graph(parser);
  graph.declare_assignments(parser);
  graph.declare_engine(parser);
  common.declare(parser);
}

std::optional<ExitCode> EvalOptions::resolve(std::span<const std::string> words, Report& report) {
  if (const auto code = parser.parse(words, report)) return code;
  if (const auto code = common.apply(report)) return code;
  if (const auto code = graph.resolve(parser.positionals(), report)) return code;
  if (const auto code = coordinates.resolve(graph, report)) return code;

  if (const auto code = resolve_rows(report)) return code;
  if (const auto code = resolve_files(report)) return code;
  if (const auto code = resolve_threads(report)) return code;
  graph.compile_options().background = true;
  graph.compile_options().expected_rows = coordinates.expected_rows();
  graph.compile_options().count_runs = stats || stats_out.has_value();
  graph.compile_options().where = where;
  return std::nullopt;
}

std::optional<ExitCode> EvalOptions::resolve_rows(Report& report) {
  if (output == "-") output.reset();
  if (format_word) {
    const auto format = format_word->starts_with("tile:") ? RowFormat::Tile : row_format_from_name(*format_word);
    if (!format) {
      static const std::vector<std::string_view> kFormats = {"csv", "tsv", "jsonl", "map", "raw"};
      return report.usage_error(fmt::format("--format takes csv, tsv, jsonl, map, raw or tile:NAME, not '{}'", *format_word),
                                nearest_word(*format_word, kFormats));
    }
    rows.format = *format;
    if (rows.format == RowFormat::Tile) {
      tile = format_word->substr(5);
      if (tile.empty()) return report.usage_error("--format tile: lacks the name of the tile");
      if (!graph.compile_options().outputs.empty()) return report.usage_error("--format tile:NAME and --outputs exclude each other");
      graph.compile_options().outputs = {tile};
    }
  } else if (output) {
    rows.format = row_format_from_path(*output).value_or(RowFormat::Csv);
  }
  rows.header = !no_header;
  if (no_header && rows.format == RowFormat::Raw)
    return report.usage_error("--no-header: raw rows need the header, which says what the columns are");
  if (nonfinite_word) {
    static constexpr std::array<std::string_view, 2> kForms = {"null", "string"};
    const auto chosen = choose_word("--json-nonfinite", *nonfinite_word, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    rows.nonfinite_as_string = *chosen == 1;
  }
  if (partition) {
    std::string why;
    const auto index = parse_number(*partition, why);
    if (!index) return report.usage_error(fmt::format("--partition {}: {}", *partition, why));
    graph.compile_options().partition = index;
  }
  return std::nullopt;
}

std::optional<ExitCode> EvalOptions::resolve_files(const Report& report) {
  if (expect && output) return report.usage_error("--expect writes no rows: it excludes -o");
  if (expect && rows.format == RowFormat::Raw) return report.usage_error("--expect compares lines; raw rows have none");
  if (expect && rows.format == RowFormat::Tile) return report.usage_error("--expect compares lines; the texts of tiles may have several");
  for (const auto* file : {&output, &stats_out})
    if (*file && !graph.is_text() && is_graph_itself(**file, graph.path(), report)) return ExitCode::Wrong;
  return std::nullopt;
}

std::optional<ExitCode> EvalOptions::resolve_threads(const Report& report) {
  if (!threads_word) return std::nullopt;
  std::string why;
  const auto number = parse_number(*threads_word, why);
  if (!number || *number == 0 || *number > kMostThreads)
    return report.usage_error(fmt::format("--threads takes a number from 1 to {}, not '{}'", kMostThreads, *threads_word));
  threads = static_cast<unsigned>(*number);
  return std::nullopt;
}

}  // namespace polydat::app
