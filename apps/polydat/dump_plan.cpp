// polydat dump-plan: what runs where, and why, as text or data.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "common_options.h"
#include "dump_passes.h"
#include "graph_arguments.h"
#include "plan_drawing.h"
#include "plan_dump.h"
#include "plan_names.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct DumpPlanOptions {
  CommonOptions common;
  GraphArguments graph;
  std::optional<std::string> format;
  std::optional<std::string> after;
  bool ir = false, optimized_ir = false, assembly = false, times = false;
  OptionParser parser{"dump-plan", "what runs where, and why", "(GRAPH | - | -e TEXT) [NAME=VALUE...] [options]",
                      "  polydat dump-plan graphs/users.polydat\n"
                      "  polydat dump-plan graphs/users.polydat --outputs bucket --format json\n"
                      "  polydat dump-plan graphs/users.polydat --opt-ir\n"
                      "  polydat dump-plan graphs/users.polydat --after all --times\n"};
  DumpPlanOptions() {
    parser.group("what to show");
    parser.value("--format", "FORM", format, "text (default), json, dot or mermaid");
    parser.flag("--ir", ir, "instead: the unoptimised LLVM IR");
    parser.flag("--opt-ir", optimized_ir, "instead: the optimised LLVM IR");
    parser.flag("--asm", assembly, "instead: the machine code as assembly");
    parser.value("--after", "PASS", after, "instead: the graph after this pass, or after each (all)");
    parser.flag("--times", times, "milliseconds of each pass, on standard error");
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    graph.declare_engine(parser);
    common.declare(parser);
  }
};

ExitCode print_code(const Program& program, const DumpPlanOptions& options, const Report& report) {
  const ProgramInternals& p = program.internals();
  if (p.native == nullptr)
    return report.error(FailureKind::Program, "no-native-code",
                        fmt::format("the plan has no native code: engine {} ({})", engine_name(program.engine()), program.engine_reason()));
  std::string why;
  const auto image = p.native->compile_for_dump(options.ir, options.optimized_ir, options.assembly, why);
  if (!image) return report.error(FailureKind::Program, "no-native-code", why);
  return print(report, options.ir ? image->ir() : options.optimized_ir ? image->optimized_ir() : image->assembly());
}

}  // namespace

OptionParser describe_dump_plan() { return DumpPlanOptions().parser; }

ExitCode run_dump_plan(std::span<const std::string> words, Report& report) {
  DumpPlanOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  static constexpr std::array<std::string_view, 4> kForms = {"text", "json", "dot", "mermaid"};
  std::size_t form = 0;
  if (options.format) {
    const auto chosen = choose_word("--format", *options.format, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    form = *chosen;
  }
  if (int{options.ir} + int{options.optimized_ir} + int{options.assembly} + int{options.after.has_value()} > 1)
    return report.usage_error("--ir, --opt-ir, --asm and --after exclude each other");
  if (const auto code = options.graph.resolve(options.parser.positionals(), report)) return *code;
  options.graph.compile_options().nested = true;  // every scope is shown, also those whose rows are a host's

  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  if (options.after) return dump_passes(*source, options.graph.compile_options(), *options.after, options.times, report);

  // The plan of a long run: `auto` then chooses what it would choose there.
  options.graph.compile_options().expected_rows = std::numeric_limits<std::uint64_t>::max();
  const Compiled compiled = compile(*source, options.graph.compile_options());
  code = report.diagnostics(compiled.diagnostics, compiled.sources);
  if (options.times) {
    std::string text;
    for (const PhaseTime& t : compiled.times) text += fmt::format("{:<24} {:9.3f} ms\n", t.phase, t.ms);
    report.text(text);
  }
  if (!compiled.program) return code;
  if (options.ir || options.optimized_ir || options.assembly) return print_code(*compiled.program, options, report);
  if (form == 0) return print(report, plan_as_text(compiled));
  if (form == 1) return print(report, plan_as_json(compiled));
  return print(report, draw_plan(compiled, form == 2 ? GraphDrawing::Form::Dot : GraphDrawing::Form::Mermaid));
}

}  // namespace polydat::app
