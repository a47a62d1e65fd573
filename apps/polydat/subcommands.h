// The table of subcommands.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exit_code.h"
#include "option_parser.h"
#include "report.h"

namespace polydat::app {

struct Subcommand {
  std::string_view name;
  std::string_view summary;
  // `words`: what follows the name.
  ExitCode (*run)(std::span<const std::string> words, Report& report);
  // The options alone, for completions; never parses.
  OptionParser (*describe)();
};

std::span<const Subcommand> subcommands();

ExitCode run_bench(std::span<const std::string> words, Report& report);
ExitCode run_check(std::span<const std::string> words, Report& report);
ExitCode run_compile(std::span<const std::string> words, Report& report);
ExitCode run_completions(std::span<const std::string> words, Report& report);
ExitCode run_convert(std::span<const std::string> words, Report& report);
ExitCode run_dump_plan(std::span<const std::string> words, Report& report);
ExitCode run_eval(std::span<const std::string> words, Report& report);
ExitCode run_explain(std::span<const std::string> words, Report& report);
ExitCode run_fmt(std::span<const std::string> words, Report& report);
ExitCode run_golden(std::span<const std::string> words, Report& report);
ExitCode run_nodes(std::span<const std::string> words, Report& report);
ExitCode run_provenance(std::span<const std::string> words, Report& report);
ExitCode run_viz(std::span<const std::string> words, Report& report);

OptionParser describe_bench();
OptionParser describe_check();
OptionParser describe_compile();
OptionParser describe_completions();
OptionParser describe_convert();
OptionParser describe_dump_plan();
OptionParser describe_eval();
OptionParser describe_explain();
OptionParser describe_fmt();
OptionParser describe_golden();
OptionParser describe_nodes();
OptionParser describe_provenance();
OptionParser describe_viz();

}  // namespace polydat::app
