// Making weighted choices among texts (weighted_texts.h).
#include "nodes/weighted_texts.h"

#include <algorithm>
#include <utility>

#include "nodes/alias_table.h"

namespace polydat {
namespace {

// The least draw of 2^32 that alias_pick does not find below the bias. Draws as floats grow with the draw, so that one integer says
// the same; the estimate is a step or two away.
std::uint64_t first_not_below(double bias) {
  constexpr std::uint64_t kDraws = std::uint64_t{1} << 32;
  const auto is_below = [bias](std::uint64_t draw) { return static_cast<double>(draw) / 4294967295.0 < bias; };
  auto draw = static_cast<std::uint64_t>(std::clamp(bias, 0.0, 1.0) * 4294967295.0);
  while (draw > 0 && !is_below(draw - 1)) --draw;
  while (draw < kDraws && is_below(draw)) ++draw;
  return draw;
}

}  // namespace

WeightedTexts::WeightedTexts(PaddedTexts texts, std::span<const double> weights) : texts_(std::move(texts)), column_(weights.size()) {
  for (const native::AliasCell& cell : build_alias_table(weights))
    cells_.push_back({first_not_below(cell.bias), {texts_.place(cell.own), texts_.place(cell.other)}});
}

}  // namespace polydat
