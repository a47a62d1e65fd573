// Explicit conversions between numbers, with the rounding and the bounds in the name.
#include <cmath>

#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

void prepare_clamp_f64(PrepareContext& c) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (std::isnan(c.f64(i))) c.refuse(i, "a bound must be a number");
  }
  if (c.f64(0) > c.f64(1)) c.refuse(0, "min is above max");
  c.add_all_literals();
}

constexpr NodeDef kRows[] = {
    native_row<&n::to_f64>({.signature = "to_f64(input: u64) -> f64",
                            .family = "numeric conversions",
                            .doc = "The nearest double; exact below 2^53.",
                            .example = "input cycle: u64\nout := to_f64(cycle)\n"}),
    native_row<&n::to_i64>({.signature = "to_i64(input: u64) -> i64",
                            .family = "numeric conversions",
                            .doc = "The same value as a signed integer; fails above 2^63 - 1.",
                            .example = "input cycle: u64\nout := to_i64(cycle)\n",
                            .failures = {"value is above 9223372036854775807"}}),
    native_row<&n::unit_interval>(
        {.signature = "unit_interval(input: u64) -> f64",
         .family = "numeric conversions",
         .doc = "The input divided by 2^64: [0, 1). The input is not hashed: feed it hash(...) for a spread value.",
         .example = "input cycle: u64\nout := unit_interval(hash(cycle))\n"}),
    native_row<&n::f64_to_u64>({.signature = "f64_to_u64(input: f64) -> u64",
                                .aliases = "trunc_u64",
                                .family = "numeric conversions",
                                .doc = "Truncated towards zero; negative numbers and NaN give 0, too large ones 2^64 - 1.",
                                .example = "input cycle: u64\nout := f64_to_u64(f64_mul(to_f64(cycle), 0.75))\n"}),
    native_row<&n::round_to_u64>({.signature = "round_to_u64(input: f64) -> u64",
                                  .aliases = "round_u64",
                                  .family = "numeric conversions",
                                  .doc = "Rounded to the nearest integer, halves away from zero; then bounded as f64_to_u64 does.",
                                  .example = "input cycle: u64\nout := round_to_u64(f64_mul(to_f64(cycle), 0.5))\n"}),
    native_row<&n::floor_to_u64>({.signature = "floor_to_u64(input: f64) -> u64",
                                  .family = "numeric conversions",
                                  .doc = "Rounded down; then bounded as f64_to_u64 does.",
                                  .example = "input cycle: u64\nout := floor_to_u64(f64_mul(to_f64(cycle), 0.75))\n"}),
    native_row<&n::ceil_to_u64>({.signature = "ceil_to_u64(input: f64) -> u64",
                                 .family = "numeric conversions",
                                 .doc = "Rounded up; then bounded as f64_to_u64 does.",
                                 .example = "input cycle: u64\nout := ceil_to_u64(f64_mul(to_f64(cycle), 0.75))\n"}),
    native_row<&n::clamp_f64>(
        {.signature = "clamp_f64(input: f64, const min: f64 = -1.7976931348623157e308, const max: f64 = 1.7976931348623157e308) -> f64",
         .family = "numeric conversions",
         .doc = "The input brought into [min, max]; NaN passes. The defaults turn the infinities into the largest doubles.",
         .example = "input cycle: u64\nout := clamp_f64(to_f64(cycle), 1.5, 6.5)\n",
         .prepare = prepare_clamp_f64}),
    native_row<&n::discretize>(
        {.signature = "discretize(input: f64, const range: f64 positive = 100.0, const buckets: u64 nonzero = 10) -> u64",
         .family = "numeric conversions",
         .doc =
             "Which of the equal buckets of [0, range] the input lies in, from 0; what lies outside counts as the nearest end, NaN as 0.",
         .example = "input cycle: u64\nout := discretize(to_f64(cycle), 10.0, 4)\n"}),
};

}  // namespace

std::span<const NodeDef> numeric_conversion_nodes() { return kRows; }

}  // namespace polydat
