// The source that walks over a product of ranges (coordinate_source.h).
#include <algorithm>
#include <utility>

#include "stream/coordinate_source.h"

namespace polydat {
namespace {

class GridSource final : public CoordinateSource {
 public:
  GridSource(std::vector<CoordinateRange> ranges, u128 first, u128 count)
      : ranges_(std::move(ranges)), index_(ranges_.size()), left_(count), count_(count) {
    for (std::size_t i = ranges_.size(); i-- > 0 && count != 0;) {
      index_[i] = static_cast<std::uint64_t>(first % ranges_[i].count);
      first /= ranges_[i].count;
    }
  }

  Status next(std::span<std::uint64_t> coords) override {
    if (left_ == 0) return Status::End;
    --left_;
    for (std::size_t i = 0; i < ranges_.size(); ++i) coords[i] = value(i);
    advance(1);
    return Status::Row;
  }

  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    rows = left_ < most ? static_cast<std::size_t>(left_) : most;
    left_ -= rows;
    for (std::size_t done = 0; done < rows;) {
      const std::size_t run = run_length(rows - done);
      for (std::size_t i = 0; i < ranges_.size(); ++i) {
        const std::uint64_t first = value(i);
        const std::uint64_t step = i + 1 == ranges_.size() ? ranges_[i].step : 0;
        for (std::size_t r = 0; r < run; ++r) columns[i][done + r] = first + step * r;
      }
      advance(run);
      done += run;
    }
    return rows < most ? Status::End : Status::Row;
  }

  bool ready() override { return true; }
  const std::string& message() const override { return message_; }
  std::optional<u128> size() const override { return count_; }

 private:
  std::uint64_t value(std::size_t input) const { return ranges_[input].first + ranges_[input].step * index_[input]; }

  // Rows in which only the last coordinate moves, at most `most`.
  std::size_t run_length(std::size_t most) const {
    if (ranges_.empty()) return most;
    const u128 left = ranges_.back().count - index_.back();
    return left < most ? static_cast<std::size_t>(left) : most;
  }

  // By at most what run_length gave.
  void advance(std::size_t rows) {
    u128 carry = rows;
    for (std::size_t i = ranges_.size(); i-- > 0 && carry != 0;) {
      const u128 index = index_[i] + carry;
      carry = index == ranges_[i].count ? 1 : 0;
      index_[i] = carry != 0 ? 0 : static_cast<std::uint64_t>(index);
    }
  }

  std::vector<CoordinateRange> ranges_;
  std::vector<std::uint64_t> index_;  // of the next row's coordinate in its range
  u128 left_;
  u128 count_;
  std::string message_;
};

}  // namespace

std::unique_ptr<CoordinateSource> make_grid_source(std::vector<CoordinateRange> ranges, u128 first, u128 count) {
  return std::make_unique<GridSource>(std::move(ranges), first, count);
}

}  // namespace polydat
