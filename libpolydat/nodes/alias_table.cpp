// Building alias tables (nodes/alias_table.h).
//
// The two work lists are queues, first in, first out, and sums run from left to right: the order decides the last bits of the
// biases, and with them which rows take an alias.
#include "nodes/alias_table.h"

#include <cmath>
#include <numeric>

namespace polydat {

std::vector<double> scaled_weights(std::span<const double> weights) {
  std::vector<double> scaled(weights.begin(), weights.end());
  const double sum = std::accumulate(scaled.begin(), scaled.end(), 0.0);
  const double factor = !std::isfinite(sum) ? 0x1p-600 : sum < 0x1p-900 ? 0x1p600 : 1.0;
  for (double& weight : scaled) weight *= factor;
  return scaled;
}

std::vector<native::AliasCell> build_alias_table(std::span<const double> weights, std::span<const std::uint64_t> values) {
  const std::size_t count = weights.size();
  std::vector<double> share = scaled_weights(weights);  // in units of one column
  const double scale = static_cast<double>(count) / std::accumulate(share.begin(), share.end(), 0.0);
  for (double& s : share) s *= scale;

  std::vector<native::AliasCell> cells;
  cells.reserve(count);
  std::vector<std::size_t> small, large;  // queues: the front is an index
  for (std::size_t i = 0; i < count; ++i) {
    cells.push_back({1.0, values[i], values[i]});
    (share[i] < 1.0 ? small : large).push_back(i);
  }
  std::size_t small_front = 0, large_front = 0;
  while (small_front < small.size() && large_front < large.size()) {
    const std::size_t a = small[small_front++];
    const std::size_t b = large[large_front++];
    cells[a].bias = share[a];
    cells[a].other = values[b];
    share[b] -= 1.0 - share[a];
    (share[b] < 1.0 ? small : large).push_back(b);
  }
  return cells;
}

std::vector<native::AliasCell> build_alias_table(std::span<const double> weights) {
  std::vector<std::uint64_t> indexes(weights.size());
  std::iota(indexes.begin(), indexes.end(), std::uint64_t{0});
  return build_alias_table(weights, indexes);
}

}  // namespace polydat
