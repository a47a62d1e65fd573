// The sampling nodes against what they promise to sample, with fixed inputs: frequencies by chi-square, quantiles by distance.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "node_runner.h"
#include "nodes/native/hashing.h"

using namespace polydat;
using polydat::testing::literals;
using polydat::testing::NodeRunner;

namespace {

double unit_of(std::uint64_t row) { return native::unit_below_one(native::hash(row)); }

// Pearson's statistic; with k cells it is about k-1, and above k-1 + 5*sqrt(2(k-1)) about once in a million.
double chi_square(const std::vector<double>& counts, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  return sum;
}
double chi_square_bound(std::size_t cells) {
  const double freedom = static_cast<double>(cells) - 1;
  return freedom + 5 * std::sqrt(2 * freedom) + 5;
}

// The largest distance between the distribution of `values` and the function.
template <class Cdf>
double kolmogorov_distance(std::vector<double> values, const Cdf& cdf) {
  std::sort(values.begin(), values.end());
  double most = 0;
  const double n = static_cast<double>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double f = cdf(values[i]);
    most = std::max({most, std::fabs(f - static_cast<double>(i) / n), std::fabs(f - static_cast<double>(i + 1) / n)});
  }
  return most;
}

std::vector<double> sample(const char* name, std::vector<Literal> constants, std::uint64_t rows) {
  NodeRunner node(name, std::move(constants));
  REQUIRE_FALSE(node.refused());
  std::vector<double> values;
  for (std::uint64_t i = 0; i < rows; ++i) values.push_back(node.f64(unit_of(i)));
  return values;
}

}  // namespace

TEST_CASE("B02: small weights keep their ratio") {
  NodeRunner node("weighted_u64", literals("1:0.00101;2:0.00199;3:0.997"));
  constexpr std::uint64_t rows = 2000000;
  std::uint64_t counts[4] = {};
  for (std::uint64_t i = 0; i < rows; ++i) ++counts[node.u64(native::hash(i))];
  const double ratio = static_cast<double>(counts[2]) / static_cast<double>(counts[1]);
  CHECK(ratio >= 1.79);
  CHECK(ratio <= 2.15);
  CHECK(counts[3] >= 1993500);
  CHECK(counts[3] <= 1994500);
}

TEST_CASE("B03: very uneven weights give the heavy items") {
  std::string spec;
  for (int i = 0; i < 1000; ++i) spec += std::to_string(i) + (i < 50 ? ":1e8;" : ":1;");
  NodeRunner node("weighted_u64", literals(spec));
  std::vector<int> counts(1000);
  for (std::uint64_t i = 0; i < 100000; ++i) ++counts[node.u64(native::hash(i))];
  int light = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i >= 50) light += counts[i];
    else CHECK(std::abs(counts[i] - 2000) <= 250);
  }
  CHECK(light <= 2);
}

TEST_CASE("extreme sums of weights keep their ratios") {
  for (const auto& weights : {literals(1e308, 1e308, 1e308, 1e308), literals(5e-324, 5e-324, 5e-324, 5e-324)}) {
    NodeRunner node("alias_sample", weights);
    std::vector<double> counts(4);
    for (std::uint64_t i = 0; i < 20000; ++i) counts[node.u64(native::hash(i))] += 1;
    CHECK(chi_square(counts, {5000, 5000, 5000, 5000}) < chi_square_bound(4));
  }
  NodeRunner one("alias_sample", literals(5e-324, 0.0));
  for (std::uint64_t i = 0; i < 1000; ++i) REQUIRE(one.u64(native::hash(i)) == 0);
}

TEST_CASE("every weighted choice follows its weights") {
  constexpr std::uint64_t rows = 100000;
  const double shares[] = {0.4, 0.3, 0.2, 0.1};
  std::vector<double> expected;
  for (const double s : shares) expected.push_back(s * rows);
  const auto check_integers = [&](const char* name, std::vector<Literal> constants) {
    NodeRunner node(name, std::move(constants));
    std::vector<double> counts(4);
    for (std::uint64_t i = 0; i < rows; ++i) counts[node.u64(native::hash(i))] += 1;
    CAPTURE(name);
    CHECK(chi_square(counts, expected) < chi_square_bound(4));
  };
  check_integers("alias_sample", literals(4, 3, 2, 1));
  check_integers("histribution", literals("40 30 20 10"));
  check_integers("histribution", literals("0:40 1:30 2:20 3:10"));
  check_integers("weighted_u64", literals("0:4;1:3;2:2;3:1"));
  check_integers("weighted_pick", literals("0 : 4, 1 : 3, 2 : 2, 3 : 1"));
  const auto check_texts = [&](const char* name, std::vector<Literal> constants, bool hashes, const std::vector<double>& want) {
    NodeRunner node(name, std::move(constants));
    std::map<std::string, double> by_text;
    for (std::uint64_t i = 0; i < rows; ++i) by_text[node.text(hashes ? i : native::hash(i))] += 1;
    std::vector<double> counts;
    for (const char* t : {"a", "b", "c", "d"}) counts.push_back(by_text[t]);
    CAPTURE(name);
    CHECK(by_text.size() == 4);
    CHECK(chi_square(counts, want) < chi_square_bound(4));
  };
  check_texts("weighted_strings", literals("a:4;b:3;c:2;d:1"), false, expected);
  check_texts("one_of_weighted", literals("a:4;b:3;c:2;d:1"), true, expected);
  check_texts("one_of", literals("a", "b", "c", "d"), true, {25000, 25000, 25000, 25000});
}

TEST_CASE("coins land as often as they should") {
  constexpr std::uint64_t rows = 100000;
  const auto share = [](const char* name, std::vector<Literal> constants, bool hashes) {
    NodeRunner node(name, std::move(constants));
    std::uint64_t heads = 0;
    for (std::uint64_t i = 0; i < rows; ++i) heads += node.u64(hashes ? i : native::hash(i)) != 0 ? 1 : 0;
    return static_cast<double>(heads) / rows;
  };
  const double slack = 5 * std::sqrt(0.25 / rows);
  CHECK(std::fabs(share("fair_coin", {}, true) - 0.5) < slack);
  CHECK(std::fabs(share("unfair_coin", literals(0.3), true) - 0.3) < slack);
  CHECK(std::fabs(share("chance", literals(0.9), true) - 0.9) < slack);
  CHECK(std::fabs(share("coin_flip", literals(0.25), false) - 0.25) < slack);
}

TEST_CASE("distributions have the shape of their names") {
  constexpr std::uint64_t rows = 50000;
  const double bound = 2.2 / std::sqrt(static_cast<double>(rows)) + 0.001;  // chance below 1e-4, and the cut at a thousandth
  CHECK(kolmogorov_distance(sample("dist_normal", literals(10.0, 2.0), rows),
                            [](double x) { return 0.5 * std::erfc(-(x - 10.0) / 2.0 / std::sqrt(2.0)); }) < bound);
  CHECK(kolmogorov_distance(sample("dist_exponential", literals(0.5), rows), [](double x) { return 1 - std::exp(-0.5 * x); }) < bound);
  CHECK(kolmogorov_distance(sample("dist_uniform", literals(-1.0, 3.0), rows), [](double x) { return (x + 1) / 4; }) < bound);
  CHECK(kolmogorov_distance(sample("dist_pareto", literals(2.0, 3.0), rows), [](double x) { return 1 - std::pow(2.0 / x, 3.0); }) < bound);
  CHECK(kolmogorov_distance(sample("dist_empirical", literals("0 1 3"), rows), [](double x) { return x < 1 ? x / 2 : 0.5 + (x - 1) / 4; }) <
        bound);
}

TEST_CASE("B06: a Zipf distribution uses its own count and exponent") {
  constexpr std::uint64_t rows = 200000;
  for (const double exponent : {0.99, 1.0}) {
    const std::vector<double> values = sample("dist_zipf", literals(100, exponent), rows);
    CHECK(*std::min_element(values.begin(), values.end()) >= 0.0);  // the first thousandth lies below 1
    CHECK(*std::max_element(values.begin(), values.end()) <= 100.0);
    double total = 0;
    for (int k = 1; k <= 100; ++k) total += 1 / std::pow(k, exponent);
    const auto first = std::count_if(values.begin(), values.end(), [](double v) { return v <= 1.0; });
    CHECK(static_cast<double>(first) / rows == doctest::Approx(1 / total).epsilon(0.02));
  }
}

TEST_CASE("hash_range reaches its ends and no further") {
  CHECK(NodeRunner("hash_range", literals(1)).u64(7) == 0);
  NodeRunner widest("hash_range", literals(~std::uint64_t{0})), equal("hash_interval", literals(2.5, 2.5));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    CHECK(widest.u64(i) < ~std::uint64_t{0});
    CHECK(equal.f64(i) == 2.5);
  }
  CHECK(NodeRunner("hash_range", literals(0)).refused());
}
