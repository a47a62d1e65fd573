// Counter-based generators and permutations of ranges.
#include <bit>

#include <fmt/format.h>

#include "nodes/families.h"
#include "nodes/lfsr_feedback.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

// Words: range, bits of half a block, six round keys.
void prepare_cycle_walk(PrepareContext& c) {
  const std::uint64_t range = c.u64(0);
  if (range == 0) return c.refuse(0, "the range is 0; there is nothing to permute");
  const unsigned bits = range <= 4 ? 2 : static_cast<unsigned>(std::bit_width(range - 1));
  c.add_u64(range);
  c.add_u64((bits + 1) / 2);
  constexpr std::uint64_t first_key = 1'000'000'000;
  for (std::uint64_t k = 0; k < 6; ++k) c.add_u64(n::pcg_seek(c.u64(1), 2 * c.u64(2) + 1, first_key + k));
}

// Words: feedback, size, min.
void prepare_shuffle(PrepareContext& c) {
  const std::uint64_t size = c.u64(1), min = c.u64(2);
  std::uint64_t feedback = c.u64(0);
  if (size > 0) {
    if (size - 1 > ~std::uint64_t{0} - min) {
      return c.refuse(2, fmt::format("{} values from {} on pass 18446744073709551615", size, min));
    }
    const unsigned width = lfsr_width(size);
    const std::uint64_t known = kLfsrWidths[width - kLfsrFirstWidth].feedback;
    if (feedback == 0) feedback = known;
    if (!is_maximal_feedback(feedback, width)) {
      return c.refuse(0, fmt::format("feedback {} does not visit all values of {} bits, which size {} needs; 0 chooses one that does ({})",
                                     feedback, width, size, known));
    }
  }
  c.add_u64(feedback);
  c.add_u64(size);
  c.add_u64(min);
}

constexpr NodeDef kRows[] = {
    native_row<&n::pcg>(
        {.signature = "pcg(input: u64, const seed: u64 = 0, const stream: u64 = 0) -> u64",
         .family = "permutation",
         .doc = "The output of a PCG (RXS-M-XS 64) generator at position input, reached by jumping. Different streams are independent.",
         .example = "input cycle: u64\nout := pcg(cycle, 42, 7)\n"}),
    native_row<&n::pcg_stream>({.signature = "pcg_stream(input: u64, stream: u64, const seed: u64 = 0) -> u64",
                                .family = "permutation",
                                .doc = "As pcg, with the stream from a wire.",
                                .example = "input cycle: u64\nout := pcg_stream(div(cycle, 4), mod(cycle, 4), 42)\n"}),
    native_row<&n::cycle_walk>(
        {.signature = "cycle_walk(position: u64, const range: u64 nonzero, const seed: u64 = 0, const stream: "
                      "u64 = 0) -> u64",
         .family = "permutation",
         .doc = "A pseudorandom permutation of 0..range-1: position modulo range, shuffled without repeats. Do not hash the position.",
         .example = "input cycle: u64\nout := cycle_walk(cycle, 10, 42)\n",
         .prepare = prepare_cycle_walk}),
    native_row<&n::lfsr_step>({.signature = "lfsr_step(input: u64, const feedback: u64) -> u64",
                               .family = "permutation",
                               .doc = "One step of a Galois shift register: half the input, xor feedback when it was odd.",
                               .example = "input cycle: u64\nout := lfsr_step(cycle, 9)\n"}),
    native_row<&n::shuffle>(
        {.signature = "shuffle(input: u64, const feedback: u64 = 0, const size: u64 = 0, const min: u64 = 0) -> u64",
         .family = "permutation",
         .doc = "A permutation of min..min+size-1 by a shift register: input modulo size, shuffled without repeats. Feedback 0 chooses a "
                "maximal one; any other must be maximal. Do not hash the input.",
         .example = "input cycle: u64\nout := shuffle(cycle, 0, 10, 100)\n",
         .prepare = prepare_shuffle}),
};

}  // namespace

std::span<const NodeDef> permutation_nodes() { return kRows; }

}  // namespace polydat
