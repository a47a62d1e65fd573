// Rows compared with a file of rows (expected_rows.h).
#include "expected_rows.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace polydat::app {

namespace {

constexpr std::size_t kReadStep = std::size_t{256} << 10;

// Where the record that begins at `at` ends, its line end included; npos when it does not end here. A csv cell between quotes may
// hold line ends.
std::size_t record_end(std::string_view text, std::size_t at, RowFormat format) {
  std::size_t from = at;
  bool quoted = false;
  while (true) {
    const std::size_t end = text.find('\n', from);
    if (end == std::string_view::npos) return end;
    if (format == RowFormat::Csv &&
        std::count(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(end), '"') % 2 != 0)
      quoted = !quoted;
    from = end + 1;
    if (!quoted) return from;
  }
}

std::string_view without_line_end(std::string_view record) {
  if (record.ends_with('\n')) record.remove_suffix(1);
  return record;
}

// The cells of a record; empty when it cannot be cut into them.
std::vector<std::string> csv_cells(std::string_view record) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (record[i] == '"') {
      if (quoted && i + 1 < record.size() && record[i + 1] == '"') cells.back() += record[++i];
      else quoted = !quoted;
    } else if (record[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += record[i];
    }
  }
  return cells;
}

std::vector<std::string> tsv_cells(std::string_view record) {
  std::vector<std::string> cells;
  while (true) {
    const std::size_t end = record.find('\t');
    cells.emplace_back(record.substr(0, end));
    if (end == std::string_view::npos) return cells;
    record.remove_prefix(end + 1);
  }
}

std::vector<std::string> json_cells(std::string_view record, const std::vector<std::string>& columns) {
  const auto tree = nlohmann::ordered_json::parse(record, nullptr, false);
  std::vector<std::string> cells;
  if (!tree.is_object() || tree.size() != columns.size()) return cells;
  for (const std::string& column : columns) {
    if (!tree.contains(column)) return {};
    cells.push_back(tree[column].dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  return cells;
}

std::vector<std::string> map_cells(std::string_view record, const std::vector<std::string>& columns) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string key = columns[i] + "=";
    if (!record.starts_with(key)) return {};
    record.remove_prefix(key.size());
    const std::size_t end = i + 1 < columns.size() ? record.find(" " + columns[i + 1] + "=") : record.size();
    if (end == std::string_view::npos) return {};
    cells.emplace_back(record.substr(0, end));
    record.remove_prefix(std::min(end + 1, record.size()));
  }
  return cells;
}

std::vector<std::string> cells_of(std::string_view record, RowFormat format, const std::vector<std::string>& columns) {
  switch (format) {
    case RowFormat::Csv: return csv_cells(record);
    case RowFormat::Tsv: return tsv_cells(record);
    case RowFormat::Jsonl: return json_cells(record, columns);
    case RowFormat::Map: return map_cells(record, columns);
    case RowFormat::Raw:
    case RowFormat::Tile: break;  // refused: no text, no lines
  }
  return {};
}

}  // namespace

ExpectedRows::ExpectedRows(int fd, std::string path, std::uint64_t first_line, const RowOptions& options, std::vector<std::string> columns)
    : fd_(fd),
      path_(std::move(path)),
      options_(options),
      columns_(std::move(columns)),
      line_(first_line),
      header_next_(options.header && (options.format == RowFormat::Csv || options.format == RowFormat::Tsv)) {}

ExpectedRows::~ExpectedRows() { close(fd_); }

void ExpectedRows::rows_follow(std::span<const std::uint64_t* const> coordinates, RowSelection rows) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    const std::size_t row = rows.indexes == nullptr ? rows.first + i : rows.indexes[rows.first + i];
    std::vector<std::uint64_t>& of_row = coordinates_.emplace_back();
    for (const std::uint64_t* column : coordinates) of_row.push_back(column[row]);
  }
}

bool ExpectedRows::next_expected(std::string_view& record) {
  while (true) {
    std::size_t end = record_end(text_, at_, options_.format);
    if (end == std::string::npos && file_ended_ && at_ < text_.size()) end = text_.size();
    if (end != std::string::npos) {
      record = std::string_view(text_).substr(at_, end - at_);
      at_ = end;
      return true;
    }
    if (file_ended_) return false;
    text_.erase(0, at_);
    at_ = 0;
    const std::size_t before = text_.size();
    text_.resize(before + std::max(kReadStep, before));  // a long record is looked at again a few times only
    ssize_t got;
    do { got = read(fd_, text_.data() + before, text_.size() - before); } while (got < 0 && errno == EINTR);
    text_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) message_ = path_ + " cannot be read: " + std::strerror(errno);
    file_ended_ = got <= 0;
  }
}

SinkStatus ExpectedRows::write_out(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = record_end(bytes, at, options_.format);
    const std::string_view actual = bytes.substr(at, end - at);
    std::string_view expected;
    if (next_expected(expected)) {
      if (expected != actual) compare(expected, actual);
      line_ += static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), '\n'));
    } else {
      note({RowDifference::Kind::Surplus, line_, row_, {}, {}, {}, std::string(without_line_end(actual))});
    }
    if (!message_.empty()) return SinkStatus::Failed;
    if (!header_next_) {
      ++row_;
      if (!coordinates_.empty()) coordinates_.pop_front();
    }
    header_next_ = false;
    at += actual.size();
  }
  return SinkStatus::Ok;
}

void ExpectedRows::compare(std::string_view expected, std::string_view actual) {
  RowDifference difference{header_next_ ? RowDifference::Kind::Header : RowDifference::Kind::Row,
                           line_,
                           row_,
                           {},
                           {},
                           std::string(without_line_end(expected)),
                           std::string(without_line_end(actual))};
  if (difference.expected == difference.actual) difference.kind = RowDifference::Kind::LineEnd;
  else if (!header_next_) find_cell(difference, difference.expected, difference.actual);
  note(std::move(difference));
}

void ExpectedRows::find_cell(RowDifference& difference, std::string_view expected, std::string_view actual) const {
  std::vector<std::string> wanted = cells_of(expected, options_.format, columns_);
  std::vector<std::string> found = cells_of(actual, options_.format, columns_);
  if (wanted.size() != columns_.size() || found.size() != columns_.size()) return;
  const auto [w, f] = std::mismatch(wanted.begin(), wanted.end(), found.begin());
  if (w == wanted.end()) return;  // written in another way
  difference.kind = RowDifference::Kind::Cell;
  difference.column = columns_[static_cast<std::size_t>(w - wanted.begin())];
  difference.expected = std::move(*w);
  difference.actual = std::move(*f);
}

void ExpectedRows::note(RowDifference difference) {
  ++differing_;
  if (first_.size() == most_shown) return;
  if (!header_next_ && !coordinates_.empty()) difference.coordinates = coordinates_.front();
  first_.push_back(std::move(difference));
}

SinkStatus ExpectedRows::finish(bool complete) {
  const SinkStatus status = flush();
  if (status != SinkStatus::Ok || !complete) return status;
  std::string_view expected;
  for (std::uint64_t row = row_; next_expected(expected); ++row) {
    note({RowDifference::Kind::Missing, line_, row, {}, {}, std::string(without_line_end(expected)), {}});
    line_ += static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), '\n'));
  }
  return message_.empty() ? SinkStatus::Ok : SinkStatus::Failed;
}

}  // namespace polydat::app
