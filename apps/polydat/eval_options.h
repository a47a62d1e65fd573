// What `polydat eval` was asked to do: words read, checked and turned into what they mean.
#pragma once

#include <optional>
#include <string>

#include "common_options.h"
#include "coordinate_arguments.h"
#include "graph_arguments.h"
#include "stream/row_writer.h"

namespace polydat::app {

struct EvalOptions {
  CommonOptions common;
  GraphArguments graph;
  CoordinateArguments coordinates;
  std::optional<std::string> format_word, nonfinite_word, output, stats_out, expect, where, threads_word, partition;
  bool no_header = false, stats = false, unordered = false, progress = false;
  OptionParser parser;

  // After resolve().
  RowOptions rows;
  std::string tile;      // the output that --format tile:NAME names; empty: another format
  unsigned threads = 0;  // 0: chosen by the run

  EvalOptions();
  // Reads the words and checks whatever can be checked before the graph is read.
  std::optional<ExitCode> resolve(std::span<const std::string> words, Report& report);

 private:
  std::optional<ExitCode> resolve_rows(Report& report);
  std::optional<ExitCode> resolve_files(const Report& report);
  std::optional<ExitCode> resolve_threads(const Report& report);
};

}  // namespace polydat::app
