// Orders by position alone: reverse_lex, diagonal, antidiagonal, extrema, shells.
#include <algorithm>

#include "graph/tuple_order_parts.h"

namespace polydat {

namespace {

__extension__ typedef unsigned __int128 Wide;

class ReverseLexPoints : public PointSequence {
 public:
  explicit ReverseLexPoints(std::vector<AxisShape> axes) : axes_(std::move(axes)) {}
  bool next(LatticePoint& point) override {
    if (!begun_) {
      begun_ = true;
      index_.clear();
      for (const AxisShape& axis : axes_) {
        if (axis.size == 0) return false;
        index_.push_back(axis.size - 1);
      }
    } else {
      std::size_t j = axes_.size();
      while (j > 0 && index_[j - 1] == 0) {
        index_[j - 1] = axes_[j - 1].size - 1;
        --j;
      }
      if (j == 0) return false;
      --index_[j - 1];
    }
    point.index = index_;
    return true;
  }

 private:
  std::vector<AxisShape> axes_;
  std::vector<std::uint64_t> index_;
  bool begun_ = false;
};

// Groups of points, and within a group row-major: allowed() knows for each axis which index can still lead to a point of the group, so
// that the walk never turns back without one.
class GroupedPoints : public PointSequence {
 public:
  explicit GroupedPoints(std::vector<AxisShape> axes) : axes_(std::move(axes)), index_(axes_.size()) {
    empty_ = std::any_of(axes_.begin(), axes_.end(), [](const AxisShape& a) { return a.size == 0; });
  }

  bool next(LatticePoint& point) override {
    if (empty_) return false;
    while (true) {
      if (!begun_) {
        if (!next_group()) return false;
        begun_ = true;
        if (walk(0, 0)) break;
      } else if (walk(axes_.size() - 1, index_.back() + 1)) {
        break;
      }
      begun_ = false;
    }
    point.index = index_;
    point.stratum = group_number();
    return true;
  }

 protected:
  virtual bool next_group() = 0;
  // The least allowed index of axis `axis` from `from` on, given the indices before it.
  virtual std::optional<std::uint64_t> allowed(std::size_t axis, std::uint64_t from) = 0;
  // The index of `axis` is chosen: what allowed(axis + 1) needs.
  virtual void chosen(std::size_t axis) = 0;
  virtual std::uint64_t group_number() const { return 0; }

  std::vector<AxisShape> axes_;
  std::vector<std::uint64_t> index_;

 private:
  bool walk(std::size_t axis, std::uint64_t from) {
    for (;;) {
      const std::optional<std::uint64_t> found = allowed(axis, from);
      if (found.has_value()) {
        index_[axis] = *found;
        chosen(axis);
        if (axis + 1 == axes_.size()) return true;
        ++axis;
        from = 0;
        continue;
      }
      if (axis == 0) return false;
      --axis;
      from = index_[axis] + 1;
    }
  }

  bool begun_ = false;
  bool empty_ = false;
};

class DiagonalPoints : public GroupedPoints {
 public:
  DiagonalPoints(std::vector<AxisShape> axes, bool descending)
      : GroupedPoints(std::move(axes)), descending_(descending), before_(axes_.size() + 1, 0), after_(axes_.size() + 1, 0) {
    for (std::size_t j = axes_.size(); j-- > 0;) after_[j] = after_[j + 1] + (axes_[j].size == 0 ? 0 : axes_[j].size - 1);
  }

 protected:
  bool next_group() override {
    if (!begun_) sum_ = descending_ ? after_[0] : 0;
    else if (sum_ == (descending_ ? 0 : after_[0])) return false;
    else sum_ = descending_ ? sum_ - 1 : sum_ + 1;
    begun_ = true;
    return true;
  }
  std::optional<std::uint64_t> allowed(std::size_t axis, std::uint64_t from) override {
    const Wide rest = sum_ - before_[axis];
    const Wide low = std::max<Wide>(from, rest > after_[axis + 1] ? rest - after_[axis + 1] : 0);
    const Wide high = std::min<Wide>(axes_[axis].size - 1, rest);
    if (low > high) return std::nullopt;
    return static_cast<std::uint64_t>(low);
  }
  void chosen(std::size_t axis) override { before_[axis + 1] = before_[axis] + index_[axis]; }

 private:
  bool descending_;
  bool begun_ = false;
  Wide sum_ = 0;
  std::vector<Wide> before_, after_;  // sums of the indices before an axis, of the greatest ones from an axis on
};

class ExtremaPoints : public GroupedPoints {
 public:
  explicit ExtremaPoints(std::vector<AxisShape> axes)
      : GroupedPoints(std::move(axes)), before_(axes_.size() + 1, 0), after_(axes_.size() + 1, 0) {
    for (std::size_t j = axes_.size(); j-- > 0;) after_[j] = after_[j + 1] + (axes_[j].size > 2 ? 1 : 0);
  }

 protected:
  bool next_group() override {
    if (begun_ && stratum_ == after_[0]) return false;
    if (begun_) ++stratum_;
    begun_ = true;
    return true;
  }
  std::optional<std::uint64_t> allowed(std::size_t axis, std::uint64_t from) override {
    const std::uint64_t size = axes_[axis].size;
    const std::uint64_t rest = stratum_ - before_[axis];
    const bool end_allowed = rest <= after_[axis + 1];
    const bool inner_allowed = rest >= 1 && rest - 1 <= after_[axis + 1];
    if (from == 0 && end_allowed) return 0;
    const std::uint64_t inner = std::max<std::uint64_t>(from, 1);
    if (inner_allowed && size > 2 && inner <= size - 2) return inner;
    if (end_allowed && size > 1 && from <= size - 1) return size - 1;
    return std::nullopt;
  }
  void chosen(std::size_t axis) override {
    const bool is_end = index_[axis] == 0 || index_[axis] == axes_[axis].size - 1;
    before_[axis + 1] = before_[axis] + (is_end ? 0 : 1);
  }
  std::uint64_t group_number() const override { return stratum_; }

 private:
  bool begun_ = false;
  std::uint64_t stratum_ = 0;
  std::vector<std::uint64_t> before_, after_;  // inner indices before an axis; axes from one on that have inner indices
};

// Distances are doubled: |2i - (s - 1)|.
class ShellPoints : public GroupedPoints {
 public:
  explicit ShellPoints(std::vector<AxisShape> axes) : GroupedPoints(std::move(axes)), reached_(axes_.size() + 1, false) {}

 protected:
  bool next_group() override {
    if (!begun_) {
      for (const AxisShape& axis : axes_) distance_ = std::max(distance_, axis.size - 1);
    } else if (distance_ == 0) {
      return false;
    } else {
      --distance_;
    }
    begun_ = true;
    last_reaching_ = -1;
    for (std::size_t j = 0; j < axes_.size(); ++j)
      if (reaches(j)) last_reaching_ = static_cast<std::ptrdiff_t>(j);
    return true;
  }
  std::optional<std::uint64_t> allowed(std::size_t axis, std::uint64_t from) override {
    const std::uint64_t last = axes_[axis].size - 1;
    const bool later = reached_[axis] || static_cast<std::ptrdiff_t>(axis) < last_reaching_;
    if (later) {
      const std::uint64_t low = distance_ >= last ? 0 : (last - distance_ + 1) / 2;
      const std::uint64_t high = distance_ >= last ? last : (last + distance_) / 2;
      const std::uint64_t found = std::max(from, low);
      if (found > high) return std::nullopt;
      return found;
    }
    if (!reaches(axis)) return std::nullopt;
    const std::uint64_t low = (last - distance_) / 2, high = (last + distance_) / 2;
    if (from <= low) return low;
    if (from <= high) return high;
    return std::nullopt;
  }
  void chosen(std::size_t axis) override {
    const std::uint64_t last = axes_[axis].size - 1;
    const std::uint64_t i = index_[axis];
    const std::uint64_t from_centre = i >= last - i ? i - (last - i) : (last - i) - i;
    reached_[axis + 1] = reached_[axis] || from_centre == distance_;
  }

 private:
  bool reaches(std::size_t axis) const {
    const std::uint64_t last = axes_[axis].size - 1;
    return distance_ <= last && (last - distance_) % 2 == 0;
  }

  bool begun_ = false;
  std::uint64_t distance_ = 0;
  std::ptrdiff_t last_reaching_ = -1;  // the last axis that has an index at that distance
  std::vector<bool> reached_;
};

}  // namespace

std::unique_ptr<PointSequence> make_geometric_points(OrderStrategy strategy, std::vector<AxisShape> axes) {
  if (strategy == OrderStrategy::ReverseLex) return std::make_unique<ReverseLexPoints>(std::move(axes));
  if (strategy == OrderStrategy::Extrema) return std::make_unique<ExtremaPoints>(std::move(axes));
  if (strategy == OrderStrategy::Shells) return std::make_unique<ShellPoints>(std::move(axes));
  return std::make_unique<DiagonalPoints>(std::move(axes), strategy == OrderStrategy::Antidiagonal);
}

}  // namespace polydat
