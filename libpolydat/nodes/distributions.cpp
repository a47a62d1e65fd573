// Quantile functions of distributions, as tables of 1001 points between which a row interpolates.
//
// Only dist_pareto and dist_zipf ask the C library, and only here, while the table is made.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "nodes/families.h"
#include "nodes/lookup_table.h"
#include "nodes/native/runtime.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/quantile_grid.h"
#include "nodes/weight_spec.h"

namespace polydat {
namespace {

namespace n = native;

double probability_at(std::size_t i) { return static_cast<double>(i) / 1000.0; }

void prepare_normal(PrepareContext& c) {
  const double mean = c.f64(0), stddev = c.f64(1);
  if (!std::isfinite(stddev) || stddev < 0) return c.refuse(1, fmt::format("stddev {} must be finite and not negative", stddev));
  c.add_table(quantile_table([&](std::size_t i) { return mean + stddev * std::bit_cast<double>(kQuantileGrid[i].probit); }));
}

void prepare_exponential(PrepareContext& c) {
  const double rate = c.f64(0);
  c.add_table(quantile_table([&](std::size_t i) { return std::bit_cast<double>(kQuantileGrid[i].exponential) / rate; }));
}

void prepare_uniform(PrepareContext& c) {
  const double min = c.f64(0), max = c.f64(1);
  c.add_table(quantile_table([&](std::size_t i) { return min + probability_at(i) * (max - min); }));
}

void prepare_pareto(PrepareContext& c) {
  const double scale = c.f64(0), shape = c.f64(1);
  c.add_table(quantile_table([&](std::size_t i) { return scale / polydat_pow(1.0 - probability_at(i), 1.0 / shape); }));
}

// The quantiles of a sum of count terms 1/k^exponent, found in one walk along the running sum (which is never stored: it could be
// larger than any table may be). The walk stops at the last rank whose sum is not above the probability; a sum equal to the
// probability gives that rank, a smaller one the rank after it.
class ZipfWalk {
 public:
  ZipfWalk(std::uint64_t count, double exponent) : count_(count), exponent_(exponent) {
    for (std::uint64_t k = 1; k <= count; ++k) total_ += weight(k);
    next_ = weight(1) / total_;
  }
  // `p` must not fall between calls.
  double quantile(double p) {
    while (rank_ < count_ && !(next_ > p)) {
      sum_ = next_;
      ++rank_;
      if (rank_ < count_) next_ = sum_ + weight(rank_ + 1) / total_;
    }
    const std::uint64_t found = sum_ == p ? rank_ : rank_ + (sum_ < p ? 1 : 0);
    if (sum_ == p) return static_cast<double>(found);
    return std::min(std::max(static_cast<double>(found), 1.0), static_cast<double>(count_));
  }

 private:
  double weight(std::uint64_t k) const { return 1.0 / polydat_pow(static_cast<double>(k), exponent_); }

  std::uint64_t count_;
  double exponent_;
  double total_ = 0.0;
  std::uint64_t rank_ = 0;  // how many terms are in sum_
  double sum_ = 0.0;
  double next_ = 0.0;  // the sum with one term more
};

void prepare_zipf(PrepareContext& c) {
  constexpr std::uint64_t most = std::uint64_t{1} << 24;
  if (c.u64(0) == 0 || c.u64(0) > most) return c.refuse(0, fmt::format("n {} must be 1 to {}", c.u64(0), most));
  ZipfWalk walk(c.u64(0), c.f64(1));
  c.add_table(quantile_table([&](std::size_t i) { return walk.quantile(probability_at(i)); }));
}

void prepare_empirical(PrepareContext& c) {
  const std::vector<SpecPiece> pieces = split_spec(c.str(0), " ,;");
  if (!c.fits(0, pieces.size() * sizeof(double), "the table of values")) return;
  std::vector<double> points;
  points.reserve(pieces.size());
  for (const SpecPiece& piece : pieces) {
    const std::optional<double> value = parse_f64(piece.text);
    if (!value) return c.refuse(0, spec_fault(piece, "it is not a number"));
    if (std::isnan(*value)) return c.refuse(0, spec_fault(piece, "NaN has no place in an order"));
    points.push_back(*value);
  }
  if (points.size() < 2) return c.refuse(0, fmt::format("the text lists {} values; at least 2 are needed", points.size()));
  std::stable_sort(points.begin(), points.end());
  fill_gaps(points);
  c.add_table(std::move(points));
}

constexpr NodeDef kRows[] = {
    native_row<&n::sample_quantiles>(
        {.signature = "dist_normal(x: f64 probability, const mean: f64, const stddev: f64) -> f64",
         .aliases = "icd_normal",
         .family = "distribution",
         .doc = "The quantile of a normal distribution at x in [0, 1], cut at 3.09 standard deviations. The input is not hashed: feed it "
                "unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_normal(unit_interval(hash(cycle)), 100.0, 15.0)\n",
         .prepare = prepare_normal}),
    native_row<&n::sample_quantiles>(
        {.signature = "dist_exponential(x: f64 probability, const rate: f64 positive) -> f64",
         .aliases = "icd_exponential",
         .family = "distribution",
         .doc = "The quantile of an exponential distribution at x in [0, 1], cut at the last thousandth. The input is not hashed: feed it "
                "unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_exponential(unit_interval(hash(cycle)), 0.5)\n",
         .prepare = prepare_exponential}),
    native_row<&n::sample_quantiles>(
        {.signature = "dist_uniform(x: f64 probability, const min: f64, const max: f64) -> f64",
         .family = "distribution",
         .doc = "The quantile of a uniform distribution at x in [0, 1]; both ends can be reached. The input is not hashed: feed it "
                "unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_uniform(unit_interval(hash(cycle)), 10.0, 20.0)\n",
         .prepare = prepare_uniform}),
    native_row<&n::sample_quantiles>(
        {.signature = "dist_pareto(x: f64 probability, const scale: f64 positive, const shape: f64 positive) -> f64",
         .family = "distribution",
         .doc = "The quantile of a Pareto distribution at x in [0, 1], cut at the last thousandth. The input is not hashed: feed it "
                "unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_pareto(unit_interval(hash(cycle)), 1.0, 2.5)\n",
         .prepare = prepare_pareto}),
    native_row<&n::sample_quantiles>(
        {.signature = "dist_zipf(x: f64 probability, const n: u64, const exponent: f64) -> f64",
         .family = "distribution",
         .doc = "The quantile of a Zipf distribution over the ranks 1..n at x in [0, 1], interpolated between thousandths, so ranks have "
                "fractions and lie below 1 in the first thousandth. The input is not hashed: feed it unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_zipf(unit_interval(hash(cycle)), 1000, 1.07)\n",
         .prepare = prepare_zipf}),
    native_row<&n::sample_quantiles>(
        {.signature = "dist_empirical(input: f64 probability, const spec: str) -> f64",
         .family = "distribution",
         .doc = "The quantile at the input in [0, 1] of the listed values, with straight lines between them. The input is not hashed: feed "
                "it unit_interval(hash(...)).",
         .example = "input cycle: u64\nout := dist_empirical(unit_interval(hash(cycle)), \"1 3 3.5 9 20\")\n",
         .prepare = prepare_empirical}),
};

}  // namespace

std::span<const NodeDef> distribution_nodes() { return kRows; }

}  // namespace polydat
