// Ranges and numbers of the command line, and the source that counts through them (coordinate_source.h).
#include <algorithm>
#include <array>
#include <utility>

#include "stream/coordinate_source.h"
#include "stream/number_field.h"

namespace polydat {
namespace {

constexpr u128 kPastEnd = u128{1} << 64;

struct Suffix {
  std::string_view text;
  std::uint64_t factor;
};
// Longer ones first: `Ki` ends in no other suffix, but a search by length is then not needed.
constexpr std::array<Suffix, 10> kSuffixes{{
    {"Ki", std::uint64_t{1} << 10},
    {"Mi", std::uint64_t{1} << 20},
    {"Gi", std::uint64_t{1} << 30},
    {"Ti", std::uint64_t{1} << 40},
    {"Pi", std::uint64_t{1} << 50},
    {"K", 1'000},
    {"M", 1'000'000},
    {"G", 1'000'000'000},
    {"T", 1'000'000'000'000},
    {"P", 1'000'000'000'000'000},
}};

// A number up to `most`, which is 2^64 - 1 or 2^64.
std::optional<u128> parse_up_to(std::string_view text, u128 most, std::string& error) {
  std::string_view digits = text;
  std::uint64_t factor = 1;
  for (const Suffix& suffix : kSuffixes) {
    if (!digits.ends_with(suffix.text)) continue;
    digits.remove_suffix(suffix.text.size());
    factor = suffix.factor;
    break;
  }
  // 2^64 itself, the one value past 64 bits that an end may have.
  std::string_view significant = digits;
  while (significant.size() > 1 && significant.front() == '0') significant.remove_prefix(1);
  if (most == kPastEnd && factor == 1 && significant == "18446744073709551616") return kPastEnd;
  NumberReader reader;
  for (const char c : digits) reader.feed(c);
  if (!reader.good()) {
    error = quote_for_message(text) + ' ' + (digits.empty() && !text.empty() ? "has no digits before its suffix" : reader.complaint());
    return std::nullopt;
  }
  const u128 value = u128{reader.value()} * factor;
  if (value > most) {
    error = quote_for_message(text) + " is past 18446744073709551615";
    return std::nullopt;
  }
  return value;
}

class RangeSource final : public CoordinateSource {
 public:
  RangeSource(std::vector<CoordinateRange> ranges, u128 count) : left_(count), count_(count) {
    for (const CoordinateRange& range : ranges) {
      next_.push_back(range.first);
      step_.push_back(range.step);
    }
  }

  Status next(std::span<std::uint64_t> coords) override {
    if (left_ == 0) return Status::End;
    --left_;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      coords[i] = next_[i];
      next_[i] += step_[i];  // may wrap behind the last row, where it is not read
    }
    return Status::Row;
  }

  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    rows = left_ < most ? static_cast<std::size_t>(left_) : most;
    left_ -= rows;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const std::uint64_t first = next_[i];
      const std::uint64_t step = step_[i];
      std::uint64_t* const column = columns[i];
      for (std::size_t r = 0; r < rows; ++r) column[r] = first + step * r;
      next_[i] = first + step * rows;
    }
    return rows < most ? Status::End : Status::Row;
  }

  bool ready() override { return true; }
  const std::string& message() const override { return message_; }
  std::optional<u128> size() const override { return count_; }

 private:
  std::vector<std::uint64_t> next_;
  std::vector<std::uint64_t> step_;
  u128 left_;
  u128 count_;
  std::string message_;
};

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view text, std::string& error) {
  const std::optional<u128> value = parse_up_to(text, kPastEnd - 1, error);
  if (!value) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<CoordinateRange> parse_range(std::string_view text, std::string& error) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    error = quote_for_message(text) + " is not a range: A..B, A..=B or A.. is expected";
    return std::nullopt;
  }
  const std::string_view begin_text = text.substr(0, dots);
  std::string_view end_text = text.substr(dots + 2);
  CoordinateRange range;
  if (const std::size_t colon = end_text.find(':'); colon != std::string_view::npos) {
    const std::optional<std::uint64_t> step = parse_number(end_text.substr(colon + 1), error);
    if (!step) {
      error = "the step " + error;
      return std::nullopt;
    }
    if (*step == 0) {
      error = "the step of " + quote_for_message(text) + " is 0";
      return std::nullopt;
    }
    range.step = *step;
    end_text = end_text.substr(0, colon);
  }
  const bool inclusive = end_text.starts_with('=');
  if (inclusive) end_text.remove_prefix(1);
  if (begin_text.empty() || (inclusive && end_text.empty())) {
    error = quote_for_message(text) + (begin_text.empty() ? " has no begin" : " has no end");
    return std::nullopt;
  }
  const std::optional<std::uint64_t> begin = parse_number(begin_text, error);
  if (!begin) return std::nullopt;
  u128 end = kPastEnd;  // excluded
  if (!end_text.empty()) {
    const std::optional<u128> given = parse_up_to(end_text, inclusive ? kPastEnd - 1 : kPastEnd, error);
    if (!given) return std::nullopt;
    if (*begin > *given) {
      error = "the range " + quote_for_message(text) + " ends before it begins";
      return std::nullopt;
    }
    end = *given + (inclusive ? 1u : 0u);
  }
  range.first = *begin;
  range.count = (end - *begin + range.step - 1) / range.step;
  return range;
}

CoordinateSource::Status CoordinateSource::next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) {
  std::vector<std::uint64_t> row(columns.size());
  rows = 0;
  while (rows < most) {
    if (rows != 0 && !ready()) return Status::Row;
    const Status status = next(row);
    if (status != Status::Row) return status;
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i][rows] = row[i];
    ++rows;
  }
  return Status::Row;
}

std::unique_ptr<CoordinateSource> make_range_source(std::vector<CoordinateRange> ranges, u128 count) {
  return std::make_unique<RangeSource>(std::move(ranges), count);
}

}  // namespace polydat
