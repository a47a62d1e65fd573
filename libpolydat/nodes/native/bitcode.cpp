// The bitcode form: compiled by clang to LLVM bitcode and embedded in the JIT object; never linked into the program.
//
// polydat_native_table lists, in NativeId order, one function over words for each native function:
//   one output word:   u64 f(u64 w0, ..., u64 wn [, u32* err])
//   several:           void f(u64 w0, ..., u64 wn, u64* out [, u32* err])
// The code generator loads the functions a graph needs and inlines every call at once.
#include "nodes/native/native_functions.h"
#include "nodes/native/word_codec.h"

#include <cstddef>
#include <utility>

namespace polydat::native {
namespace {

template <std::size_t>
using Word = u64;

template <auto F, class Words>
struct WordForm;

template <auto F, std::size_t... I>
struct WordForm<F, std::index_sequence<I...>> {
  using S = Shape<decltype(F)>;
  static u64 one(Word<I>... w) {
    const u64 in[] = {w..., 0};
    u64 out = 0;
    S::call(F, in, &out, nullptr);
    return out;
  }
  static u64 one_fallible(Word<I>... w, u32* err) {
    const u64 in[] = {w..., 0};
    u64 out = 0;
    S::call(F, in, &out, err);
    return out;
  }
  static void many(Word<I>... w, u64* out) {
    const u64 in[] = {w..., 0};
    S::call(F, in, out, nullptr);
  }
  static void many_fallible(Word<I>... w, u64* out, u32* err) {
    const u64 in[] = {w..., 0};
    S::call(F, in, out, err);
  }
};

template <auto F>
constexpr auto word_form() {
  using S = Shape<decltype(F)>;
  using W = WordForm<F, std::make_index_sequence<S::in_words>>;
  if constexpr (S::out_words == 1 && S::fallible) return &W::one_fallible;
  else if constexpr (S::out_words == 1) return &W::one;
  else if constexpr (S::fallible) return &W::many_fallible;
  else return &W::many;
}

}  // namespace
}  // namespace polydat::native

using AnyFunction = void (*)();

extern "C" const AnyFunction polydat_native_table[] = {
#define POLYDAT_WORD_FORM(name) reinterpret_cast<AnyFunction>(polydat::native::word_form<&polydat::native::name>()),
    POLYDAT_NATIVE_FUNCTIONS(POLYDAT_WORD_FORM)
#undef POLYDAT_WORD_FORM
};
