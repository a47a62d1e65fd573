// Tables of quantiles, which native/distribution.h samples.
#pragma once

#include <cstddef>
#include <vector>

namespace polydat {

inline constexpr std::size_t kQuantilePoints = 1001;

// Replaces each entry that is not finite by the last finite one before it, or where there is none by the next one after it; a
// list without any becomes all 0.0.
void fill_gaps(std::vector<double>& points);

// The table of a distribution: `quantile(i)` is its value at the probability i/1000, i in 0..1000, ascending calls.
template <class Quantile>
std::vector<double> quantile_table(const Quantile& quantile) {
  std::vector<double> points;
  points.reserve(kQuantilePoints);
  for (std::size_t i = 0; i < kQuantilePoints; ++i) points.push_back(quantile(i));
  fill_gaps(points);
  return points;
}

}  // namespace polydat
