// The adapters __X_to_Y between all scalar types. The assembler inserts the ones the conversion matrix calls automatic; all can
// be called by name.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

// A value of each type for the examples.
#define POLYDAT_SAMPLE_u8 "__u64_to_u8(mod(cycle, 100))"
#define POLYDAT_SAMPLE_u16 "__u64_to_u16(mod(cycle, 100))"
#define POLYDAT_SAMPLE_u32 "__u64_to_u32(mod(cycle, 100))"
#define POLYDAT_SAMPLE_u64 "mod(cycle, 100)"
#define POLYDAT_SAMPLE_u128 "__u64_to_u128(mod(cycle, 100))"
#define POLYDAT_SAMPLE_i8 "__u64_to_i8(mod(cycle, 100))"
#define POLYDAT_SAMPLE_i16 "__u64_to_i16(mod(cycle, 100))"
#define POLYDAT_SAMPLE_i32 "__u64_to_i32(mod(cycle, 100))"
#define POLYDAT_SAMPLE_i64 "to_i64(mod(cycle, 100))"
#define POLYDAT_SAMPLE_i128 "__u64_to_i128(mod(cycle, 100))"
#define POLYDAT_SAMPLE_f16 "__f64_to_f16(f64_mul(to_f64(mod(cycle, 100)), 0.75))"
#define POLYDAT_SAMPLE_f32 "__f64_to_f32(f64_mul(to_f64(mod(cycle, 100)), 0.75))"
#define POLYDAT_SAMPLE_f64 "f64_mul(to_f64(mod(cycle, 100)), 0.75)"
#define POLYDAT_SAMPLE_bool "__u64_to_bool(mod(cycle, 2))"

// f64 to u64 has a name of its own beside the saturating node f64_to_u64.
constexpr bool is_double_to_u64(std::string_view from, std::string_view to) { return from == "f64" && to == "u64"; }
#define POLYDAT_TEXTS(from, to)                                                                                     \
  .signature = is_double_to_u64(#from, #to) ? std::string_view("__f64_to_u64_checked(input: f64) -> u64")           \
                                            : std::string_view("__" #from "_to_" #to "(input: " #from ") -> " #to), \
  .family = "numeric adapters", .doc = doc_of<Type_##from, Type_##to>(),                                            \
  .example = is_double_to_u64(#from, #to)                                                                           \
                 ? std::string_view("input cycle: u64\nout := __f64_to_u64_checked(" POLYDAT_SAMPLE_f64 ")\n")      \
                 : std::string_view("input cycle: u64\nout := __" #from "_to_" #to "(" POLYDAT_SAMPLE_##from ")\n")

using Type_u8 = n::u8;
using Type_u16 = n::u16;
using Type_u32 = n::u32;
using Type_u64 = n::u64;
using Type_u128 = n::u128;
using Type_i8 = n::i8;
using Type_i16 = n::i16;
using Type_i32 = n::i32;
using Type_i64 = n::i64;
using Type_i128 = n::i128;
using Type_f16 = n::f16;
using Type_f32 = n::f32;
using Type_f64 = n::f64;
using Type_bool = bool;

template <class From, class To>
constexpr std::string_view doc_of() {
  using F = n::ScalarTraits<From>;
  using T = n::ScalarTraits<To>;
  if constexpr (std::is_same_v<To, bool>) {
    return F::is_float ? "True unless the input is a zero or NaN." : "True unless the input is 0.";
  } else if constexpr (std::is_same_v<From, bool>) {
    return "1 for true, 0 for false.";
  } else if constexpr (T::is_float) {
    if constexpr (F::bits <= T::bits) return "The same value; exact.";
    else if constexpr (F::is_float) return "The nearest value of the narrower type, ties to even; too large gives infinity.";
    else return "The nearest value, ties to even; integers beyond the target's precision are rounded.";
  } else if constexpr (F::is_float) {
    return "Truncated towards zero; fails for NaN, infinities and values outside the target's range.";
  } else if constexpr (F::bits <= T::bits && (T::is_signed || !F::is_signed)) {
    return "The same value; exact.";
  } else {
    return "The same value; fails where the target does not hold it.";
  }
}

#define POLYDAT_TOTAL_ROW(X, from, to) native_row<&n::cast_##from##_##to>({POLYDAT_TEXTS(from, to)}),
#define POLYDAT_CHECKED_ROW(X, from, to) \
  native_row<&n::cast_##from##_##to>({POLYDAT_TEXTS(from, to), .failures = {"value is not in the range of " #to}}),

constexpr NodeDef kRows[] = {POLYDAT_TOTAL_ADAPTERS(POLYDAT_TOTAL_ROW, ) POLYDAT_CHECKED_ADAPTERS(POLYDAT_CHECKED_ROW, )};

}  // namespace

std::span<const NodeDef> numeric_adapter_nodes() { return kRows; }

}  // namespace polydat
