// Comprehensions without a program around them: every order gives every tuple once, ranks are what their names say, limits hold.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/comprehension.h"
#include "graph/measure_quantile.h"
#include "graph/tuple_stream.h"

using namespace polydat;

namespace {

std::optional<Comprehension> parsed(const std::string& text, ComprehensionFault& fault) {
  const FindProducer none = [](std::string_view) -> const Comprehension* { return nullptr; };
  std::optional<Comprehension> made = parse_comprehension(text, false, none, fault);
  if (made.has_value() && !resolve_element_types(*made, [](std::string_view) { return std::nullopt; }, fault)) return std::nullopt;
  return made;
}

struct Run {
  std::vector<std::vector<std::uint64_t>> tuples;
  std::string failure;
  bool by_limit = false;
};

Run run(const std::string& text, std::uint64_t most_tuples = ~std::uint64_t{0}, const GraphOptions& options = {}) {
  Run out;
  ComprehensionFault fault;
  const std::optional<Comprehension> made = parsed(text, fault);
  if (!made.has_value()) {
    out.failure = fault.message;
    out.by_limit = fault.by_limit;
    return out;
  }
  TupleStream stream(*made, options, std::vector<Value>(made->references.size()));
  while (out.tuples.size() < most_tuples && stream.next()) {
    std::vector<std::uint64_t>& tuple = out.tuples.emplace_back();
    for (const Cell& cell : stream.tuple()) tuple.push_back(cell.word);
  }
  out.failure = stream.failure();
  out.by_limit = stream.by_limit();
  return out;
}

// The same through fill(), in blocks of `rows`; a call of next() between them.
std::vector<std::vector<std::uint64_t>> filled(const std::string& text, std::size_t rows) {
  ComprehensionFault fault;
  const std::optional<Comprehension> made = parsed(text, fault);
  REQUIRE(made.has_value());
  const GraphOptions options;
  TupleStream stream(*made, options, std::vector<Value>(made->references.size()));
  const std::size_t elements = made->elements.size();
  std::vector<std::vector<std::uint64_t>> tuples, columns(elements, std::vector<std::uint64_t>(rows));
  std::vector<std::uint64_t*> to;
  for (std::vector<std::uint64_t>& column : columns) to.push_back(column.data());
  const auto at_hand = [&] {
    std::vector<std::uint64_t> tuple;
    for (const Cell& cell : stream.tuple()) tuple.push_back(cell.word);
    return tuple;
  };
  for (std::size_t got = rows; got == rows;) {
    got = stream.fill(to, rows);
    for (std::size_t k = 0; k < got; ++k) {
      std::vector<std::uint64_t>& tuple = tuples.emplace_back();
      for (const std::vector<std::uint64_t>& column : columns) tuple.push_back(column[k]);
    }
    if (got == rows) {
      CHECK(at_hand() == tuples.back());
      if (!stream.next()) break;
      tuples.push_back(at_hand());
    }
  }
  return tuples;
}

std::string refusal(const std::string& text) {
  ComprehensionFault fault;
  return parsed(text, fault).has_value() ? std::string() : fault.message;
}

}  // namespace

TEST_CASE("every order that keeps everything gives every tuple exactly once") {
  const std::vector<std::vector<std::uint64_t>> all = run("a in 0..4, b in 0..3, c in 0..5").tuples;
  REQUIRE(all.size() == 60);
  for (const std::string order : {"lex", "reverse_lex", "diagonal", "antidiagonal", "extrema", "shells", "shuffle", "halton", "sobol"}) {
    CAPTURE(order);
    Run ordered = run("a in 0..4, b in 0..3, c in 0..5 order " + order);
    CHECK(ordered.failure.empty());
    std::sort(ordered.tuples.begin(), ordered.tuples.end());
    // Low-discrepancy points need not hit every place of the lattice; what they hit they hit once.
    if (order == "halton" || order == "sobol")
      CHECK(std::set(ordered.tuples.begin(), ordered.tuples.end()).size() == ordered.tuples.size());
    else CHECK(ordered.tuples == all);
  }
}

TEST_CASE("tuples in columns are the tuples one by one, in blocks of any size") {
  for (const std::string text :
       {"a in 0..4, b in 0..3, c in 0..5", "a in 7..100", "a in 5, 3, 9, b in concat(0..4, 8..9), c in true, false",
        "a in 1..6, b in pow2({a})", "(a, b) in zip_cycle(0..2, 0..7), c in 1, 2", "(a, b) in zip_truncate(0..9, 10..40)",
        "c in 0..3, (a, b) in (0..9, 10..19)", "a in 0..6, b in 0..6 where {a} != {b}", "a in 0..6, b in 0..6 order lex/17",
        "a in 0..6, b in 0..6 order lex/36", "a in 0..6, b in 0..6 order shuffle", "a in 0..0, b in 0..3", "a in 0..3, b in 0..0",
        "a in 0..9, a in 20..23"}) {
    CAPTURE(text);
    const Run one_by_one = run(text);
    REQUIRE(one_by_one.failure.empty());
    for (const std::size_t rows : {1u, 2u, 7u, 64u}) CHECK(filled(text, rows) == one_by_one.tuples);
  }
}

TEST_CASE("ranks: index sums rise on diagonals, distances fall in shells, ends come first in extrema") {
  const std::uint64_t sizes[3] = {4, 3, 5};
  const auto rank = [&](const std::vector<std::uint64_t>& t, const std::string& order) {
    std::int64_t sum = 0, inner = 0, distance = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto i = static_cast<std::int64_t>(t[j]), last = static_cast<std::int64_t>(sizes[j]) - 1;
      sum += i;
      inner += i != 0 && i != last ? 1 : 0;
      distance = std::max(distance, std::abs(2 * i - last));
    }
    return order == "diagonal" ? sum : order == "antidiagonal" ? -sum : order == "extrema" ? inner : -distance;
  };
  for (const std::string order : {"diagonal", "antidiagonal", "extrema", "shells"}) {
    CAPTURE(order);
    const std::vector<std::vector<std::uint64_t>> tuples = run("a in 0..4, b in 0..3, c in 0..5 order " + order).tuples;
    for (std::size_t i = 1; i < tuples.size(); ++i) {
      const std::int64_t before = rank(tuples[i - 1], order), now = rank(tuples[i], order);
      CHECK(before <= now);
      if (before == now) CHECK(tuples[i - 1] < tuples[i]);  // row-major within
    }
  }
}

TEST_CASE("geometric orders of huge lattices begin at once") {
  for (const std::string order : {"lex", "reverse_lex", "diagonal", "antidiagonal", "extrema", "shells"}) {
    CAPTURE(order);
    const Run begun = run("a in 0..1000000000000, b in 0..1000000000000, c in 0..9 order " + order, 1000);
    CHECK(begun.failure.empty());
    CHECK(begun.tuples.size() == 1000);
  }
}

TEST_CASE("orders that keep positions refuse what --max-value forbids") {
  GraphOptions options;
  options.limits.max_value = 1 << 20;
  for (const std::string order : {"shuffle", "halton", "lhs/10000000", "shuffle/10000000"}) {
    CAPTURE(order);
    const Run refused = run("a in 0..1000000000, b in 0..10 order " + order, 10, options);
    CHECK(refused.by_limit);
    CHECK(refused.failure.find("--max-value") != std::string::npos);
  }
  CHECK(run("a in 0..1000000000000000, b in 0..10 order shuffle/100", 1000, options).tuples.size() == 100);
  CHECK(run("x in linear_steps(0, 1, 100000000)", 10, options).by_limit);
}

TEST_CASE("filters keep the ranks of what they leave, and counts are of survivors") {
  const auto all = run("a in 0..5, b in 0..5 order antidiagonal").tuples;
  std::vector<std::vector<std::uint64_t>> odd;
  for (const auto& t : all)
    if ((t[0] + t[1]) % 2 == 1) odd.push_back(t);
  odd.resize(4);
  CHECK(run("a in 0..5, b in 0..5 where ({a} + {b}) % 2 == 1 order antidiagonal/4").tuples == odd);
}

TEST_CASE(
    "a product whose inner source stays empty ends at once; one that reads elements ends when asked to, and counts what it looks at") {
  ComprehensionFault fault;
  for (const std::string stage : {"", " order lex/5", " where {a} > 1"}) {
    CAPTURE(stage);
    CHECK(run("a in 0..18446744073709551615, b in 5..5, c in 0..9" + stage).tuples.empty());
    const std::optional<Comprehension> made =
        parsed("z in 0, a in 0..18446744073709551615, b in linear_steps(0.0, 1.0, {z})" + stage, fault);
    REQUIRE(made.has_value());
    const std::atomic<bool> stop{true};
    const GraphOptions options;
    TupleStream stopped(*made, options, std::vector<Value>(made->references.size()));
    stopped.set_stop(&stop);
    CHECK(!stopped.next());
    CHECK(!stopped.failed());
    TupleStream counted(*made, options, std::vector<Value>(made->references.size()));
    counted.set_most_tuples(1000);
    CHECK(!counted.next());
    CHECK(counted.by_limit());
  }
}

TEST_CASE("zips, unions and dependent sources") {
  using T = std::vector<std::vector<std::uint64_t>>;
  CHECK(run("(a, b) in zip_cycle(0..4, 7..9)").tuples == T{{0, 7}, {1, 8}, {2, 7}, {3, 8}});
  CHECK(run("(a, b) in zip_cycle(0..4, 7..7)").tuples.empty());
  CHECK(run("[ for a in 0..2 for a in 7..9 where {a} != 7 ]").tuples == T{{0}, {1}, {8}});
  CHECK(run("[ for a in 0..2 for a in 7..9 ] order reverse_lex").tuples == T{{8}, {7}, {1}, {0}});
  CHECK(run("a in 1..4, b in fib({a})").tuples == T{{1, 1}, {2, 1}, {2, 1}, {3, 1}, {3, 1}, {3, 2}});
  CHECK(run("a in concat(0..2, 5, fib(3))").tuples == T{{0}, {1}, {5}, {1}, {1}, {2}});
  CHECK(run("a in 0..0, b in 0..3").tuples.empty());
  CHECK(run("a in 18446744073709551613..=18446744073709551615").tuples.size() == 3);
}

TEST_CASE("predicates: what decides is enough, kinds do not mix") {
  CHECK(run("a in 0..9 where {a} > 6 || nothing > 3").tuples.size() == 2);
  CHECK(run("a in 0..9 where nothing > 3").tuples.empty());
  CHECK(run("a in 0..9 where {a} == \"3\"").tuples.empty());
  CHECK(run("a in 0..9 where {a} != \"3\"").tuples.size() == 9);
  CHECK(run("a in 0..9 where {a} < \"3\"").failure.find("kinds") != std::string::npos);
  CHECK(run("a in 0..9 where {a} in [1, 3, 70] && !({a} == 3)").tuples.size() == 1);
  CHECK(run("a in 0..9 where mod({a}, 3) == 0 && -{a} < -2").tuples.size() == 2);
  CHECK(run("a in 0..9 where (1 << 2 + 1) == 8 && 2 ** 3 ** 2 == 512.0 && {a} == 0").tuples.size() == 1);
  CHECK(run("s in [\"a\", \"b\"] where {s} >= \"b\"").tuples.size() == 1);
}

TEST_CASE("nesting does not recurse") {
  std::string deep = "a in 0..3 where ";
  for (int i = 0; i < 100'000; ++i) deep += '(';
  deep += "{a}";
  for (int i = 0; i < 100'000; ++i) deep += ')';
  CHECK(run(deep + " > 1").tuples.size() == 1);
  std::string nots = "a in 0..3 where ";
  for (int i = 0; i < 100'000; ++i) nots += "!";
  CHECK(run(nots + "({a} == 1)").tuples.size() == 1);
  std::string unions = "a in 0..2";
  for (int i = 0; i < 100; ++i) unions = "[ for " + unions + " ]";
  ComprehensionFault fault;
  CHECK_FALSE(parsed(unions, fault).has_value());
  CHECK(fault.by_limit);
}

TEST_CASE("mistakes of form") {
  for (const std::string text : {"",
                                 "a",
                                 "a in",
                                 "a in 1..",
                                 "a in ..3",
                                 "a in 1..3 step 0",
                                 "a in 1..3 order",
                                 "a in 1..3 where",
                                 "a in 1..3 order lex/x",
                                 "a in 1..3 order spiral",
                                 "(a, b) in (1..3)",
                                 "(a, b) in (1..3, 1..4)",
                                 "a in 1..3, b in 1..2, a in 4..5",
                                 "[ for a in 1..3 for b in 1..3 ]",
                                 "a in 1, two",
                                 "a in pow2(65)",
                                 "a in normal(1)",
                                 "a in 1..3, b in nosuch({a})",
                                 "a in nosuch(1",
                                 "a in 1..4 order halton(seed=3)",
                                 "a in -1..4",
                                 "a in [1, -2]",
                                 "a in 0.5..0.5",
                                 "a in 1..4, b in fib({a}) order shuffle",
                                 "a in 1..4 order lex where {a} > 1",
                                 "a in 0.0..1.0 order lex/3"}) {
    CAPTURE(text);
    CHECK_FALSE(refusal(text).empty());
  }
  CHECK(refusal("a in 1..4 order shufle").find("shuffle") != std::string::npos);
}

TEST_CASE("quantiles and distribution functions are each other's reverse") {
  const std::map<Measure, std::vector<double>> measures = {
      {Measure::Uniform, {}},  {Measure::Normal, {3, 2}},    {Measure::Exponential, {0.5}}, {Measure::Pareto, {1, 3}},
      {Measure::Beta, {2, 5}}, {Measure::LogNormal, {0, 1}}, {Measure::Gamma, {2.5, 1.5}}};
  for (const auto& [measure, parameters] : measures) {
    CAPTURE(static_cast<int>(measure));
    for (const double u : {0.01, 0.2, 0.5, 0.9, 0.999})
      CHECK(measure_below(measure, parameters, measure_quantile(measure, parameters, u)) == doctest::Approx(u).epsilon(1e-9));
  }
  const std::vector<double> standard{0, 1};
  CHECK(measure_quantile(Measure::Normal, standard, 0.975) == doctest::Approx(1.959963984540054).epsilon(1e-12));
  CHECK(measure_quantile(Measure::Normal, standard, 0.5) == 0);
  CHECK(measure_quantile(Measure::Normal, standard, 0.75) == -measure_quantile(Measure::Normal, standard, 0.25));
  CHECK(measure_quantile(Measure::Normal, standard, 1e-300) == doctest::Approx(-37.0470962993612).epsilon(1e-12));
}

TEST_CASE("measures take no function of the C library whose digits depend on the CPU (D5)") {
  const auto is_near = [](double value, double exact, double relative) { return std::fabs(value - exact) <= relative * std::fabs(exact); };
  for (const double z : {-30.0, -8.0, -3.5, -1.0, -1e-3, 0.0, 0.1, 0.9, 1.1, 2.5, 6.0}) {
    CAPTURE(z);
    CHECK(is_near(measure_below(Measure::Normal, std::vector<double>{0, 1}, z), 0.5 * std::erfc(-z / std::sqrt(2.0)), 1e-12));
  }
  for (const double u : {0x1p-53, 1e-20, 1e-9, 0.25, 0.75, 1 - 0x1p-53}) {
    CAPTURE(u);
    const std::vector<double> rate{0.5};
    CHECK(is_near(measure_quantile(Measure::Exponential, rate, u), -std::log1p(-u) / 0.5, 1e-15));
    CHECK(is_near(measure_below(Measure::Exponential, rate, u), -std::expm1(-0.5 * u), 1e-15));
  }
  // To the last bit.
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  CHECK(bits(measure_quantile(Measure::Normal, std::vector<double>{3, 2}, 0.1)) == 4601542054222009968);
  CHECK(bits(measure_quantile(Measure::Gamma, std::vector<double>{2.5, 1.5}, 0.3)) == 4612248813230833619);
  CHECK(bits(measure_quantile(Measure::Beta, std::vector<double>{2, 5}, 0.7)) == 4600163246958368127);
  CHECK(bits(measure_quantile(Measure::LogNormal, std::vector<double>{0, 1}, 0.9)) == 4615293907211310656);
}
