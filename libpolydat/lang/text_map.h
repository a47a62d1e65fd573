// Where each character of a string's processed text stands in the source. Escapes make the two differ; a placeholder inside a
// string is parsed from the processed text and its mistakes point into the source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace polydat::lang {

class TextMap {
 public:
  // A text that is the source itself, which begins at `base`.
  explicit TextMap(std::uint32_t base = 0) : points_{{0, base}} {}

  // From processed offset `from` on, until the next point, source = `to` + distance. Points come in order of `from`.
  void add(std::uint32_t from, std::uint32_t to) {
    if (points_.back().first == from) {
      points_.back().second = to;
    } else if (points_.back().second + (from - points_.back().first) != to) {
      points_.emplace_back(from, to);
    }
  }
  // O(log points).
  std::uint32_t to_source(std::uint32_t offset) const {
    const auto after = std::upper_bound(points_.begin(), points_.end(), offset,
                                        [](std::uint32_t value, const auto& point) { return value < point.first; });
    const auto& point = *(after - 1);
    return point.second + (offset - point.first);
  }
  bool is_identity() const { return points_.size() == 1 && points_[0].second == 0; }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> points_;  // never empty; the first has `from` 0
};

}  // namespace polydat::lang
