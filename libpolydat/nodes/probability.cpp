// Coins and choices: functions of their inputs.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "nodes/alias_table.h"
#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/text_list.h"
#include "nodes/weight_spec.h"

namespace polydat {
namespace {

namespace n = native;

// A probability as the threshold and the flag that native::coin_flip takes; clamped to [0, 1].
void prepare_coin(PrepareContext& c) {
  const double p = c.f64(0);
  c.add_u64(n::saturate(n::clamp_double(p, 0.0, 1.0) * n::kTwo64));
  c.add_u64(p >= 1.0 ? 1 : 0);
}

void prepare_n_of(PrepareContext& c) {
  constexpr std::uint64_t most = 65536;
  if (c.u64(1) < 1 || c.u64(1) > most) return c.refuse(1, fmt::format("m {} must be 1 to {}", c.u64(1), most));
  if (c.u64(0) > c.u64(1)) return c.refuse(0, fmt::format("cannot choose {} of {}", c.u64(0), c.u64(1)));
  c.add_all_literals();
}

void one_of(std::uint64_t input, const TextList& list, StrOut& value) { value.append(list.texts[n::hash(input) % list.texts.size()]); }

// Texts with the running sums of their weights; the last sum is 1.
struct CumulativeTexts : Prepared {
  std::vector<std::string> texts;
  std::vector<double> sums;
};

void prepare_one_of_weighted(PrepareContext& c) {
  std::string why;
  const auto entries = parse_weighted(c.str(0), ";,", SpecParts::AsWritten, WeightRule::Positive, why);
  if (!entries) return c.refuse(0, std::move(why));
  auto choice = std::make_shared<CumulativeTexts>();
  const std::vector<double> weights = scaled_weights(weights_of(*entries));
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double sum = 0.0;
  for (const double weight : weights) choice->sums.push_back(sum += weight / total);
  choice->sums.back() = 1.0;
  for (const WeightedEntry& entry : *entries) choice->texts.emplace_back(entry.label);
  c.add_object<CumulativeTexts>(std::move(choice));
}

// The first sum at or above the draw; among equal sums the last one, when the draw is that sum.
std::size_t find_sum(const std::vector<double>& sums, double draw) {
  const auto after = std::upper_bound(sums.begin(), sums.end(), draw);
  const auto index = static_cast<std::size_t>(after - sums.begin());
  return index > 0 && sums[index - 1] == draw ? index - 1 : std::min(index, sums.size() - 1);
}

void one_of_weighted(std::uint64_t input, const CumulativeTexts& choice, StrOut& value) {
  value.append(choice.texts[find_sum(choice.sums, n::unit(n::hash(input)))]);
}

void prepare_alias_sample(PrepareContext& c) {
  if (c.size() == 0) return c.refuse(0, "the list of weights is empty; give at least one");
  std::vector<double> weights;
  weights.reserve(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    const std::string fault = why_not_a_weight(c.f64(i), false);
    if (!fault.empty()) return c.refuse(i, fmt::format("weight {} of {}: {}", i + 1, c.size(), fault));
    weights.push_back(c.f64(i));
  }
  if (*std::max_element(weights.begin(), weights.end()) == 0) return c.refuse(0, "all weights are 0; at least one must be above 0");
  if (!c.fits(0, weights.size() * sizeof(n::AliasCell), "the table of weights")) return;
  c.add_table(build_alias_table(weights));
}

// Unlabelled pieces are weights of 0, 1, 2, ...; one colon anywhere makes all pieces label:weight.
void prepare_histribution(PrepareContext& c) {
  constexpr std::string_view separators = " ,;";
  const std::string_view spec = c.str(0);
  std::vector<std::uint64_t> labels;
  std::vector<double> weights;
  if (spec.find(':') != std::string_view::npos) {
    std::string why;
    const auto entries = parse_weighted_u64(spec, separators, SpecParts::AsWritten, WeightRule::NotNegative, labels, why);
    if (!entries) return c.refuse(0, std::move(why));
    weights = weights_of(*entries);
  } else {
    for (const SpecPiece& piece : split_spec(spec, separators)) {
      const std::optional<double> weight = parse_f64(piece.text);
      if (!weight) return c.refuse(0, spec_fault(piece, "it is not a number"));
      const std::string fault = why_not_a_weight(*weight, false);
      if (!fault.empty()) return c.refuse(0, spec_fault(piece, fault));
      labels.push_back(weights.size());
      weights.push_back(*weight);
    }
    if (weights.empty()) return c.refuse(0, "the text has no entries; it lists weights, or label:weight entries");
    if (*std::max_element(weights.begin(), weights.end()) == 0) return c.refuse(0, "all weights are 0; at least one must be above 0");
  }
  if (!c.fits(0, weights.size() * sizeof(n::AliasCell), "the table of weights")) return;
  c.add_table(build_alias_table(weights, labels));
}

constexpr NodeDef kRows[] = {
    native_row<&n::fair_coin>({.signature = "fair_coin(input: u64) -> u64",
                               .family = "probability",
                               .doc = "0 or 1, each half of the time. The input is hashed.",
                               .example = "input cycle: u64\nout := fair_coin(cycle)\n"}),
    native_row<&n::unfair_coin>({.signature = "unfair_coin(input: u64, const p: f64 probability) -> u64",
                                 .family = "probability",
                                 .doc = "1 with probability p, else 0. The input is hashed.",
                                 .example = "input cycle: u64\nout := unfair_coin(cycle, 0.3)\n"}),
    native_row<&n::chance>({.signature = "chance(input: u64, const p: f64 probability) -> f64",
                            .family = "probability",
                            .doc = "1.0 with probability p, else 0.0. The input is hashed.",
                            .example = "input cycle: u64\nout := chance(cycle, 0.3)\n"}),
    native_row<&n::coin_flip>({.signature = "coin_flip(input: u64, const probability: f64 = 0.5) -> bool",
                               .family = "probability",
                               .doc = "true with the probability, which is clamped to [0, 1]. The input is not hashed: feed it hash(...).",
                               .example = "input cycle: u64\nout := coin_flip(hash(cycle), 0.25)\n",
                               .prepare = prepare_coin}),
    native_row<&n::n_of>({.signature = "n_of(input: u64, const n: u64, const m: u64) -> u64",
                          .family = "probability",
                          .doc = "1 for exactly n of each m inputs in a row, at places that look random, else 0. The input is hashed.",
                          .example = "input cycle: u64\nout := n_of(cycle, 3, 10)\n",
                          .prepare = prepare_n_of}),
    closure_row<&one_of>({.signature = "one_of(input: u64, const values: str...) -> str",
                          .family = "probability",
                          .doc = "One of the texts, all equally often. The input is hashed.",
                          .example = "input cycle: u64\nout := one_of(cycle, \"red\", \"green\", \"blue\")\n",
                          .text = TextContent::OfParts,
                          .why_closure = "writes text",
                          .prepare = prepare_text_list}),
    closure_row<&one_of_weighted>(
        {.signature = "one_of_weighted(input: u64, const spec: str) -> str",
         .family = "probability",
         .doc = "One of the texts of \"text:weight, ...\", in proportion to the weights, each above 0. The input is hashed.",
         .example = "input cycle: u64\nout := one_of_weighted(cycle, \"red:60,blue:30,green:10\")\n",
         .why_closure = "writes text",
         .prepare = prepare_one_of_weighted}),
    native_row<&n::blend>({.signature = "blend(a: f64, b: f64, const mix: f64 probability) -> f64",
                           .family = "probability",
                           .doc = "a*(1 - mix) + b*mix.",
                           .example = "input cycle: u64\nout := blend(to_f64(cycle), 100.0, 0.25)\n"}),
    native_row<&n::alias_pick>(
        {.signature = "alias_sample(input: u64, const weights: f64...) -> u64",
         .family = "probability",
         .doc = "The index of one of the weights, in proportion to them. The input is not hashed: feed it hash(...).",
         .example = "input cycle: u64\nout := alias_sample(hash(cycle), 0.5, 0.3, 0.2)\n",
         .prepare = prepare_alias_sample}),
    native_row<&n::alias_pick>(
        {.signature = "histribution(input: u64, const spec: str) -> u64",
         .family = "probability",
         .doc = "One of the labels of \"label:weight ...\", or of 0, 1, 2, ... for a list of weights alone. The input is not hashed: feed "
                "it hash(...).",
         .example = "input cycle: u64\nout := histribution(hash(cycle), \"234:50 33:25 17:13 3:12\")\n",
         .prepare = prepare_histribution}),
};

}  // namespace

std::span<const NodeDef> probability_nodes() { return kRows; }

}  // namespace polydat
