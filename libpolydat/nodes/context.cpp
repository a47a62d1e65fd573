// Nodes of the family "context": clock, thread, counters, environment, randomness. What they give is not a function of coordinates.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <thread>

#include "nodes/families.h"
#include "nodes/native/hashing.h"
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

// xorshift64 with the shifts 13, 7, 17; seeded by the clock and the place of its state.
std::uint64_t next_random(State& state) {
  if (state.word == 0) {
    const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
    state.word = native::hash(static_cast<std::uint64_t>(now) ^ address_of(&state.word)) | 1;
  }
  state.word ^= state.word << 13;
  state.word ^= state.word >> 7;
  state.word ^= state.word << 17;
  return state.word;
}
std::uint64_t random_range(std::uint64_t min, std::uint64_t max, State& state) {
  return min + next_random(state) % (max > min ? max - min : 1);
}
// Half open: the end is never given.
double random_f64(double min, double max, State& state) {
  const double value = min + (max - min) * (static_cast<double>(next_random(state) >> 11) * 0x1p-53);
  return value < max ? value : min;
}
bool random_bool(double probability, State& state) {
  const std::uint64_t r = next_random(state);
  if (!(probability > 0)) return false;
  return probability >= 1 || static_cast<double>(r) < probability * 0x1p64;
}

constexpr std::string_view kState = "keeps state between rows";

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
                           .why_closure = kState}),
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
    closure_row<&random_range>({.signature = "random_range(const min: u64 = 0, const max: u64 = 100) -> u64",
                                .family = "context",
                                .doc = "A random number from min up to max, max not included; different at each run.",
                                .example = "input cycle: u64\nout := u64_lt(random_range(0, 10), 10)\n",
                                .purity = Purity::Nondeterministic,
                                .private_scratch = 1,
                                .why_closure = kState}),
    closure_row<&random_f64>({.signature = "random_f64(const min: f64 = 0.0, const max: f64 = 1.0) -> f64",
                              .family = "context",
                              .doc = "A random number from min up to max, max not included; different at each run.",
                              .example = "input cycle: u64\nout := f64_lt(random_f64(), 1.0)\n",
                              .purity = Purity::Nondeterministic,
                              .private_scratch = 1,
                              .why_closure = kState}),
    closure_row<&random_bool>({.signature = "random_bool(const probability: f64 = 0.5) -> bool",
                               .family = "context",
                               .doc = "True with that probability; different at each run.",
                               .example = "input cycle: u64\nout := random_bool(1.0)\n",
                               .purity = Purity::Nondeterministic,
                               .private_scratch = 1,
                               .why_closure = kState}),
};

}  // namespace

std::span<const NodeDef> context_nodes() { return kRows; }

}  // namespace polydat
