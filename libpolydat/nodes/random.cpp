// Nodes of the family "random": not functions of anything. Each keeps a xorshift generator in its private scratch entry, seeded from the
// clock at its first run.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "nodes/charset.h"
#include "nodes/families.h"
#include "nodes/native/doubles.h"
#include "nodes/native/hashing.h"
#include "nodes/native/probability.h"
#include "nodes/native_row.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

namespace n = native;

struct CharacterSet : Prepared {
  std::vector<std::string> characters;  // never empty; one UTF-8 character each
};

// The number in line keeps apart generators that start within one tick of the clock.
std::uint64_t fresh_seed() {
  static std::atomic<std::uint64_t> started{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t seed = native::hash(static_cast<std::uint64_t>(now) ^ native::hash(started.fetch_add(1, std::memory_order_relaxed)));
  return seed != 0 ? seed : 1;  // 0 is where a xorshift stays
}

std::uint64_t next(State& state) {
  std::uint64_t s = state.word != 0 ? state.word : fresh_seed();
  s ^= s << 13;
  s ^= s >> 7;
  s ^= s << 17;
  return state.word = s;
}

std::uint64_t random_range(std::uint64_t min, std::uint64_t max, State& state) { return min + next(state) % (max > min ? max - min : 1); }

double random_f64(double min, double max, State& state) { return n::half_open(min + n::unit(next(state)) * (max - min), min, max); }

void prepare_random_bool(PrepareContext& context) {
  const double p = context.f64(0);
  context.add_u64(n::saturate(p * 0x1p64));
  context.add_u64(p >= 1 ? 1 : 0);
}
bool random_bool(std::uint64_t threshold, bool always, State& state) { return n::coin_flip(next(state), threshold, always); }

void prepare_random_string(PrepareContext& context) {
  const auto charset = parse_charset(context.str(0), 0x110000);
  if (!charset) return context.refuse(0, "the charset names more than 1114112 characters");
  if (charset->empty()) return context.refuse(0, "the charset is empty");
  if (!context.fits_value(1, context.u64(1), "each result")) return;
  auto set = std::make_shared<CharacterSet>();
  for (const std::uint32_t code_point : *charset) {
    char bytes[4];
    set->characters.emplace_back(bytes, put_utf8(bytes, code_point));
  }
  context.add_object<CharacterSet>(std::move(set));
  context.add_u64(context.u64(1));
}

void prepare_random_bytes(PrepareContext& context) {
  if (context.fits_value(0, context.u64(0), "each result")) context.add_u64(context.u64(0));
}

void random_bytes(std::uint64_t size, BytesOut& value, State& state) {
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < size && !value.buffer.overflowed(); ++i, word >>= 8) {
    if (i % 8 == 0) word = next(state);
    value.push_back(static_cast<char>(word));
  }
}

void random_string(const CharacterSet& set, std::uint64_t length, StrOut& value, State& state) {
  for (std::uint64_t i = 0; i < length && !value.buffer.overflowed(); ++i)
    value.append(set.characters[next(state) % set.characters.size()]);
}

constexpr std::string_view kState = "keeps the state of a generator";

constexpr NodeDef kRows[] = {
    closure_row<&random_range>({.signature = "random_range(const min: u64 = 0, const max: u64 = 100) -> u64",
                                .family = "random",
                                .doc = "A random number from min up to max, max not included; another at every run and row.",
                                .example = "input cycle: u64\nout := u64_lt(random_range(0, 10), 10)\n",
                                .purity = Purity::Nondeterministic,
                                .private_scratch = 1,
                                .why_closure = kState}),
    closure_row<&random_f64>({.signature = "random_f64(const min: f64 = 0.0, const max: f64 = 1.0) -> f64",
                              .family = "random",
                              .doc = "A random number from min up to max, max not included; another at every run and row.",
                              .example = "input cycle: u64\nout := f64_lt(random_f64(), 1.0)\n",
                              .purity = Purity::Nondeterministic,
                              .private_scratch = 1,
                              .why_closure = kState}),
    closure_row<&random_bool>({.signature = "random_bool(const probability: f64 = 0.5) -> bool",
                               .family = "random",
                               .doc = "True with that probability, which is clamped to [0, 1]; drawn anew at every run and row.",
                               .example = "input cycle: u64\nout := random_bool(1.0)\n",
                               .purity = Purity::Nondeterministic,
                               .private_scratch = 1,
                               .why_closure = kState,
                               .prepare = prepare_random_bool}),
    closure_row<&random_bytes>({.signature = "random_bytes(const size: u64 = 8) -> bytes",
                                .family = "random",
                                .doc = "Random bytes, others at every run and row.",
                                .example = "input cycle: u64\nout := random_bytes(0)\n",
                                .purity = Purity::Nondeterministic,
                                .private_scratch = 1,
                                .why_closure = kState,
                                .prepare = prepare_random_bytes}),
    closure_row<&random_string>({.signature = "random_string(const charset: str = \"A-Za-z0-9\", const length: u64 = 8) -> str",
                                 .family = "random",
                                 .doc = "Random characters of a set, written as characters and ranges (a-z); others at every run and row.",
                                 .example = "input cycle: u64\nout := random_string(\"x\", 3)\n",
                                 .purity = Purity::Nondeterministic,
                                 .private_scratch = 1,
                                 .why_closure = kState,
                                 .prepare = prepare_random_string}),
};

}  // namespace

std::span<const NodeDef> random_nodes() { return kRows; }

}  // namespace polydat
