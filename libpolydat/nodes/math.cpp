// f64 arithmetic, functions of the C library, lists of values, rounding to an interval, estimates over lists.
#include <algorithm>
#include <cmath>
#include <limits>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/text_list.h"

namespace polydat {
namespace {

namespace n = native;

void refuse_empty_list(PrepareContext& c) { c.refuse(0, "the list of values is empty; give at least one"); }

void prepare_values_u64(PrepareContext& c) {
  if (c.size() == 0) return refuse_empty_list(c);
  std::vector<std::uint64_t> values;
  values.reserve(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) values.push_back(c.u64(i));
  c.add_table(std::move(values));
}

void prepare_values_f64(PrepareContext& c) {
  if (c.size() == 0) return refuse_empty_list(c);
  std::vector<double> values;
  values.reserve(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) values.push_back(c.f64(i));
  c.add_table(std::move(values));
}

void fixed_values_str(std::uint64_t input, const TextList& list, StrOut& value) { value.append(list.texts[input % list.texts.size()]); }

// IEEE total order: -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
std::int64_t total_order_key(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}

// `samples` is not empty.
double median_of(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end(), [](double a, double b) { return total_order_key(a) < total_order_key(b); });
  if (sorted.size() % 2 != 0) return *middle;
  double below = -std::numeric_limits<double>::infinity();
  for (auto at = sorted.begin(); at != middle; ++at) below = std::fmax(below, *at);
  return 0.5 * (below + *middle);
}

void is_stable(std::span<const double> samples, double margin, std::uint64_t min_samples, double& stable_value, std::uint64_t& stable) {
  stable_value = 0.0;
  stable = 0;
  if (samples.empty()) return;
  stable_value = median_of(samples);
  if (samples.size() < min_samples) return;
  const double count = static_cast<double>(samples.size());
  double sum = 0.0;
  for (const double x : samples) sum += x;
  const double mean = sum / count;
  double squares = 0.0;
  for (const double x : samples) squares += (x - mean) * (x - mean);
  // fmax as written, so that a NaN median counts as 1.
  stable = std::sqrt(squares / count) <= margin * std::fmax(std::fabs(stable_value), 1.0) ? 1 : 0;
}

// The maximum-likelihood estimate of local intrinsic dimension (Levina and Bickel, NIPS 2004) over the k nearest distances,
// which ascend. Too few distances, or all equal ones, give 0.0.
double lid_mle(std::span<const float> distances, double k) {
  const std::uint64_t count = std::min<std::uint64_t>(n::saturate(k), distances.size());
  if (count < 2) return 0.0;
  const double farthest = static_cast<double>(distances[count - 1]);
  if (farthest <= 0.0) return 0.0;
  const double log_farthest = polydat_ln(farthest);
  double sum = 0.0;
  std::uint64_t used = 0;
  for (std::uint64_t j = 0; j + 1 < count; ++j) {
    const double x = static_cast<double>(distances[j]);
    if (!(x > 0.0)) continue;
    sum += log_farthest - polydat_ln(x);
    ++used;
  }
  return used == 0 || sum <= 0.0 ? 0.0 : static_cast<double>(used) / sum;
}

constexpr NodeDef kRows[] = {
    native_row<&n::f64_add>({.signature = "f64_add(a: f64, b: f64) -> f64",
                             .family = "math",
                             .doc = "The sum. The operator + when a side is f64.",
                             .example = "input cycle: u64\nout := f64_add(to_f64(cycle), 0.5)\n"}),
    native_row<&n::f64_sub>({.signature = "f64_sub(a: f64, b: f64) -> f64",
                             .family = "math",
                             .doc = "The difference. The operator - when a side is f64.",
                             .example = "input cycle: u64\nout := f64_sub(1.0, to_f64(cycle))\n"}),
    native_row<&n::f64_mul>({.signature = "f64_mul(a: f64, b: f64) -> f64",
                             .family = "math",
                             .doc = "The product. The operator * when a side is f64.",
                             .example = "input cycle: u64\nout := f64_mul(to_f64(cycle), 1.5)\n"}),
    native_row<&n::f64_div>({.signature = "f64_div(a: f64, b: f64) -> f64",
                             .family = "math",
                             .doc = "The quotient, and 0.0 where b is a zero. The operator / when a side is f64.",
                             .example = "input cycle: u64\nout := f64_div(1.0, to_f64(cycle))\n"}),
    native_row<&n::f64_mod>(
        {.signature = "f64_mod(a: f64, b: f64) -> f64",
         .family = "math",
         .doc = "The remainder of the truncated division, with the sign of a (C fmod), and 0.0 where b is a zero. The operator % when a "
                "side is f64.",
         .example = "input cycle: u64\nout := f64_mod(to_f64(cycle), 2.5)\n"}),
    native_row<&n::sqrt>({.signature = "sqrt(x: f64) -> f64",
                          .family = "math",
                          .doc = "The square root, correctly rounded; NaN below zero.",
                          .example = "input cycle: u64\nout := sqrt(to_f64(cycle))\n"}),
    native_row<&n::abs_f64>({.signature = "abs_f64(x: f64) -> f64",
                             .family = "math",
                             .doc = "The absolute value.",
                             .example = "input cycle: u64\nout := abs_f64(f64_sub(to_f64(cycle), 2.0))\n"}),
    native_row<&n::sin>({.signature = "sin(x: f64) -> f64",
                         .family = "math",
                         .doc = "The sine of an angle in radians.",
                         .example = "input cycle: u64\nout := sin(to_f64(cycle))\n"}),
    native_row<&n::cos>({.signature = "cos(x: f64) -> f64",
                         .family = "math",
                         .doc = "The cosine of an angle in radians.",
                         .example = "input cycle: u64\nout := cos(to_f64(cycle))\n"}),
    native_row<&n::tan>({.signature = "tan(x: f64) -> f64",
                         .family = "math",
                         .doc = "The tangent of an angle in radians.",
                         .example = "input cycle: u64\nout := tan(to_f64(cycle))\n"}),
    native_row<&n::asin>({.signature = "asin(x: f64) -> f64",
                          .family = "math",
                          .doc = "The angle in radians whose sine is x; NaN outside [-1, 1].",
                          .example = "input cycle: u64\nout := asin(unit_interval(hash(cycle)))\n"}),
    native_row<&n::acos>({.signature = "acos(x: f64) -> f64",
                          .family = "math",
                          .doc = "The angle in radians whose cosine is x; NaN outside [-1, 1].",
                          .example = "input cycle: u64\nout := acos(unit_interval(hash(cycle)))\n"}),
    native_row<&n::atan>({.signature = "atan(x: f64) -> f64",
                          .family = "math",
                          .doc = "The angle in radians whose tangent is x.",
                          .example = "input cycle: u64\nout := atan(to_f64(cycle))\n"}),
    native_row<&n::atan2>({.signature = "atan2(y: f64, x: f64) -> f64",
                           .family = "math",
                           .doc = "The angle in radians of the point (x, y), in all four quadrants.",
                           .example = "input cycle: u64\nout := atan2(1.0, to_f64(cycle))\n"}),
    native_row<&n::exp>({.signature = "exp(x: f64) -> f64",
                         .family = "math",
                         .doc = "e to the power of x.",
                         .example = "input cycle: u64\nout := exp(to_f64(cycle))\n"}),
    native_row<&n::ln>({.signature = "ln(x: f64) -> f64",
                        .family = "math",
                        .doc = "The natural logarithm; -inf at zero, NaN below.",
                        .example = "input cycle: u64\nout := ln(to_f64(add(cycle, 1)))\n"}),
    native_row<&n::pow>({.signature = "pow(base: f64, exponent: f64) -> f64",
                         .family = "math",
                         .doc = "base to the power of exponent. The operator **.",
                         .example = "input cycle: u64\nout := pow(to_f64(cycle), 1.5)\n"}),
    native_row<&n::fixed_values_u64>({.signature = "fixed_values_u64(input: u64, const values: u64...) -> u64",
                                      .family = "math",
                                      .doc = "The value at the input modulo the number of values. The input is not hashed.",
                                      .example = "input cycle: u64\nout := fixed_values_u64(cycle, 200, 404, 503)\n",
                                      .prepare = prepare_values_u64}),
    native_row<&n::fixed_values_f64>({.signature = "fixed_values_f64(input: u64, const values: f64...) -> f64",
                                      .family = "math",
                                      .doc = "The value at the input modulo the number of values. The input is not hashed.",
                                      .example = "input cycle: u64\nout := fixed_values_f64(cycle, 0.5, 1.5, 2.5)\n",
                                      .prepare = prepare_values_f64}),
    closure_row<&fixed_values_str>({.signature = "fixed_values_str(input: u64, const values: str...) -> str",
                                    .family = "math",
                                    .doc = "The text at the input modulo the number of texts. The input is not hashed.",
                                    .example = "input cycle: u64\nout := fixed_values_str(cycle, \"red\", \"green\", \"blue\")\n",
                                    .text = TextContent::OfParts,
                                    .why_closure = "writes text",
                                    .prepare = prepare_text_list}),
    native_row<&n::round_floor>(
        {.signature = "round_floor(x: f64, interval: f64 positive) -> f64",
         .family = "math",
         .doc = "The multiple of interval at or below x. An interval that is not finite or not above 0 leaves x as it is.",
         .example = "input cycle: u64\nout := round_floor(to_f64(cycle), 2.5)\n"}),
    native_row<&n::round_ceiling>(
        {.signature = "round_ceiling(x: f64, interval: f64 positive) -> f64",
         .family = "math",
         .doc = "The multiple of interval at or above x. An interval that is not finite or not above 0 leaves x as it is.",
         .example = "input cycle: u64\nout := round_ceiling(to_f64(cycle), 2.5)\n"}),
    native_row<&n::round_nearest>(
        {.signature = "round_nearest(x: f64, interval: f64 positive) -> f64",
         .family = "math",
         .doc = "The multiple of interval nearest to x, halves away from zero. An interval that is not finite or not above 0 leaves x as "
                "it is.",
         .example = "input cycle: u64\nout := round_nearest(to_f64(cycle), 2.5)\n"}),
    closure_row<&is_stable>(
        {.signature = "is_stable(samples: vec_f64, const margin: f64 = 0.05, const min_samples: u64 = 8) -> "
                      "(stable_value: f64, stable: u64)",
         .family = "math",
         .doc = "The median of the samples, and 1 when there are at least min_samples and their standard deviation is at most margin times "
                "the median (or times 1, if that is more).",
         .example = "input cycle: u64\n(value, stable) := is_stable(str_to_vec_f64(\"[1.0, 1.01, 0.99]\"), 0.05, 3)\n",
         .why_closure = "sorts a list of any length"}),
    closure_row<&lid_mle>(
        {.signature = "lid_mle(distances: vec_f32, k: f64) -> f64",
         .family = "math",
         .doc = "The maximum-likelihood estimate of local intrinsic dimension from the k nearest distances in ascending order; 0.0 when "
                "fewer than two count.",
         .example = "input cycle: u64\nout := lid_mle(hash_vec(cycle, 8), 8.0)\n",
         .why_closure = "reads a list of any length"}),
};

}  // namespace

std::span<const NodeDef> math_nodes() { return kRows; }

}  // namespace polydat
