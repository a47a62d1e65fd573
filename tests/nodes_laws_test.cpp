// The law of every sampling node: what its values promise to be distributed like, or to permute. A node that draws, shuffles or hashes and
// has no law here fails the first test, so a new one needs its law.
#include <doctest/doctest.h>

#include <bit>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "node_runner.h"
#include "nodes/name_tables.h"
#include "nodes/native/hashing.h"
#include "polydat/kernel.h"
#include "polydat/program.h"
#include "support/statistics.h"

using namespace polydat;
using namespace polydat::testing;
using u64 = std::uint64_t;

namespace {

constexpr u64 kMost = ~u64{0};

// Runs the output `out` of a graph over one coordinate.
class GraphRunner {
 public:
  explicit GraphRunner(const std::string& text) {
    CompileOptions options;
    options.engine = Engine::Closures;
    options.outputs = {"out"};
    const Compiled compiled = compile(Source("law.polydat", "input cycle: u64\n" + text), options);
    for (const Diagnostic& d : compiled.diagnostics.all())
      if (d.severity == Severity::Error) FAIL_CHECK(d.message);
    REQUIRE(compiled.program != nullptr);
    bool ok = false;
    kernel_ = make_kernel(compiled.program, ok);
    REQUIRE(ok);
  }
  Value at(u64 cycle) {
    kernel_->set_inputs({&cycle, 1});
    REQUIRE(kernel_->pull(0));
    Value v;
    REQUIRE(kernel_->value(0, v) == AccessError::None);
    return v;
  }

 private:
  std::unique_ptr<AnyKernel> kernel_;
};

using Draw = std::function<u64(u64)>;

std::vector<double> counts_of(const Draw& draw, std::size_t cells, u64 rows) {
  std::vector<double> counts(cells);
  for (u64 i = 0; i < rows; ++i) {
    const u64 v = draw(i);
    REQUIRE(v < cells);
    counts[v] += 1;
  }
  return counts;
}

Draw u64_node(const char* name, std::vector<Literal> constants, bool hash_first) {
  auto node = std::make_shared<NodeRunner>(name, std::move(constants));
  REQUIRE_FALSE(node->refused());
  return [node, hash_first](u64 i) { return node->u64(hash_first ? native::hash(i) : i); };
}
// The index of the text that the node gives.
Draw text_node(const char* name, std::vector<Literal> constants, bool hash_first, const std::vector<std::string>& texts) {
  auto node = std::make_shared<NodeRunner>(name, std::move(constants));
  REQUIRE_FALSE(node->refused());
  std::map<std::string, u64> index;
  for (const std::string& t : texts) index.emplace(t, index.size());
  return [node, hash_first, index](u64 i) {
    const auto found = index.find(node->text(hash_first ? native::hash(i) : i));
    return found == index.end() ? kMost : found->second;
  };
}

std::vector<double> f64_values(const char* name, std::vector<Literal> constants, u64 rows, bool unit_input) {
  NodeRunner node(name, std::move(constants));
  REQUIRE_FALSE(node.refused());
  std::vector<double> values;
  for (u64 i = 0; i < rows; ++i) {
    const u64 h = native::hash(i);
    values.push_back(unit_input ? node.f64(native::unit_below_one(h)) : node.f64(h));
  }
  return values;
}
double uniform_distance(const std::vector<double>& values, double low, double high) {
  return kolmogorov_distance(values, [&](double x) { return std::clamp((x - low) / (high - low), 0.0, 1.0); });
}

// Every output bit is set half of the time, and flips half of the time when one input bit flips.
void check_avalanche(const Draw& hash) {
  constexpr u64 samples = 2000;
  std::vector<double> set(64);
  std::size_t bad = 0;
  for (u64 bit = 0; bit < 64; ++bit) {
    std::vector<double> flips(64);
    for (u64 i = 0; i < samples; ++i) {
      const u64 x = native::hash(i * 64 + bit), a = hash(x), change = a ^ hash(x ^ (u64{1} << bit));
      for (u64 out = 0; out < 64; ++out) {
        flips[out] += static_cast<double>(change >> out & 1);
        set[out] += static_cast<double>(a >> out & 1);
      }
    }
    for (const double f : flips) bad += is_share(f, samples, 0.5) ? 0 : 1;
  }
  for (const double s : set) bad += is_share(s, samples * 64, 0.5) ? 0 : 1;
  CHECK(bad == 0);
}
// No two of the first 2^18 numbers, nor of the first multiples of 2^46, have one image; the bytes of the images are even.
void check_hash(const Draw& hash) {
  constexpr u64 rows = 1 << 18;
  for (const u64 step : {u64{1}, u64{1} << 46}) {
    std::vector<u64> images;
    for (u64 i = 0; i < rows; ++i) images.push_back(hash(i * step));
    CHECK(are_distinct(images));
    for (unsigned byte = 0; byte < 8; ++byte) CHECK(is_even(counts_of([&](u64 i) { return images[i] >> (8 * byte) & 255; }, 256, rows)));
  }
}

u64 unxorshift(u64 y, unsigned shift) {
  u64 x = y;
  for (int i = 0; i < 64; ++i) x = y ^ x >> shift;
  return x;
}
u64 inverse_of_odd(u64 factor) {
  u64 inverse = 1;
  for (int i = 0; i < 6; ++i) inverse *= 2 - factor * inverse;
  return inverse;
}
// The input whose hash is `h`: hash is a bijection.
u64 unhash(u64 h) {
  h = unxorshift(h, 31) * inverse_of_odd(0x94d049bb133111eb);
  h = unxorshift(h, 27) * inverse_of_odd(0xbf58476d1ce4e5b9);
  return unxorshift(h, 30) - 0x9e3779b97f4a7c15;
}
// The input whose xxh3 is `h`. The map x ^ rotl(x, 49) ^ rotl(x, 24) has order 64.
u64 unxxh3(u64 h) {
  const u64 factor = inverse_of_odd(0x9fb21c651e98df25);
  h = unxorshift(h, 28) * factor;
  h ^= (h >> 35) + 8;
  h *= factor;
  for (int i = 0; i < 63; ++i) h ^= std::rotl(h, 49) ^ std::rotl(h, 24);
  return std::rotl(h ^ 0xc73ab174c5ecd5a2, 32);
}

const std::vector<double> kShares = {0.4, 0.3, 0.2, 0.1};
const std::vector<std::string> kTexts = {"a", "b", "c", "d"};

std::vector<double> shares_of(const NameTable& table) {
  std::vector<double> shares(table.size, 1.0 / table.size);
  if (table.weights == nullptr) return shares;
  double sum = 0;
  for (std::size_t i = 0; i < table.size; ++i) sum += table.weights[i];
  for (std::size_t i = 0; i < table.size; ++i) shares[i] = table.weights[i] / sum;
  return shares;
}
std::vector<std::string> texts_of(const NameTable& table) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < table.size; ++i) texts.emplace_back(table[i]);
  return texts;
}
// The entries with at least a thousandth each, and all others as one: chi-square wants no rare cells.
void check_names(const Draw& draw, const NameTable& table, u64 rows) {
  const std::vector<double> shares = shares_of(table), counts = counts_of(draw, table.size, rows);
  std::vector<double> kept_shares = {0}, kept_counts = {0};
  for (std::size_t i = 0; i < table.size; ++i) {
    if (shares[i] < 0.001) {
      kept_shares[0] += shares[i];
      kept_counts[0] += counts[i];
    } else {
      kept_shares.push_back(shares[i]);
      kept_counts.push_back(counts[i]);
    }
  }
  if (kept_shares[0] == 0) {
    kept_shares.erase(kept_shares.begin());
    kept_counts.erase(kept_counts.begin());
  }
  CHECK(follows(kept_counts, kept_shares));
}

void check_noise(const char* graph) {
  GraphRunner noise(graph);
  double sum = 0, least = 0, most = 0, largest_step = 0, before = noise.at(0).as_f64();
  constexpr u64 rows = 40000;
  for (u64 i = 1; i <= rows; ++i) {
    const double v = noise.at(i).as_f64();
    sum += v;
    least = std::min(least, v);
    most = std::max(most, v);
    largest_step = std::max(largest_step, std::fabs(v - before));
    before = v;
  }
  CHECK(least >= -1.0);
  CHECK(most <= 1.0);
  CHECK(least < -0.3);
  CHECK(most > 0.3);
  CHECK(std::fabs(sum / rows) < 0.05);
  CHECK(largest_step < 0.25);  // smooth
}

void check_unit_list(const char* name, double low, double high, bool end_reached) {
  GraphRunner node("out := " + std::string(name) + "(cycle, 8)\n");
  std::vector<double> values;
  for (u64 i = 0; i < 6000; ++i) {
    const Value v = node.at(i);
    for (std::size_t k = 0; k < 8; ++k) {
      float element = 0;
      std::memcpy(&element, v.text().data() + 4 * k, 4);
      values.push_back(static_cast<double>(element));
    }
  }
  CHECK(*std::min_element(values.begin(), values.end()) >= low);
  CHECK(*std::max_element(values.begin(), values.end()) <= high);
  CHECK((end_reached || *std::max_element(values.begin(), values.end()) < high));
  CHECK(uniform_distance(values, low, high) < kolmogorov_bound(values.size()));
}

void check_text_characters(const char* graph, const std::string& characters, std::size_t length) {
  GraphRunner node(graph);
  std::vector<double> counts(characters.size());
  for (u64 i = 0; i < 20000; ++i) {
    const Value v = node.at(i);
    REQUIRE(v.text().size() == length);
    for (const char c : v.text()) {
      const std::size_t at = characters.find(c);
      REQUIRE(at != std::string::npos);
      counts[at] += 1;
    }
  }
  CHECK(is_even(counts));
}
void check_bytes(const char* graph, std::size_t length) {
  GraphRunner node(graph);
  std::vector<double> counts(256);
  for (u64 i = 0; i < 20000; ++i) {
    const Value v = node.at(i);
    REQUIRE(v.text().size() == length);
    for (const char c : v.text()) counts[static_cast<unsigned char>(c)] += 1;
  }
  CHECK(is_even(counts));
}
// How far into the image the slices begin.
void check_offsets(const std::string& graph, std::size_t cells) {
  GraphRunner node(graph);
  std::map<std::string, double> by_slice;
  for (u64 i = 0; i < 1000 * cells; ++i) by_slice[std::string(node.at(i).text())] += 1;
  std::vector<double> counts;
  for (const auto& [slice, count] : by_slice) counts.push_back(count);
  CHECK(counts.size() == cells);
  CHECK(is_even(counts));
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
// Tables of thousandths: their ends are cut there.
constexpr double kTable = 0.001;

struct Law {
  const char* node;
  void (*check)();
};
const Law kLaws[] = {
    {"hash",
     [] {
       check_hash(u64_node("hash", {}, false));
       check_avalanche(u64_node("hash", {}, false));
       for (u64 i = 0; i < 1000; ++i) REQUIRE(native::hash(unhash(native::hash(i))) == native::hash(i));
       CHECK(unhash(native::hash(kMost)) == kMost);
     }},
    {"xxh3",
     [] {
       check_hash(u64_node("xxh3", {}, false));
       check_avalanche(u64_node("xxh3", {}, false));
       for (u64 i = 0; i < 1000; ++i) REQUIRE(unxxh3(native::xxh3(i)) == i);
     }},
    {"hash_range",
     [] {
       for (const u64 max : {u64{2}, u64{7}, u64{100}, u64{1000}})
         CHECK(is_even(counts_of(u64_node("hash_range", literals(max), false), max, 100 * max + 100000)));
     }},
    {"hash_interval",
     [] {
       NodeRunner node("hash_interval", literals(-3.0, 5.0));
       std::vector<double> values;
       for (u64 i = 0; i < 50000; ++i) values.push_back(node.f64(i));
       CHECK(uniform_distance(values, -3, 5) < kolmogorov_bound(values.size()));
     }},
    {"unit_interval", [] { CHECK(uniform_distance(f64_values("unit_interval", {}, 50000, false), 0, 1) < kolmogorov_bound(50000)); }},
    {"scale_range",
     [] {
       CHECK(uniform_distance(f64_values("scale_range", literals(-180.0, 180.0), 50000, false), -180, 180) < kolmogorov_bound(50000));
     }},
    {"discretize",
     [] {
       NodeRunner node("discretize", literals(1.0, 9));
       CHECK(is_even(counts_of([&](u64 i) { return node.run({word(native::unit_below_one(native::hash(i)))})[0]; }, 9, 90000)));
     }},
    {"fair_coin", [] { CHECK(is_even(counts_of(u64_node("fair_coin", {}, false), 2, 100000))); }},
    {"unfair_coin",
     [] {
       for (const double p : {0.001, 0.3, 0.5, 0.99})
         CHECK(follows(counts_of(u64_node("unfair_coin", literals(p), false), 2, 100000), {1 - p, p}));
     }},
    {"chance",
     [] {
       NodeRunner node("chance", literals(0.9));
       CHECK(follows(counts_of([&](u64 i) { return node.run({i})[0] == word(1.0) ? u64{1} : node.run({i})[0]; }, 2, 100000), {0.1, 0.9}));
     }},
    {"coin_flip",
     [] {
       for (const double p : {0.001, 0.25, 0.5, 0.99})
         CHECK(follows(counts_of(u64_node("coin_flip", literals(p), true), 2, 100000), {1 - p, p}));
       for (const u64 x : {u64{0}, kMost}) {
         CHECK(NodeRunner("coin_flip", literals(1.0)).u64(x) == 1);
         CHECK(NodeRunner("coin_flip", literals(0.0)).u64(x) == 0);
       }
     }},
    {"n_of",
     [] {
       for (const u64 n : {u64{0}, u64{1}, u64{7}, u64{63}, u64{64}}) {
         NodeRunner node("n_of", literals(n, u64{64}));
         std::vector<double> places(64);
         for (u64 window = 0; window < 3000; ++window) {
           u64 chosen = 0;
           for (u64 i = 0; i < 64; ++i) {
             const u64 hit = node.u64(window * 64 + i);
             chosen += hit;
             places[i] += static_cast<double>(hit);
           }
           REQUIRE(chosen == n);
         }
         if (n != 0) CHECK(is_even(places));
       }
     }},
    {"one_of", [] { CHECK(is_even(counts_of(text_node("one_of", literals("a", "b", "c", "d"), false, kTexts), 4, 100000))); }},
    {"one_of_weighted",
     [] { CHECK(follows(counts_of(text_node("one_of_weighted", literals("a:4;b:3;c:2;d:1"), false, kTexts), 4, 100000), kShares)); }},
    {"weighted_strings",
     [] { CHECK(follows(counts_of(text_node("weighted_strings", literals("a:4;b:3;c:2;d:1"), true, kTexts), 4, 100000), kShares)); }},
    {"weighted_u64", [] { CHECK(follows(counts_of(u64_node("weighted_u64", literals("0:4;1:3;2:2;3:1"), true), 4, 100000), kShares)); }},
    {"weighted_pick",
     [] { CHECK(follows(counts_of(u64_node("weighted_pick", literals("0 : 4, 1 : 3, 2 : 2, 3 : 1"), true), 4, 100000), kShares)); }},
    {"dynamic_weighted_select",
     [] {
       GraphRunner node("out := dynamic_weighted_select(hash(cycle), \"a:4;b:3;c:2;d:1\")\n");
       CHECK(follows(counts_of([&](u64 i) { return static_cast<u64>(node.at(i).text()[0] - 'a'); }, 4, 100000), kShares));
     }},
    {"alias_sample",
     [] {
       CHECK(follows(counts_of(u64_node("alias_sample", literals(4, 3, 2, 1), true), 4, 100000), kShares));
       for (const auto& weights : {literals(1e308, 1e308, 1e308, 1e308), literals(5e-324, 5e-324, 5e-324, 5e-324)})
         CHECK(is_even(counts_of(u64_node("alias_sample", weights, true), 4, 40000)));
     }},
    {"histribution",
     [] {
       CHECK(follows(counts_of(u64_node("histribution", literals("40 30 20 10"), true), 4, 100000), kShares));
       CHECK(follows(counts_of(u64_node("histribution", literals("0:40 1:30 2:20 3:10"), true), 4, 100000), kShares));
     }},
    {"dist_normal",
     [] {
       for (const double mean : {0.0, 10.0, -1e6})
         CHECK(kolmogorov_distance(f64_values("dist_normal", literals(mean, 2.0), 50000, true),
                                   [&](double x) { return normal_cdf((x - mean) / 2); }) < kolmogorov_bound(50000) + kTable);
     }},
    {"dist_exponential",
     [] {
       for (const double rate : {0.5, 1.0, 20.0})
         CHECK(kolmogorov_distance(f64_values("dist_exponential", literals(rate), 50000, true),
                                   [&](double x) { return 1 - std::exp(-rate * x); }) < kolmogorov_bound(50000) + kTable);
     }},
    {"dist_uniform",
     [] { CHECK(uniform_distance(f64_values("dist_uniform", literals(-1.0, 3.0), 50000, true), -1, 3) < kolmogorov_bound(50000)); }},
    {"dist_pareto",
     [] {
       for (const double shape : {0.8, 3.0})
         CHECK(kolmogorov_distance(f64_values("dist_pareto", literals(2.0, shape), 50000, true),
                                   [&](double x) { return 1 - std::pow(2.0 / x, shape); }) < kolmogorov_bound(50000) + kTable);
     }},
    {"dist_zipf",
     [] {
       // Ranks have fractions between thousandths, so the law holds at the whole ranks.
       for (const double exponent : {0.0, 0.99, 1.0, 2.5}) {
         const std::vector<double> values = f64_values("dist_zipf", literals(100, exponent), 50000, true);
         double total = 0, below = 0;
         for (int k = 1; k <= 100; ++k) total += std::pow(k, -exponent);
         for (int k = 1; k < 100; ++k) {
           below += std::pow(k, -exponent) / total;
           const auto at_most = std::count_if(values.begin(), values.end(), [&](double v) { return v <= k; });
           REQUIRE(std::fabs(static_cast<double>(at_most) / 50000 - below) < kolmogorov_bound(50000) + kTable);
         }
         CHECK(*std::min_element(values.begin(), values.end()) >= 0.0);
         CHECK(*std::max_element(values.begin(), values.end()) <= 100.0);
       }
     }},
    {"dist_empirical",
     [] {
       CHECK(kolmogorov_distance(f64_values("dist_empirical", literals("3 0 1"), 50000, true),
                                 [](double x) { return x < 1 ? x / 2 : 0.5 + (x - 1) / 4; }) < kolmogorov_bound(50000));
     }},
    {"pcg",
     [] {
       // Positions of one stream walk all states: no repeats, even bytes.
       NodeRunner node("pcg", literals(42, 7));
       std::vector<u64> values;
       for (u64 i = 0; i < 1 << 17; ++i) values.push_back(node.u64(i));
       CHECK(are_distinct(values));
       for (unsigned byte = 0; byte < 8; ++byte)
         CHECK(is_even(counts_of([&](u64 i) { return values[i] >> (8 * byte) & 255; }, 256, values.size())));
     }},
    {"pcg_stream",
     [] {
       NodeRunner node("pcg_stream", literals(42)), fixed("pcg", literals(42, 7));
       for (u64 i = 0; i < 1000; ++i) REQUIRE(node.u64(i, 7) == fixed.u64(i));
       // Streams of one position differ and are even.
       CHECK(is_even(counts_of([&](u64 i) { return node.u64(u64{5}, i) >> 56; }, 256, 100000)));
     }},
    {"cycle_walk",
     [] {
       for (u64 range = 1; range <= 300; ++range) {
         for (const u64 seed : {u64{0}, u64{99}}) {
           NodeRunner node("cycle_walk", literals(range, seed, seed * 3));
           std::vector<u64> values;
           for (u64 i = 0; i < range; ++i) values.push_back(node.u64(i));
           REQUIRE(is_permutation_of(values, 0));
           REQUIRE(node.u64(range) == values[0]);
         }
       }
       // Over seeds, every place goes everywhere.
       for (const u64 place : {u64{0}, u64{6}}) {
         std::vector<double> counts(10);
         for (u64 seed = 0; seed < 20000; ++seed) counts[NodeRunner("cycle_walk", literals(u64{10}, seed)).u64(place)] += 1;
         CHECK(is_even(counts));
       }
     }},
    {"shuffle",
     [] {
       for (u64 size = 1; size <= 300; ++size) {
         NodeRunner node("shuffle", literals(u64{0}, size, u64{100}));
         std::vector<u64> values;
         for (u64 i = 0; i < size; ++i) values.push_back(node.u64(i));
         REQUIRE(is_permutation_of(values, 100));
       }
     }},
    {"lfsr_step",
     [] {
       // With a maximal feedback of 16 bits: every value but 0, once.
       NodeRunner node("lfsr_step", literals(0xb400));
       std::vector<u64> values;
       u64 r = 1;
       for (int i = 0; i < 65535; ++i) values.push_back(r = node.u64(r));
       CHECK(is_permutation_of(values, 1));
     }},
    {"interleave",
     [] {
       NodeRunner node("interleave");
       std::vector<u64> values;
       for (u64 a = 0; a < 256; ++a)
         for (u64 b = 0; b < 256; ++b) values.push_back(node.u64(a, b));
       CHECK(is_permutation_of(values, 0));
     }},
    {"mixed_radix",
     [] {
       GraphRunner node("(a, b, c) := mixed_radix(cycle, 6, 10, 0)\nout := a + 6 * (b + 10 * c)\n");
       for (u64 i = 0; i < 1000; ++i) REQUIRE(node.at(i).as_u64() == i);
     }},
    {"combinations",
     [] {
       GraphRunner node("out := combinations(cycle, \"0-9;x;A-C;ab\")\n");
       std::set<std::string> seen;
       for (u64 i = 0; i < 60; ++i) CHECK(seen.emplace(node.at(i).text()).second);
       CHECK(std::string(node.at(60).text()) == std::string(node.at(0).text()));
     }},
    {"hash_vec", [] { check_unit_list("hash_vec", -1, 1, true); }},
    {"xxhash3_vec", [] { check_unit_list("xxhash3_vec", -1, 1, true); }},
    {"random_vector",
     [] {
       GraphRunner node("out := random_vector(hash(cycle), 4, -2.0, 6.0)\n");
       std::vector<double> values;
       for (u64 i = 0; i < 12000; ++i) {
         const std::string text(node.at(i).text());
         for (std::size_t at = 0; at != std::string::npos && at + 1 < text.size(); at = text.find(',', at + 1))
           values.push_back(std::strtod(text.c_str() + at + 1, nullptr));
       }
       CHECK(values.size() == 48000);
       CHECK(uniform_distance(values, -2, 6) < kolmogorov_bound(values.size()));
     }},
    {"random_in",
     [] {
       GraphRunner node("p := partition_at(partitions(\"30%,70%\", 100), 1)\nout := random_in(p, cycle)\n");
       CHECK(is_even(counts_of([&](u64 i) { return node.at(i).as_u64() - 30; }, 70, 70000)));
     }},
    {"hashed_uuid",
     [] {
       NodeRunner node("hashed_uuid");
       std::vector<double> set(128);
       constexpr u64 rows = 20000;
       std::set<std::string> seen;
       for (u64 i = 0; i < rows; ++i) {
         const std::string text = node.text(i);
         REQUIRE(seen.insert(text).second);
         std::size_t nibble = 0;
         for (const char c : text) {
           if (c == '-') continue;
           const unsigned v = static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
           for (unsigned b = 0; b < 4; ++b) set[4 * nibble + b] += v >> (3 - b) & 1;
           ++nibble;
         }
         REQUIRE(nibble == 32);
       }
       // Six bits say version 4 of variant 1; all others are even.
       const std::map<std::size_t, double> fixed = {{48, 0}, {49, rows}, {50, 0}, {51, 0}, {64, rows}, {65, 0}};
       for (std::size_t b = 0; b < 128; ++b) {
         if (fixed.contains(b)) CHECK(set[b] == fixed.at(b));
         else CHECK(is_share(set[b], rows, 0.5));
       }
     }},
    {"char_buf", [] { check_text_characters("out := char_buf(cycle, \"a-fXYZ\", 5)\n", "abcdefXYZ", 5); }},
    {"bytes_from_hash", [] { check_bytes("out := bytes_from_hash(mul(cycle, 2), 13)\n", 13); }},
    {"byte_image_extract", [] { check_offsets("out := byte_image_extract(cycle, 40, 9, 3)\n", 32); }},
    {"char_image_extract", [] { check_offsets("out := char_image_extract(cycle, \"a-z\", 40, 9, 3)\n", 32); }},
    {"hashed_lorem_extract",
     [] {
       NodeRunner none("hashed_lorem_extract");  // needs a file: what it hashes is tested by nodes_data_files_test
       CHECK(none.refused());
     }},
    {"hashed_line_to_string",
     [] {
       GraphRunner node("out := hashed_line_to_string(hash(cycle), \"a\\nb\\n\\nc\\nd\")\n");
       CHECK(is_even(counts_of([&](u64 i) { return static_cast<u64>(node.at(i).text()[0] - 'a'); }, 4, 40000)));
     }},
    {"state_codes", [] { check_names(text_node("state_codes", {}, true, texts_of(kStateCodes)), kStateCodes, 52000); }},
    {"country_codes", [] { check_names(text_node("country_codes", {}, true, texts_of(kCountryCodes)), kCountryCodes, 100000); }},
    {"country_names", [] { check_names(text_node("country_names", {}, true, texts_of(kCountryNames)), kCountryNames, 100000); }},
    {"nationalities", [] { check_names(text_node("nationalities", {}, true, texts_of(kNationalities)), kNationalities, 100000); }},
    {"first_names", [] { check_names(text_node("first_names", {}, true, texts_of(kFemaleNames)), kFemaleNames, 300000); }},
    {"first_names_male", [] { check_names(text_node("first_names_male", {}, true, texts_of(kMaleNames)), kMaleNames, 300000); }},
    {"full_names",
     [] {
       NodeRunner node("full_names");
       std::map<std::string, double> last;
       double mary = 0, james = 0;
       constexpr u64 rows = 100000;
       for (u64 i = 0; i < rows; ++i) {
         const std::string name = node.text(i);
         const std::size_t blank = name.find(' ');
         last[name.substr(blank + 1)] += 1;
         mary += name.starts_with("Mary ") ? 1 : 0;
         james += name.starts_with("James ") ? 1 : 0;
       }
       std::vector<double> counts;
       for (const auto& [surname, count] : last) counts.push_back(count);
       CHECK(counts.size() == kSurnames.size);
       CHECK(is_even(counts));
       // The most frequent names, female and male, each of one half of the rows; either occurs a little in the other half.
       const auto share = [](const NameTable& table, std::string_view name) {
         const std::vector<double> shares = shares_of(table);
         for (std::size_t i = 0; i < table.size; ++i)
           if (table[i] == name) return shares[i];
         return 0.0;
       };
       CHECK(is_share(mary, rows, (share(kFemaleNames, "Mary") + share(kMaleNames, "Mary")) / 2));
       CHECK(is_share(james, rows, (share(kFemaleNames, "James") + share(kMaleNames, "James")) / 2));
     }},
    {"perlin_1d", [] { check_noise("out := perlin_1d(cycle, 3, 0.03)\n"); }},
    {"perlin_2d", [] { check_noise("out := perlin_2d(cycle, cycle / 7, 3, 0.03)\n"); }},
    {"simplex_2d", [] { check_noise("out := simplex_2d(cycle, cycle / 7, 3, 0.02)\n"); }},
    {"fractal_noise_1d", [] { check_noise("out := fractal_noise_1d(cycle, 3, 0.01, 3)\n"); }},
    {"fractal_noise_2d", [] { check_noise("out := fractal_noise_2d(cycle, cycle / 7, 3, 0.01, 3)\n"); }},
    {"random_range",
     [] {
       GraphRunner node("out := random_range(10, 20)\n");
       CHECK(is_even(counts_of([&](u64 i) { return node.at(i).as_u64() - 10; }, 10, 50000)));
     }},
    {"random_f64",
     [] {
       GraphRunner node("out := random_f64(-1.0, 3.0)\n");
       std::vector<double> values;
       for (u64 i = 0; i < 20000; ++i) values.push_back(node.at(i).as_f64());
       CHECK(uniform_distance(values, -1, 3) < kolmogorov_bound(values.size()));
     }},
    {"random_bool",
     [] {
       GraphRunner node("out := random_bool(0.3)\n");
       CHECK(follows(counts_of([&](u64 i) { return node.at(i).low(); }, 2, 50000), {0.7, 0.3}));
     }},
    {"random_bytes", [] { check_bytes("out := random_bytes(13)\n", 13); }},
    {"random_string", [] { check_text_characters("out := random_string(\"a-fXYZ\", 5)\n", "abcdefXYZ", 5); }},
};

// Nodes that draw from nothing although a word of their text says so, or whose family holds others.
const std::set<std::string_view> kNoLaw = {"blend", "clamp", "clamp_f64", "inv_lerp", "reg_shuffle_bytes"};

bool is_sampler(const NodeDef& node) {
  static const std::set<std::string_view> families = {"hashing",     "probability", "weighted", "distribution",
                                                      "permutation", "noise",       "names"};
  if (kNoLaw.contains(name_of(node)) || node.family == "adapters" || node.family == "numeric adapters") return false;
  if (families.contains(node.family)) return true;
  std::string doc(node.doc);
  if (const std::size_t at = doc.find("not hashed"); at != std::string::npos) doc.erase(at, 10);
  const std::string_view name = name_of(node);
  for (const std::string_view word : {"hashed", "hashes", "random", "Random", "permutation", "not included", "[min, max)", "[0, 1)"})
    if (doc.find(word) != std::string::npos) return true;
  return name.find("hash") != std::string_view::npos || name.starts_with("random");
}

}  // namespace

TEST_CASE("every node that draws, shuffles or hashes has a law") {
  std::set<std::string_view> with_law;
  for (const Law& law : kLaws) {
    CHECK_MESSAGE(find_node(law.node) != nullptr, law.node);
    CHECK_MESSAGE(with_law.insert(law.node).second, law.node << " twice");
  }
  for (const NodeDef* node : all_nodes()) {
    if (is_sampler(*node)) CHECK_MESSAGE(with_law.contains(name_of(*node)), name_of(*node) << " has no law");
    if (kNoLaw.contains(name_of(*node))) CHECK_FALSE(with_law.contains(name_of(*node)));
  }
}

TEST_CASE("the law of each node") {
  for (const Law& law : kLaws) {
    CAPTURE(law.node);
    law.check();
  }
}

TEST_CASE("half-open intervals never give their end") {
  struct Ends {
    double low, high;
  };
  const double denormal = 5e-324, largest = 1.7976931348623157e308;
  const Ends kEnds[] = {{0, 1},
                        {-180, 180},
                        {5, 5 + 1e-15},
                        {1, std::nextafter(1, 2)},
                        {0, denormal},
                        {-1, 0},
                        {-denormal, 0},
                        {1e16, 1e16 + 2},
                        {3, -3},
                        {1, 0},
                        {0, largest},
                        {-1e308, 1e308},
                        {-largest, largest},
                        {-1e-300, 1e-300},
                        {1e15, 1e15 + 0.125},
                        {-5.5, -5.25},
                        {0.1, 0.3},
                        {largest / 2, largest}};
  // Inputs near the end, and those whose hash is near it.
  std::vector<u64> near, hash_near, xxh3_near;
  for (u64 back = 0; back < 3000; back += back < 8 ? 1 : 97) {
    near.push_back(kMost - back);
    hash_near.push_back(unhash(kMost - back));
    xxh3_near.push_back(unxxh3(kMost - back));
    REQUIRE(native::hash(hash_near.back()) == kMost - back);
    REQUIRE(native::xxh3(xxh3_near.back()) == kMost - back);
  }
  NodeRunner unit("unit_interval");
  for (const u64 x : near) REQUIRE(unit.f64(x) < 1.0);
  const auto inside = [](double v, const Ends& e) { return e.low < e.high ? v >= e.low && v < e.high : v <= e.low && v > e.high; };
  for (const Ends& e : kEnds) {
    CAPTURE(e.low);
    CAPTURE(e.high);
    NodeRunner scaled("scale_range", literals(e.low, e.high)), hashed("hash_interval", literals(e.low, e.high)),
        vector("random_vector", literals(e.low, e.high)), drawn("random_f64", literals(e.low, e.high));
    const bool overflows = std::isinf(e.high - e.low);
    for (const u64 x : near) REQUIRE(inside(scaled.f64(x), e));
    for (const u64 x : hash_near) REQUIRE(inside(hashed.f64(x), e));
    for (const u64 x : xxh3_near) {
      const std::string text(view_text(vector.run({x, 1}).data()));
      REQUIRE(inside(std::strtod(text.c_str() + 1, nullptr), e));
    }
    for (int i = 0; i < 200 && !overflows; ++i) REQUIRE(inside(drawn.f64(), e));
  }
  GraphRunner module("out := uniform_sample(input: cycle, min: 0.1, max: 0.3)\n");
  for (const u64 x : hash_near) REQUIRE(module.at(x).as_f64() < 0.3);
  for (const u64 x : near) REQUIRE(module.at(x).as_f64() < 0.3);
}
