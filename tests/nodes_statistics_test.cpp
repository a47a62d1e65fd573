// Public reports about weighted choice and distributions, with fixed inputs. The law of every sampling node: nodes_laws_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "node_runner.h"
#include "nodes/native/hashing.h"

using namespace polydat;
using polydat::testing::literals;
using polydat::testing::NodeRunner;

namespace {

double unit_of(std::uint64_t row) { return native::unit_below_one(native::hash(row)); }

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
