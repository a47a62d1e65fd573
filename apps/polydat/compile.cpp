// polydat compile: a graph as code that runs without polydat.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "common_options.h"
#include "export_header.h"
#include "graph_arguments.h"
#include "kernel/program_internals.h"
#include "plan/jit_loader.h"
#include "subcommands.h"
#include "system_linker.h"
#include "tree_output.h"

namespace polydat::app {

namespace {

enum class FileKind : std::uint8_t { SharedObject, Object, Header, Ir, Assembly };
constexpr std::array<std::string_view, 5> kSuffixes = {".so", ".o", ".h", ".ll", ".s"};

struct CompileCommand {
  CommonOptions common;
  GraphArguments graph;
  std::optional<std::string> output, name;
  OptionParser parser{"compile", "a graph as native code with a C header", "(GRAPH | - | -e TEXT) [NAME=VALUE...] -o FILE [options]",
                      "  polydat compile graphs/ladder.polydat -o ladder.o\n"
                      "  polydat compile graphs/ladder.polydat -o ladder.h\n"
                      "  polydat compile graphs/ladder.polydat tenant_seed=7 -o libladder.so --name ladder --cpu x86-64-v3\n"};
  CompileCommand() {
    parser.group("result");
    parser.value("-o,--output", "FILE", output, "x.so, x.o, x.h, x.ll (LLVM IR) or x.s (assembly): the suffix says what is written");
    parser.value("--name", "NAME", name, "the functions are NAME_row and NAME_block (default: the file's name)");
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    graph.declare_engine(parser);
    common.declare(parser);
  }
};

std::optional<FileKind> kind_of(const std::string& path) {
  for (std::size_t k = 0; k < kSuffixes.size(); ++k)
    if (path.size() > kSuffixes[k].size() && path.ends_with(kSuffixes[k])) return static_cast<FileKind>(k);
  return std::nullopt;
}

ExitCode write_code(CompileCommand& options, FileKind kind, ExportedProgram exported, const Report& report) {
  std::string why;
  CodeGenerator* const generator = load_code_generator(why);
  if (generator == nullptr) return report.error(FailureKind::Program, "engine-unavailable", "native code cannot be made here: " + why);
  ExportRequest& request = exported.request;
  request.form = kind == FileKind::Ir         ? ExportRequest::Form::Ir
                 : kind == FileKind::Assembly ? ExportRequest::Form::Assembly
                                              : ExportRequest::Form::Object;
  const auto code = generator->export_code(request, why);
  if (!code) return report.error(FailureKind::Program, "cannot-compile", why);
  LinkedFile file{code->file, {}};
  const std::string_view runtime = code->calls_runtime ? generator->runtime_object() : std::string_view();
  if (kind == FileKind::SharedObject) file = link_shared_object(code->file, runtime, request.name);
  else if (kind == FileKind::Object && !runtime.empty()) file = join_objects(code->file, runtime);
  if (!file.bytes) return report.error(FailureKind::Program, "cannot-compile", file.error, *options.output);
  return write_text(*options.output, *file.bytes, report);
}

}  // namespace

OptionParser describe_compile() { return CompileCommand().parser; }

ExitCode run_compile(std::span<const std::string> words, Report& report) {
  CompileCommand options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  if (!options.output) return report.usage_error("-o FILE is missing");
  const std::optional<FileKind> kind = kind_of(*options.output);
  if (!kind) return report.usage_error(fmt::format("-o {}: the name ends in .so, .o, .h, .ll or .s", *options.output));
  const std::string stem = std::filesystem::path(*options.output).stem().string();
  const std::string name = options.name.value_or(c_identifier(stem));
  if (name != c_identifier(name)) return report.usage_error(fmt::format("--name {}: not a C identifier", name));
  if (const auto code = options.graph.resolve(options.parser.positionals(), report)) return *code;

  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  CompileOptions& compile_options = options.graph.compile_options();
  if (compile_options.engine != Engine::Auto && compile_options.engine != Engine::Hybrid)
    return report.usage_error("compile makes native code: --engine has no meaning here");
  compile_options.engine = Engine::Hybrid;
  const Compiled compiled = compile(*source, compile_options);
  code = report.diagnostics(compiled.diagnostics, *source);
  if (!compiled.program) return code;

  std::string why;
  auto exported = export_program(compiled.program, why);
  if (!exported)
    return report.error(FailureKind::Program, "cannot-compile", "this graph cannot run without polydat: " + why, source->name());
  exported->request.name = name;
  exported->request.cpu = compile_options.cpu;
  exported->request.max_seconds = static_cast<std::uint32_t>(compile_options.limits.max_compile);
  if (*kind != FileKind::Header) return write_code(options, *kind, std::move(*exported), report);
  const std::string& cpu = compiled.program->internals().cpu;
  return write_text(*options.output, export_header(*exported, name, source->name(), cpu.substr(0, cpu.find(' '))), report);
}

}  // namespace polydat::app
