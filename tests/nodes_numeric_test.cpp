// The numeric nodes one by one: edge values, half-open ends, constants that are refused at build, tables against the recorded ones,
// permutations by exhaustion, dates.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "node_runner.h"
#include "nodes/lfsr_feedback.h"
#include "nodes/lookup_table.h"
#include "nodes/native/hashing.h"
#include "nodes/native/permutation.h"
#include "nodes/native/runtime.h"
#include "nodes/quantile_grid.h"

using namespace polydat;
using polydat::testing::literals;
using polydat::testing::NodeRunner;

namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};
constexpr double kInf = std::numeric_limits<double>::infinity();
const std::string kShared = POLYDAT_SHARED_DIR;

// Refused, with every one of the words in the message.
void check_refused(const char* node, std::vector<Literal> constants, std::initializer_list<const char*> words = {}) {
  const NodeRunner runner(node, std::move(constants));
  CAPTURE(node);
  CAPTURE(runner.refusal());
  CHECK(runner.refused());
  for (const char* w : words) {
    CAPTURE(w);
    CHECK(runner.refusal().find(w) != std::string::npos);
  }
}

bool is_permutation_of(NodeRunner& node, std::uint64_t first, std::uint64_t count) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t v = node.u64(i);
    if (v < first || v - first >= count || !seen.insert(v).second) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("intervals never give their open end") {
  CHECK(NodeRunner("scale_range", literals(-180.0, 180.0)).f64(kMost) == 179.99999999999997);
  CHECK(NodeRunner("scale_range", literals(180.0, -180.0)).f64(kMost) == -179.99999999999997);
  CHECK(NodeRunner("scale_range", literals(-1.0, 0.0)).f64(kMost) == -5e-324);
  CHECK(NodeRunner("scale_range", literals(5.0, 5.0)).f64(kMost) == 5.0);
  CHECK(NodeRunner("scale_range").f64(kMost - 1023) < 1.0);
  CHECK(NodeRunner("unit_interval").f64(kMost) == 0x1.fffffffffffffp-1);
  CHECK(NodeRunner("lerp", literals(5.0, 10.0)).f64(1.0) == 10.0);  // closed
}

TEST_CASE("a probability of 1 is always true, and of 0 never") {
  NodeRunner always("coin_flip", literals(1.0)), never("coin_flip", literals(0.0));
  CHECK(always.u64(kMost) == 1);
  CHECK(always.u64(0) == 1);
  CHECK(never.u64(0) == 0);
  CHECK(NodeRunner("coin_flip", literals(7.5)).u64(kMost) == 1);
  CHECK(NodeRunner("coin_flip", literals(-1.0)).u64(0) == 0);
  NodeRunner half("coin_flip");
  CHECK(half.u64((std::uint64_t{1} << 63) - 1) == 1);
  CHECK(half.u64(std::uint64_t{1} << 63) == 0);
  NodeRunner chance("chance", literals(1.0)), unfair("unfair_coin", literals(0.0));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    CHECK(chance.f64(i) == 1.0);
    CHECK(unfair.u64(i) == 0);
  }
}

TEST_CASE("floating point division, remainder and rounding") {
  CHECK(NodeRunner("f64_div").f64(1.0, -0.0) == 0.0);
  CHECK(NodeRunner("f64_mod").f64(7.5, 0.0) == 0.0);
  CHECK(NodeRunner("f64_mod").f64(-7.5, 2.0) == -1.5);
  CHECK(NodeRunner("quantize").f64(0.49999999999999994) == 0.0);
  CHECK(std::signbit(NodeRunner("quantize").f64(-0.25)));
  CHECK(NodeRunner("quantize").f64(-2.5) == -3.0);
  CHECK(NodeRunner("round_nearest").f64(7.0, 0.0) == 7.0);
  CHECK(NodeRunner("round_floor").f64(7.0, kInf) == 7.0);
  CHECK(NodeRunner("round_ceiling").f64(7.0, 2.0) == 8.0);
  CHECK(NodeRunner("abs_f64").f64(-0.0) == 0.0);
  CHECK_FALSE(std::signbit(NodeRunner("abs_f64").f64(-0.0)));
}

TEST_CASE("functions of the C library are reached by one name each") {
  std::set<std::string> names;
  for (const NativeRuntimeSymbol& symbol : native_runtime_symbols()) {
    CHECK(symbol.address != nullptr);
    CHECK(names.insert(symbol.name).second);
  }
  CHECK(names.size() == 11);
  const volatile double x = 3.4;  // not folded
  CHECK(NodeRunner("sin").f64(3.4) == std::sin(x));
  CHECK(NodeRunner("pow").f64(1.1, 3.0) == doctest::Approx(1.331));
}

TEST_CASE("round numbers: tiny values, the page's own algorithm elsewhere") {
  NodeRunner floor("floor_base10"), ceiling("ceiling_base10"), closest("closest_base10"), decade("ceiling_decade"), low2("floor_binomial"),
      high2("ceiling_binomial"), low_fib("floor_fibonacci"), high_fib("ceiling_fibonacci");
  CHECK(floor.f64(5e-324) == 5e-324);
  CHECK(ceiling.f64(1.5e-323) == 1e-322);
  CHECK(floor.f64(8e-320) == 1e-320);
  CHECK(ceiling.f64(5e-309) == 1e-308);
  CHECK(floor.f64(9.99e-309) == 1e-309);
  CHECK(decade.f64(8.1e-320) == 9e-320);
  CHECK(low2.f64(5e-324) == 5e-324);
  CHECK(high2.f64(3 * 5e-324) == 4 * 5e-324);
  for (const double x : {0.0, -0.0, -3.0, kInf, -kInf, std::nan("")}) {
    for (NodeRunner* node : {&floor, &ceiling, &closest, &decade, &low2, &high2, &low_fib, &high_fib}) CHECK(node->f64(x) == 0.0);
  }
  CHECK(low_fib.f64(0.5) == 0.0);
  CHECK(high_fib.f64(0.5) == 1.0);
  CHECK(low_fib.f64(13.0) == 13.0);
  CHECK(high_fib.f64(14.0) == 21.0);
  CHECK(high_fib.f64(1.7976931348623157e308) == kInf);

  const auto powi = [](double b, int e) {
    double r = 1;
    for (int n = std::abs(e);; b *= b) {
      if (n % 2 != 0) r *= b;
      n /= 2;
      if (n == 0) break;
    }
    return e < 0 ? 1 / r : r;
  };
  const auto pow10 = [&](double x) {
    const int e = static_cast<int>(std::floor(std::log10(x)));
    const double p = powi(10, e);
    return p > x ? powi(10, e - 1) : p * 10 <= x ? powi(10, e + 1) : p;
  };
  std::uint64_t state = 1;
  int wrong = 0;
  for (int i = 0; i < 200000; ++i) {
    state = native::hash(state);
    double x = std::bit_cast<double>(state & 0x7fffffffffffffffu);
    if (i % 2 == 0) {  // the neighbours of a power
      const double power = powi(10, static_cast<int>(state % 615) - 307);
      x = std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + state / 615 % 9 - 4);
    }
    if (!(x >= 1e-308 && x < kInf)) continue;
    const double low = pow10(x);
    if (floor.f64(x) != low || ceiling.f64(x) != (low == x ? low : low * 10)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the permutation tables of noise are the recorded ones") {
  std::ifstream file(kShared + "/data/perlin-perm-samples.json");
  REQUIRE(file.good());
  const nlohmann::json samples = nlohmann::json::parse(file);
  CHECK(samples.size() == 5);
  for (const auto& [seed, table] : samples.items()) {
    NodeRunner node("perlin_1d", literals(static_cast<std::uint64_t>(std::stoull(seed)), 1.0));
    REQUIRE(node.constants().words[1] == 256);
    const auto* p = view_data<std::uint8_t>(node.constants().words[0]);
    for (std::size_t i = 0; i < 256; ++i) REQUIRE(p[i] == table[i].get<unsigned>());
  }
}

TEST_CASE("noise is total") {
  NodeRunner one("perlin_1d", literals(7, 1e280)), plane("simplex_2d", literals(7, 1e9)), lattice("perlin_2d", literals(7, 1.0));
  for (const std::uint64_t x : {std::uint64_t{0}, std::uint64_t{1}, kMost}) {
    CHECK(one.f64(x) == one.f64(x));
    CHECK(plane.f64(x, kMost) == plane.f64(x, kMost));
    CHECK(lattice.f64(x, std::uint64_t{3}) == 0.0);
  }
  CHECK(std::isnan(NodeRunner("perlin_1d", literals(7, kInf)).f64(std::uint64_t{0})));
  check_refused("fractal_noise_1d", literals(1, 0.1, 0), {"octaves"});
  check_refused("fractal_noise_2d", literals(1, 0.1, 65), {"octaves"});
}

TEST_CASE("every recorded feedback is maximal, and the table holds bank 0") {
  std::ifstream file(kShared + "/data/lfsr-feedback.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  int count = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string width_text, bank, feedback_text;
    std::getline(fields, width_text, ',');
    std::getline(fields, bank, ',');
    std::getline(fields, feedback_text, ',');
    const unsigned width = static_cast<unsigned>(std::stoul(width_text));
    const std::uint64_t feedback = std::stoull(feedback_text, nullptr, 16);
    CHECK(is_maximal_feedback(feedback, width));
    if (bank == "0") CHECK(kLfsrWidths[width - kLfsrFirstWidth].feedback == feedback);
    ++count;
  }
  CHECK(count == 488);
}

TEST_CASE("the check of a feedback agrees with running the register") {
  for (unsigned width = 4; width <= 9; ++width) {
    for (std::uint64_t feedback = 0; feedback < std::uint64_t{2} << width; ++feedback) {
      std::uint64_t r = 1, period = 0;
      bool inside = true;
      do {
        r = native::lfsr_step(r, feedback);
        ++period;
        inside = inside && (r >> width) == 0;
      } while (r != 1 && r != 0 && period < std::uint64_t{1} << width);
      const bool maximal = inside && r == 1 && period == (std::uint64_t{1} << width) - 1;
      REQUIRE(is_maximal_feedback(feedback, width) == maximal);
    }
  }
}

TEST_CASE("the primes of each register length divide it, and nothing of it is left") {
  for (unsigned width = kLfsrFirstWidth; width <= kLfsrLastWidth; ++width) {
    std::uint64_t rest = kMost >> (64 - width);
    for (const std::uint64_t prime : kLfsrWidths[width - kLfsrFirstWidth].primes) {
      if (prime == 0) break;
      REQUIRE(rest % prime == 0);
      while (rest % prime == 0) rest /= prime;
    }
    CHECK(rest == 1);
  }
}

TEST_CASE("shuffle permutes its range") {
  for (std::uint64_t size = 1; size <= 70; ++size) {
    NodeRunner node("shuffle", literals(std::uint64_t{0}, size, std::uint64_t{100}));
    REQUIRE_FALSE(node.refused());
    CHECK(is_permutation_of(node, 100, size));
  }
  NodeRunner large("shuffle", literals(std::uint64_t{0}, std::uint64_t{10007}));
  CHECK(is_permutation_of(large, 0, 10007));
  CHECK(NodeRunner("shuffle", literals(3, 0, 42)).u64(kMost) == 42);  // size 0 gives min, whatever the feedback
  NodeRunner widest("shuffle", literals(std::uint64_t{0}, kMost));
  CHECK(widest.u64(0) != widest.u64(1));
  CHECK_FALSE(NodeRunner("shuffle", literals(std::uint64_t{9}, std::uint64_t{6}, kMost - 5)).refused());
  check_refused("shuffle", literals(std::uint64_t{9}, std::uint64_t{7}, kMost - 5), {"pass 18446744073709551615"});
  check_refused("shuffle", literals(3, 10), {"feedback 3", "4 bits"});
  check_refused("shuffle", literals(std::uint64_t{5574532911583637595u}, std::uint64_t{23540387247u}), {"feedback"});
}

TEST_CASE("cycle_walk permutes its range") {
  for (std::uint64_t range = 1; range <= 70; ++range) {
    NodeRunner node("cycle_walk", literals(range, std::uint64_t{5}, std::uint64_t{9}));
    CHECK(is_permutation_of(node, 0, range));
  }
  NodeRunner large("cycle_walk", literals(10007, 1, 2));
  CHECK(is_permutation_of(large, 0, 10007));
  CHECK(large.u64(10007) == large.u64(0));
  check_refused("cycle_walk", literals(0));
}

TEST_CASE("pcg permutes states: streams differ and positions do not repeat") {
  NodeRunner pcg("pcg", literals(42, 7)), wired("pcg_stream", literals(42));
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::uint64_t v = pcg.u64(i);
    CHECK(seen.insert(v).second);
    REQUIRE(v == wired.u64(i, 7));
  }
  CHECK(wired.u64(3, 7) != wired.u64(3, 8));
}

TEST_CASE("n_of chooses exactly n of each m") {
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{64}}) {
    NodeRunner node("n_of", literals(n, std::uint64_t{64}));
    for (std::uint64_t window = 0; window < 20; ++window) {
      std::uint64_t chosen = 0;
      for (std::uint64_t i = 0; i < 64; ++i) chosen += node.u64(window * 64 + i);
      CHECK(chosen == n);
    }
  }
  check_refused("n_of", literals(5, 3), {"5 of 3"});
  check_refused("n_of", literals(0, 0), {"m 0"});
  check_refused("n_of", literals(1, 65537), {"m 65537"});
}

TEST_CASE("weights that cannot work are refused with their place and the reason") {
  for (const char* node : {"weighted_strings", "one_of_weighted"}) {
    check_refused(node, literals("a:0;b:0"), {"0"});
    check_refused(node, literals("a:-1;b:2"), {"entry 1", "column 1", "negative"});
    check_refused(node, literals("b:2; a:nan"), {"entry 2", "column 6", "NaN"});
    check_refused(node, literals("a:inf;b:1"), {"entry 1", "infinite"});
    check_refused(node, literals("a:1e400,b:2"), {"infinite"});
    check_refused(node, literals(""), {"no entries"});
    check_refused(node, literals(" ; ,"), {"no entries"});
    check_refused(node, literals("b:1;;a"), {"entry 2", "column 6", "`:`"});
    check_refused(node, literals("a:1x"), {"\"1x\" is not a number"});
    CHECK_FALSE(NodeRunner(node, literals("a:1;;b:1")).refused());
  }
  CHECK(NodeRunner("weighted_strings", literals("a:0;b:1")).text(kMost) == "b");
  CHECK(NodeRunner("weighted_strings", literals(" a :1")).text(0) == "a ");
  check_refused("one_of_weighted", literals("a:0;b:1"), {"above 0"});
  check_refused("weighted_pick", literals("5:0;6:1"), {"above 0"});
  check_refused("weighted_pick", literals("-1:1"), {"\"-1\" is not an integer"});
  check_refused("weighted_u64", literals("1: 2"), {"is not a number"});
  check_refused("weighted_u64", literals("18446744073709551616:1"), {"integer"});
  check_refused("histribution", literals("1:2 3"), {"entry 2", "column 5"});
  check_refused("histribution", literals("0 0"), {"0"});
  check_refused("histribution", literals(""), {"no entries"});
  check_refused("alias_sample", {}, {"empty"});
  check_refused("alias_sample", literals(1.0, -2.0), {"weight 2 of 2", "negative"});
  CHECK(NodeRunner("alias_sample", literals(1.0, -2.0)).refused_at() == 1);
  check_refused("dist_empirical", literals("1 NaN 3"), {"entry 2", "column 3"});
  check_refused("dist_empirical", literals("1"), {"at least 2"});
  const std::string text = "%s%n%d%x";
  check_refused("weighted_strings", literals(text), {"%s%n%d%x"});
}

TEST_CASE("other constants that cannot work are refused") {
  check_refused("fixed_values_u64", {}, {"empty"});
  check_refused("fixed_values_f64", {}, {"empty"});
  check_refused("fixed_values_str", {}, {"empty"});
  check_refused("one_of", {}, {"empty"});
  check_refused("chance", literals(1.5));
  check_refused("unfair_coin", literals(-0.1));
  check_refused("blend", literals(1.5));
  check_refused("dist_exponential", literals(0.0));
  check_refused("icd_exponential", literals(kInf));
  check_refused("dist_pareto", literals(1.0, 0.0));
  check_refused("dist_normal", literals(0.0, -1.0), {"stddev"});
  check_refused("dist_normal", literals(0.0, kInf), {"stddev"});
  check_refused("dist_zipf", literals(0, 1.0), {"n 0"});
  check_refused("dist_zipf", literals((1 << 24) + 1, 1.0), {"16777216"});
  CHECK_FALSE(NodeRunner("dist_normal", literals(3.0, 0.0)).refused());
  check_refused("random_string", literals(""), {"empty"});
}

TEST_CASE("a table past --max-const is refused before it is made") {
  Limits limits;
  limits.max_const = 100;
  std::string spec;
  for (int i = 0; i < 50; ++i) spec += std::to_string(i) + ":1;";
  const NodeRunner runner("weighted_u64", literals(spec), limits);
  CHECK(runner.refused());
  CHECK(runner.refused_by_limit());
  CHECK(runner.refusal().find("--max-const") != std::string::npos);
}

TEST_CASE("dynamic weights: a bad text fails, an empty one is empty") {
  NodeRunner node("dynamic_weighted_select");
  const auto run = [&](std::uint64_t input, const std::string& spec) {
    return std::string(view_text(node.run({input, address_of(spec.data()), spec.size()}).data()));
  };
  CHECK(run(7, "a:1") == "a");
  CHECK(run(7, "") == "");
  CHECK(node.error == 0);
  run(7, "a:x");
  CHECK(node.error == 1);
  CHECK(run(7, "b:1") == "b");
  CHECK(node.error == 0);
}

TEST_CASE("quantile tables: gaps are filled, ends are clamped, NaN stays") {
  std::vector<double> gaps = {kInf, std::nan(""), 1.0, -kInf, 2.0, kInf};
  fill_gaps(gaps);
  CHECK(gaps == std::vector<double>{1.0, 1.0, 1.0, 1.0, 2.0, 2.0});
  std::vector<double> nothing = {kInf, -kInf};
  fill_gaps(nothing);
  CHECK(nothing == std::vector<double>{0.0, 0.0});
  NodeRunner empirical("dist_empirical", literals("9 1"));
  CHECK(empirical.f64(-1.0) == 1.0);
  CHECK(empirical.f64(2.0) == 9.0);
  CHECK(empirical.f64(0.5) == 5.0);
  CHECK(std::isnan(empirical.f64(std::nan(""))));
  CHECK(NodeRunner("dist_normal", literals(100.0, 15.0)).f64(0.5) == doctest::Approx(100.0).epsilon(1e-3));
  CHECK(NodeRunner("dist_normal", literals(0.0, 1.0)).f64(1.0) == doctest::Approx(3.0905).epsilon(1e-4));
  // The grid is the formula's, within the rounding of a C library.
  for (std::size_t i = 1; i < 1000; ++i) {
    const double p = static_cast<double>(i) / 1000.0;
    REQUIRE(std::bit_cast<double>(kQuantileGrid[i].exponential) == doctest::Approx(-std::log(1.0 - p)).epsilon(1e-14));
  }
}

TEST_CASE("dates: leap years, year 10000, the last millisecond, no leap seconds") {
  NodeRunner stamp("to_timestamp"), parts("date_components");
  CHECK(stamp.text(0) == "1970-01-01T00:00:00.000Z");
  CHECK(stamp.text(std::uint64_t{253402300799999}) == "9999-12-31T23:59:59.999Z");
  CHECK(stamp.text(std::uint64_t{253402300800000}) == "10000-01-01T00:00:00.000Z");
  CHECK(stamp.text(kMost) == "584556019-04-03T14:25:51.615Z");
  CHECK(stamp.text(std::uint64_t{1483228799999}) == "2016-12-31T23:59:59.999Z");
  CHECK(stamp.text(std::uint64_t{1483228800000}) == "2017-01-01T00:00:00.000Z");
  using Words = std::vector<std::uint64_t>;
  CHECK(parts.run({951782400000}) == Words{2000, 2, 29, 0, 0, 0, 0});
  CHECK(parts.run({4107456000000}) == Words{2100, 2, 28, 0, 0, 0, 0});
  CHECK(parts.run({4107542400000}) == Words{2100, 3, 1, 0, 0, 0, 0});
  CHECK(NodeRunner("epoch_offset", literals(2)).u64(kMost) == 1);
  // Every day of 800 years follows the day before.
  const auto is_leap = [](std::uint64_t y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); };
  constexpr std::uint64_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  std::uint64_t year = 1970, month = 1, day = 1;
  int wrong = 0;
  for (std::uint64_t d = 0; d < 292194; ++d) {
    const Words& got = parts.run({d * 86400000 + 86399999});
    if (got != Words{year, month, day, 23, 59, 59, 999}) ++wrong;
    if (++day > lengths[month - 1] + (month == 2 && is_leap(year) ? 1 : 0)) {
      day = 1;
      if (++month > 12) {
        month = 1;
        ++year;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("random nodes stay in range and vary") {
  NodeRunner range("random_range", literals(10, 13)), unit("random_f64"), text("random_string", literals("A-C-", 40)),
      bytes("random_bytes", literals(13)), coin("random_bool", literals(1.0));
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 200; ++i) {
    seen.insert(range.u64());
    const double u = unit.f64();
    CHECK(u >= 0.0);
    CHECK(u < 1.0);
    CHECK(coin.u64() == 1);
  }
  CHECK(seen == std::set<std::uint64_t>{10, 11, 12});
  CHECK(NodeRunner("random_range", literals(5, 5)).u64() == 5);
  const std::string letters = text.text();
  CHECK(letters.size() == 40);
  CHECK(letters.find_first_not_of("ABC-") == std::string::npos);
  CHECK(bytes.run({})[1] == 13);
  CHECK(range.def().purity == Purity::Nondeterministic);
}

TEST_CASE("estimates over lists") {
  NodeRunner stable("is_stable", literals(0.05, 3));
  const auto run = [&](const std::vector<double>& samples) {
    const std::vector<std::uint64_t>& out = stable.run({address_of(samples.data()), samples.size()});
    return std::pair{std::bit_cast<double>(out[0]), out[1]};
  };
  CHECK(run({}) == std::pair{0.0, std::uint64_t{0}});
  CHECK(run({3.0, 1.0}) == std::pair{2.0, std::uint64_t{0}});
  CHECK(run({1.0, 1.01, 0.99}) == std::pair{1.0, std::uint64_t{1}});
  CHECK(run({1.0, 9.0, 5.0}) == std::pair{5.0, std::uint64_t{0}});
  NodeRunner lid("lid_mle");
  const std::vector<float> distances = {1.0f, 2.0f, 4.0f};
  const auto estimate = [&](double k) {
    return std::bit_cast<double>(lid.run({address_of(distances.data()), 3, polydat::testing::word(k)})[0]);
  };
  CHECK(estimate(1.9) == 0.0);
  CHECK(estimate(3.0) == doctest::Approx(2.0 / (std::log(4.0) + std::log(2.0))));
  CHECK(estimate(1e30) == estimate(3.0));
}
