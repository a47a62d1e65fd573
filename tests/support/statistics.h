// Statistics for the tests of sampling nodes. Every bound is passed by chance less than once in a million; inputs are fixed, so a test that
// passes passes again.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace polydat::testing {

// Pearson's statistic; with k cells it is about k-1.
inline double chi_square(const std::vector<double>& counts, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  return sum;
}
inline double chi_square_bound(std::size_t cells) {
  const double freedom = static_cast<double>(cells) - 1;
  return freedom + 5 * std::sqrt(2 * freedom) + 5;
}

// Counts against shares of 1.
inline bool follows(const std::vector<double>& counts, const std::vector<double>& shares) {
  double rows = 0;
  for (const double c : counts) rows += c;
  std::vector<double> expected;
  for (const double s : shares) expected.push_back(s * rows);
  return counts.size() == shares.size() && chi_square(counts, expected) < chi_square_bound(counts.size());
}
inline bool is_even(const std::vector<double>& counts) {
  return follows(counts, std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size())));
}

// Whether `hits` of `rows` is what a coin of that probability gives.
inline bool is_share(double hits, double rows, double probability) {
  return std::fabs(hits - rows * probability) <= 5 * std::sqrt(rows * probability * (1 - probability)) + 1;
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
inline double kolmogorov_bound(std::size_t values) { return 2.7 / std::sqrt(static_cast<double>(values)); }

// Whether every value of [first, first + count) occurs once.
inline bool is_permutation_of(std::vector<std::uint64_t> values, std::uint64_t first) {
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != first + i) return false;
  return true;
}
inline bool are_distinct(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

}  // namespace polydat::testing
