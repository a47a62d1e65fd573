// Round numbers below, above and nearest to a value.
#include <array>

#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

// An integer power by squaring, with the rounding of that order of products; not correctly rounded from 10^23 up.
double power_of(double base, int exponent) {
  double result = 1.0;
  for (unsigned rest = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);;) {
    if (rest % 2 != 0) result *= base;
    rest /= 2;
    if (rest == 0) break;
    base *= base;
  }
  return exponent < 0 ? 1.0 / result : result;
}

// See native/round_numbers.h.
void prepare_powers_of_ten(PrepareContext& c) {
  constexpr std::array<double, n::kTinyPowers> tiny = {5e-324, 1e-323, 1e-322, 1e-321, 1e-320, 1e-319, 1e-318, 1e-317,
                                                       1e-316, 1e-315, 1e-314, 1e-313, 1e-312, 1e-311, 1e-310, 1e-309};
  constexpr int most = 308;
  std::vector<double> powers(tiny.begin(), tiny.end());
  for (int e = -most; e <= most; ++e) powers.push_back(power_of(10.0, e));
  c.add_table(std::move(powers));
}

void prepare_fibonacci(PrepareContext& c) {
  std::vector<double> sequence = {1.0, 2.0};
  for (;;) {
    const double next = sequence[sequence.size() - 2] + sequence.back();
    if (next > 1.7976931348623157e308) break;
    sequence.push_back(next);
  }
  c.add_table(std::move(sequence));
}

constexpr NodeDef kRows[] = {
    native_row<&n::floor_base10>({.signature = "floor_base10(x: f64) -> f64",
                                  .family = "round numbers",
                                  .doc = "The power of ten at or below x; 0.0 unless x is positive and finite.",
                                  .example = "input cycle: u64\nout := floor_base10(to_f64(mul(cycle, 37)))\n",
                                  .prepare = prepare_powers_of_ten}),
    native_row<&n::ceiling_base10>({.signature = "ceiling_base10(x: f64) -> f64",
                                    .family = "round numbers",
                                    .doc = "The power of ten at or above x; 0.0 unless x is positive and finite.",
                                    .example = "input cycle: u64\nout := ceiling_base10(to_f64(mul(cycle, 37)))\n",
                                    .prepare = prepare_powers_of_ten}),
    native_row<&n::closest_base10>({.signature = "closest_base10(x: f64) -> f64",
                                    .family = "round numbers",
                                    .doc = "The power of ten nearest to x, the lower at a tie; 0.0 unless x is positive and finite.",
                                    .example = "input cycle: u64\nout := closest_base10(to_f64(mul(cycle, 37)))\n",
                                    .prepare = prepare_powers_of_ten}),
    native_row<&n::floor_decade>({.signature = "floor_decade(x: f64) -> f64",
                                  .family = "round numbers",
                                  .doc = "x cut to its first decimal digit; 0.0 unless x is positive and finite.",
                                  .example = "input cycle: u64\nout := floor_decade(to_f64(mul(cycle, 37)))\n",
                                  .prepare = prepare_powers_of_ten}),
    native_row<&n::ceiling_decade>({.signature = "ceiling_decade(x: f64) -> f64",
                                    .family = "round numbers",
                                    .doc = "x rounded up to one decimal digit; 0.0 unless x is positive and finite.",
                                    .example = "input cycle: u64\nout := ceiling_decade(to_f64(mul(cycle, 37)))\n",
                                    .prepare = prepare_powers_of_ten}),
    native_row<&n::closest_decade>({.signature = "closest_decade(x: f64) -> f64",
                                    .family = "round numbers",
                                    .doc = "x rounded to one decimal digit; 0.0 unless x is positive and finite.",
                                    .example = "input cycle: u64\nout := closest_decade(to_f64(mul(cycle, 37)))\n",
                                    .prepare = prepare_powers_of_ten}),
    native_row<&n::floor_fibonacci>(
        {.signature = "floor_fibonacci(x: f64) -> f64",
         .family = "round numbers",
         .doc = "The number of the sequence 1, 2, 3, 5, 8, ... at or below x; 0.0 below 1 and unless x is finite.",
         .example = "input cycle: u64\nout := floor_fibonacci(to_f64(mul(cycle, 37)))\n",
         .prepare = prepare_fibonacci}),
    native_row<&n::ceiling_fibonacci>(
        {.signature = "ceiling_fibonacci(x: f64) -> f64",
         .family = "round numbers",
         .doc = "The number of the sequence 1, 2, 3, 5, 8, ... at or above x, inf past the last finite one; 0.0 unless x is positive and "
                "finite.",
         .example = "input cycle: u64\nout := ceiling_fibonacci(to_f64(mul(cycle, 37)))\n",
         .prepare = prepare_fibonacci}),
    native_row<&n::closest_fibonacci>(
        {.signature = "closest_fibonacci(x: f64) -> f64",
         .family = "round numbers",
         .doc = "The number of 0, 1, 2, 3, 5, 8, ... nearest to x, the lower at a tie; 0.0 unless x is positive and finite.",
         .example = "input cycle: u64\nout := closest_fibonacci(to_f64(mul(cycle, 37)))\n",
         .prepare = prepare_fibonacci}),
    native_row<&n::floor_binomial>({.signature = "floor_binomial(x: f64) -> f64",
                                    .family = "round numbers",
                                    .doc = "The power of two at or below x; 0.0 unless x is positive and finite.",
                                    .example = "input cycle: u64\nout := floor_binomial(to_f64(mul(cycle, 37)))\n"}),
    native_row<&n::ceiling_binomial>({.signature = "ceiling_binomial(x: f64) -> f64",
                                      .family = "round numbers",
                                      .doc = "The power of two at or above x; 0.0 unless x is positive and finite.",
                                      .example = "input cycle: u64\nout := ceiling_binomial(to_f64(mul(cycle, 37)))\n"}),
    native_row<&n::closest_binomial>({.signature = "closest_binomial(x: f64) -> f64",
                                      .family = "round numbers",
                                      .doc = "The power of two nearest to x, the lower at a tie; 0.0 unless x is positive and finite.",
                                      .example = "input cycle: u64\nout := closest_binomial(to_f64(mul(cycle, 37)))\n"}),
};

}  // namespace

std::span<const NodeDef> round_number_nodes() { return kRows; }

}  // namespace polydat
