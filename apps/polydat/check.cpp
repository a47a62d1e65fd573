// polydat check: compiles graphs and reports everything about them.
#include "common_options.h"
#include "graph_arguments.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct CheckOptions {
  CommonOptions common;
  GraphArguments graph;
  OptionParser parser{"check", "compile only; all messages", "GRAPH... [options]",
                      "  polydat check graphs/users.polydat\n"
                      "  polydat check graphs/*.polydat --diagnostics json\n"
                      "  polydat check -e 'id := mod(hash(cycle), 1000)'\n"};
  CheckOptions() {
    graph.declare_graph(parser);
    common.declare(parser);
  }
};

}  // namespace

OptionParser describe_check() { return CheckOptions().parser; }

ExitCode run_check(std::span<const std::string> words, Report& report) {
  CheckOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;

  std::span<const std::string> files = options.parser.positionals();
  ExitCode worst = ExitCode::Fine;
  do {
    // Each file is a graph of its own; -e TEXT takes none.
    GraphArguments graph = options.graph;
    if (const auto code = graph.resolve(files.subspan(0, std::min<std::size_t>(files.size(), 1)), report)) return *code;
    ExitCode code = ExitCode::Fine;
    if (const auto source = graph.load(report, code)) {
      const Compiled compiled = compile(*source, graph.compile_options());
      code = report.diagnostics(compiled.diagnostics, compiled.sources);
    }
    if (code > worst) worst = code;
    files = files.empty() ? files : files.subspan(1);
  } while (!files.empty());
  return worst;
}

}  // namespace polydat::app
