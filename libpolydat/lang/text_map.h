// Where each character of a text that was taken out of the source stands there. Escapes, dropped comments and removed blanks make the two
// differ; a placeholder in a string, a hole of a tile and a clause of a `for` are parsed from the text, and their mistakes point into the
// source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "polydat/diagnostic.h"

namespace polydat::lang {

// A half-open range of offsets into a text that is not the source.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

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
    const auto& point = *point_of(offset);
    return point.second + (offset - point.first);
  }
  // An empty range stays empty.
  SourceRange to_source(TextRange range) const {
    const std::uint32_t begin = to_source(range.begin);
    return {begin, range.end > range.begin ? to_source(range.end - 1) + 1 : begin};
  }
  TextRange to_text(TextRange range) const {
    const SourceRange mapped = to_source(range);
    return {mapped.begin, mapped.end};
  }
  // This text of `size` characters lies in another one, and that in the source.
  TextMap through(const TextMap& outer, std::uint32_t size) const {
    TextMap out;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto [from, to] = points_[i];
      const std::uint32_t length = (i + 1 < points_.size() ? points_[i + 1].first : std::max(size, from)) - from;
      out.add(from, outer.to_source(to));
      for (auto p = outer.point_of(to) + 1; p != outer.points_.end() && p->first < to + length; ++p)
        out.add(from + (p->first - to), p->second);
    }
    return out;
  }

 private:
  using Points = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Points::const_iterator point_of(std::uint32_t offset) const {
    return std::upper_bound(points_.begin(), points_.end(), offset,
                            [](std::uint32_t value, const auto& point) { return value < point.first; }) -
           1;
  }

  Points points_;  // never empty; the first has `from` 0
};

// Where the parts of a text stand, when that is known; else all of it is one place.
struct TextPlaces {
  std::shared_ptr<const TextMap> map;
  SourceRange whole;

  SourceRange at(TextRange range) const { return map != nullptr ? map->to_source(range) : whole; }
};

}  // namespace polydat::lang
