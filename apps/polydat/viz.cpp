// polydat viz: a drawing of the graph as it was written, or of its plan.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "common_options.h"
#include "graph_arguments.h"
#include "graphviz.h"
#include "kernel/graph_options.h"
#include "plan_drawing.h"
#include "read_tree.h"
#include "subcommands.h"
#include "tree_output.h"

namespace polydat::app {

namespace {

enum class Picture : unsigned char { Dot, Mermaid, Svg };

struct VizOptions {
  CommonOptions common;
  GraphArguments graph;
  std::optional<std::string> of, format, output;
  OptionParser parser{"viz", "a drawing of the graph or of its plan", "(GRAPH | - | -e TEXT) [NAME=VALUE...] [options]",
                      "  polydat viz graphs/users.polydat\n"
                      "  polydat viz graphs/users.polydat --of plan --format mermaid\n"
                      "  polydat viz graphs/users.polydat -o users.svg\n"};
  VizOptions() {
    parser.group("what to draw");
    parser.value("--of", "WHAT", of, "graph (default): the names as written; plan: the nodes in their steps");
    parser.value("--format", "FORM", format, "dot, mermaid or svg (through graphviz); default: by -o (.mmd, .svg), else dot");
    parser.value("-o,--output", "FILE", output, "into this file instead of standard output");
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    graph.declare_engine(parser);
    common.declare(parser);
  }
};

Picture picture_of_file(std::string_view name) {
  if (name.ends_with(".svg")) return Picture::Svg;
  return name.ends_with(".mmd") || name.ends_with(".mermaid") ? Picture::Mermaid : Picture::Dot;
}

}  // namespace

OptionParser describe_viz() { return VizOptions().parser; }

ExitCode run_viz(std::span<const std::string> words, Report& report) {
  VizOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  static constexpr std::array<std::string_view, 2> kSubjects = {"graph", "plan"};
  static constexpr std::array<std::string_view, 3> kPictures = {"dot", "mermaid", "svg"};
  bool of_plan = false;
  if (options.of) {
    const auto chosen = choose_word("--of", *options.of, kSubjects, report);
    if (!chosen) return ExitCode::Wrong;
    of_plan = *chosen == 1;
  }
  const std::string output = options.output.value_or("-");
  Picture picture = picture_of_file(output);
  if (options.format) {
    const auto chosen = choose_word("--format", *options.format, kPictures, report);
    if (!chosen) return ExitCode::Wrong;
    picture = static_cast<Picture>(*chosen);
  }
  if (const auto code = options.graph.resolve(options.parser.positionals(), report)) return *code;
  options.graph.compile_options().nested = true;  // every scope is shown, also those whose rows are a host's
  CompileOptions& compile_options = options.graph.compile_options();
  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;

  // The plan of a long run, as dump-plan shows it; the graph itself has nothing to do with native code.
  if (of_plan) compile_options.expected_rows = std::numeric_limits<std::uint64_t>::max();
  const Compiled compiled = compile(*source, compile_options);
  code = report.diagnostics(compiled.diagnostics, compiled.sources);
  if (!compiled.program) return code;
  const GraphDrawing::Form form = picture == Picture::Mermaid ? GraphDrawing::Form::Mermaid : GraphDrawing::Form::Dot;
  std::string text;
  if (of_plan) {
    text = draw_plan(compiled, form);
  } else {
    Diagnostics unread;
    text = draw_source(read_tree(*source, compile_options.format, compile_options.limits, unread), graph_options_of(compile_options), form);
  }
  if (picture == Picture::Svg) {
    std::string why;
    auto svg = svg_of(text, why);
    if (!svg) return report.error(FailureKind::Program, "no-graphviz", why);
    text = std::move(*svg);
  }
  return write_text(output, text, report);
}

}  // namespace polydat::app
