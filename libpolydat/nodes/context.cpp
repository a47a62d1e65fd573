// Nodes of the family "context": clock, thread, counters, environment. What they give is not a function of coordinates.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <thread>

#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

std::uint64_t current_epoch_millis() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::uint64_t thread_id() { return std::hash<std::thread::id>{}(std::this_thread::get_id()); }

// The state is the number of evaluations so far.
std::uint64_t counter(std::uint64_t start, State& state) { return start + state.word++; }

std::uint64_t limit(std::uint64_t input, std::uint64_t) { return input; }

void constant_text(std::string_view text, StrOut& out) { out.append(text); }

void prepare_env(PrepareContext& context) {
  std::string why = "reading the environment is not allowed";
  const auto& read = context.world().read_env;
  if (std::optional<std::string> value = read ? read(context.str(0), why) : std::nullopt) return context.add_str(*std::move(value));
  context.refuse(0, "the environment variable '" + std::string(context.str(0)) + "' cannot be read: " + why);
}
void prepare_env_or(PrepareContext& context) {
  std::string why;
  const auto& read = context.world().read_env;
  std::optional<std::string> value = read ? read(context.str(0), why) : std::nullopt;
  context.add_str(value ? *std::move(value) : std::string(context.str(1)));
}
void prepare_tmp_dir(PrepareContext& context) {
  std::error_code error;
  context.add_str(std::filesystem::temp_directory_path(error).string());
}

constexpr NodeDef kRows[] = {
    closure_row<&current_epoch_millis>({.signature = "current_epoch_millis() -> u64",
                                        .family = "context",
                                        .doc = "Milliseconds of the wall clock since 1970.",
                                        .example = "input cycle: u64\nout := u64_gt(current_epoch_millis(), 0)\n",
                                        .purity = Purity::Nondeterministic,
                                        .why_closure = "reads the clock"}),
    closure_row<&thread_id>({.signature = "thread_id() -> u64",
                             .family = "context",
                             .doc = "A number of the thread that evaluates.",
                             .example = "input cycle: u64\nout := u64_ge(thread_id(), 0)\n",
                             .purity = Purity::Nondeterministic,
                             .why_closure = "asks the thread library"}),
    closure_row<&counter>({.signature = "counter(const start: u64 = 0) -> u64",
                           .family = "context",
                           .doc = "start, start + 1, ... one more at each evaluation.",
                           .example = "input cycle: u64\nout := counter(100)\n",
                           .purity = Purity::Nondeterministic,
                           .private_scratch = 1,
                           .why_closure = "keeps state between rows"}),
    closure_row<&constant_text>({.signature = "env(const name: str) -> str",
                                 .family = "context",
                                 .doc = "The environment variable, read when the graph is built; needs --allow-env.",
                                 .example = "input cycle: u64\nout := env(\"HOME\")\n",
                                 .why_closure = "holds text",
                                 .prepare = prepare_env}),
    closure_row<&constant_text>(
        {.signature = "env_or(const name: str, const default: str) -> str",
         .family = "context",
         .doc = "The environment variable, read when the graph is built, or the default when it is unset or may not be read.",
         .example = "input cycle: u64\nout := env_or(\"POLYDAT_EXAMPLE_UNSET\", \"fallback\")\n",
         .why_closure = "holds text",
         .prepare = prepare_env_or}),
    closure_row<&constant_text>({.signature = "tmp_dir() -> str",
                                 .family = "context",
                                 .doc = "The system's folder for temporary files, as it is when the graph is built.",
                                 .example = "input cycle: u64\nout := str_ne(tmp_dir(), \"\")\n",
                                 .purity = Purity::Nondeterministic,
                                 .why_closure = "holds text",
                                 .prepare = prepare_tmp_dir}),
    closure_row<&limit>({.signature = "limit(input: u64, const max_items: u64) -> u64",
                         .family = "context",
                         .doc = "The input; a cursor reads from it how many items it may give.",
                         .example = "input cycle: u64\nout := limit(cycle, 10)\n",
                         .why_closure = "a mark for cursors"}),
};

}  // namespace

std::span<const NodeDef> context_nodes() { return kRows; }

}  // namespace polydat
