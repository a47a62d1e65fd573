// Compiling a graph, and the immutable result.
//
//   polydat::Source source("users.polydat", text);
//   polydat::Compiled compiled = polydat::compile(source, polydat::CompileOptions{});
//   if (!compiled.program) { for (const auto& d : compiled.diagnostics.sorted()) std::cerr << render_text(d, compiled.sources, false); }
//
// A Program is immutable and may be shared between threads; a kernel (kernel.h) is one thread's state over it and keeps it alive.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/diagnostic.h"
#include "polydat/limits.h"
#include "polydat/port_type.h"
#include "polydat/value.h"

namespace polydat {

enum class Engine : std::uint8_t {
  Auto,         // native where it pays for `expected_rows`, else closures
  Hybrid,       // native segments and closure steps; refused where native code cannot be made
  Closures,     // closure steps only
  Interpreter,  // the slow and obvious one
};
// How a kernel decides what need not run again (engine page, C.1). Every mode returns the same values.
enum class Provenance : std::uint8_t { Auto, Raw, Pull, PushPull };

enum class GraphFormat : std::uint8_t { Auto, Dsl, Json };  // Auto: by the source's name, else by its first character

struct CompileOptions {
  GraphFormat format = GraphFormat::Auto;
  std::vector<std::pair<std::string, std::string>> assignments;  // NAME, text; turns an input into an extern with that value
  std::vector<std::string> outputs;                              // selection; empty: every visible binding, in source order
  std::optional<std::string> where;  // a wire that decides which rows are wanted: one more output, not shown, unless it is one already
  Engine engine = Engine::Auto;
  Provenance provenance = Provenance::Auto;
  std::string cpu;                  // native code for this CPU; empty: the host
  std::string cache_folder;         // where machine code is kept between runs, made when it is not there; empty: nowhere
  std::uint64_t expected_rows = 0;  // for Engine::Auto; 0: unknown, taken as few
  // Engine::Auto: closures at first; a run over blocks has native code made in the background when that pays. Else the choice is made
  // here, from expected_rows.
  bool background = false;
  std::optional<std::uint64_t> partition;  // of cursors whose `over` denotes several
  bool fold = true;
  bool count_runs = false;  // kernels count the runs of each step; whole-graph functions are then not used
  Limits limits;
  std::string folder;  // of the graph: where data files and modules are looked for; empty: none allowed
  std::vector<std::string> allow_read;
  std::vector<std::pair<std::string, std::string>> supplied_files;  // NAME, content: data files that the host gives, before any folder
  bool allow_env = false;
  std::vector<std::string> libraries;  // folders of modules, in order
  bool strict = false;                 // strict mode: what is legal but easily a mistake is an error
  bool nested = true;                  // `for` statements in the bodies of others can be opened; false: bodies compute nothing for them
};

struct PhaseTime {
  std::string phase;  // "parse", "resolve", ...
  double ms = 0;
};

class Program;

class Traversal;  // polydat/traversal.h

struct Compiled {
  std::shared_ptr<const Program> program;  // null when there are errors
  // The top-level `for` statements, in order. With any, `program` computes only what they read from the scope around.
  std::vector<std::shared_ptr<const Traversal>> traversals;
  Diagnostics diagnostics;
  Sources sources;  // where the ranges of diagnostics and failures lie: the graph and the modules it calls
  std::vector<PhaseTime> times;
};

// Never throws on account of the source; every mistake is a diagnostic.
Compiled compile(const Source& source, const CompileOptions& options);

// Reads a graph file: size limit, UTF-8 check and byte-order mark are the business of compile(); null and a message on failure.
std::optional<Source> read_source(const std::string& path, const Limits& limits, Diagnostic& failure);

struct ProgramInternals;  // kernel/program_internals.h

struct InputInfo {
  std::string name;
  PortType type;
  bool is_coordinate;
  bool is_shared;  // a `shared` binding of the program: a kernel starts it, then the host may write it
  Value initial;   // externs; None for a shared cell, whose start kernels compute
};
struct OutputInfo {
  std::string name;
  PortType type;
  std::uint32_t slot;          // first slot; meaningful to get_slot of kernels of this program
  bool is_constant;            // never changes
  bool may_be_none;            // depends on an extern
  bool is_shown = true;        // false: there for CompileOptions::where only
  bool is_plain_text = false;  // texts of printable ASCII without `"`, `,` and `\` only
};

class Program {
 public:
  explicit Program(std::unique_ptr<ProgramInternals> internals);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Engine engine() const;                      // what runs: never Auto
  Provenance provenance() const;              // never Auto; Raw for the interpreter
  const std::string& engine_reason() const;   // why Auto chose it
  std::uint32_t coord_count() const;          // coordinates, in declaration order before all other inputs
  std::span<const InputInfo> inputs() const;  // coordinates, then externs and shared cells
  std::span<const OutputInfo> outputs() const;
  std::optional<std::uint32_t> input_index(std::string_view name) const;
  std::optional<std::uint32_t> output_index(std::string_view name) const;
  // The first slot of an output; nothing for an unknown name.
  std::optional<std::uint32_t> resolve_output(std::string_view name) const;
  std::uint32_t slot_count() const;
  std::uint32_t step_count() const;
  bool has_side_effects() const;  // some selected step is volatile or a side channel
  const ProgramInternals& internals() const { return *internals_; }

 private:
  std::unique_ptr<ProgramInternals> internals_;
};

}  // namespace polydat
