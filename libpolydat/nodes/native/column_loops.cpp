// The column loops: every native function over a block of rows, compiled once for each CPU level (POLYDAT_ISA and the compiler
// flags differ, the source does not). Tier 0 of block execution (design D9).
#include "nodes/native/column_loops.h"

#include "nodes/native/native_functions.h"
#include "nodes/native/native_id.h"
#include "nodes/native/still_divisor.h"
#include "nodes/native/word_codec.h"

#define POLYDAT_CONCAT_(a, b) a##b
#define POLYDAT_CONCAT(a, b) POLYDAT_CONCAT_(a, b)

namespace polydat {
namespace {
inline namespace POLYDAT_ISA {

template <auto F, class Divisor>
std::uint32_t divide_column(const std::uint64_t* __restrict x, const Divisor by, std::uint64_t* __restrict out, std::size_t rows) {
#if defined(__clang__)
#pragma clang loop vectorize(enable) interleave_count(4)
#endif
  for (std::size_t r = 0; r < rows; ++r) out[r] = native::StillDivisor<F>::row(x[r], by);
  return 0;
}

// Wires are columns, constants are words: the loop-invariant part is known to the compiler. `wire_words` is known to the
// caller only, so a function whose constants and wires are both words gets them gathered per row from two arrays.
template <auto F>
std::uint32_t column_loop(const std::uint64_t* const* __restrict wires, std::size_t wire_words, const std::uint64_t* __restrict constants,
                          std::uint64_t* const* __restrict outputs, std::size_t rows) {
  using S = native::Shape<decltype(F)>;
  if constexpr (native::StillDivisor<F>::known) {
    if (wire_words == 1 && std::has_single_bit(constants[0]))
      return divide_column<F>(wires[0], native::PowerOfTwo(constants[0]), outputs[0], rows);
    if (wire_words == 1 && constants[0] != 0) return divide_column<F>(wires[0], native::Reciprocal(constants[0]), outputs[0], rows);
  }
  std::uint32_t error = 0;
  std::uint64_t in[S::in_words + 1];
  const std::uint64_t* columns[S::in_words + 1];
  for (std::size_t w = 0; w < S::in_words; ++w) {
    const bool is_wire = w < wire_words;
    columns[w] = is_wire ? wires[w] : &constants[w - wire_words];
  }
  // One instantiation of the loop for each number of wire words, so that constants are loop invariants.
  const auto run = [&]<std::size_t W>(std::integral_constant<std::size_t, W>) {
    std::uint64_t* outs[S::out_words + 1];
    for (std::size_t w = 0; w < S::out_words; ++w) outs[w] = outputs[w];
    for (std::size_t w = W; w < S::in_words; ++w) in[w] = *columns[w];
#if defined(__clang__)
#pragma clang loop vectorize(enable) interleave_count(4)
#endif
    for (std::size_t r = 0; r < rows; ++r) {
      std::uint64_t words[S::in_words + 1];
      std::uint64_t out[S::out_words + 1];
      for (std::size_t w = 0; w < S::in_words; ++w) words[w] = w < W ? columns[w][r] : in[w];
      std::uint32_t row_error = 0;
      S::call(F, words, out, &row_error);
      error |= row_error;
      for (std::size_t w = 0; w < S::out_words; ++w) outs[w][r] = out[w];
    }
  };
  [&]<std::size_t... W>(std::index_sequence<W...>) {
    (void)((wire_words == W ? (run(std::integral_constant<std::size_t, W>{}), true) : false) || ...);
  }(std::make_index_sequence<S::in_words + 1>{});
  return error;
}

}  // namespace POLYDAT_ISA
}  // namespace

const ColumnLoop POLYDAT_CONCAT(column_loops_, POLYDAT_ISA)[kNativeCount] = {
#define POLYDAT_LOOP(name) &column_loop<&native::name>,
    POLYDAT_NATIVE_FUNCTIONS(POLYDAT_LOOP)
#undef POLYDAT_LOOP
};

}  // namespace polydat
