// Rows compared with a file of rows, as they are made: what --expect and `golden check` end with.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "stream/output_sink.h"
#include "stream/run_rows.h"

namespace polydat::app {

// One row, or the header, that is not what the file says.
struct RowDifference {
  enum class Kind : std::uint8_t {
    Cell,  // `column` has another value
    Row,   // the rows as a whole: they cannot be told apart by columns
    Header,
    Surplus,  // the file has no such row
    Missing,  // the run has no such row
    LineEnd,  // the file's last line lacks its end
  };
  Kind kind = Kind::Row;
  std::uint64_t line = 1;                  // of the file
  std::uint64_t row = 0;                   // from 0
  std::vector<std::uint64_t> coordinates;  // of that row; empty for Header and Missing
  std::string column, expected, actual;
};

// The sink of such a run, and its journal. Holds one buffer of each side, whatever the number of rows.
class ExpectedRows final : public OutputSink, public RowJournal {
 public:
  static constexpr std::size_t most_shown = 10;

  // Takes `fd`, which stands where the rows begin, at line `first_line` of the file. Text formats only.
  ExpectedRows(int fd, std::string path, std::uint64_t first_line, const RowOptions& options, std::vector<std::string> columns);
  ~ExpectedRows() override;

  void rows_follow(std::span<const std::uint64_t* const> coordinates, RowSelection rows) override;
  // `complete` false: rows of the file that did not come are no differences.
  SinkStatus finish(bool complete) override;
  std::string_view message() const override { return message_; }

  std::uint64_t rows() const { return row_; }             // seen from the run
  std::uint64_t differing() const { return differing_; }  // rows, and the header
  const std::vector<RowDifference>& first() const { return first_; }

 private:
  SinkStatus write_out(std::string_view bytes) override;
  // The file's next record, its line end included; false at the end or after a failure.
  bool next_expected(std::string_view& record);
  void compare(std::string_view expected, std::string_view actual);
  void note(RowDifference difference);
  void find_cell(RowDifference& difference, std::string_view expected, std::string_view actual) const;

  int fd_;
  std::string path_;
  RowOptions options_;
  std::vector<std::string> columns_;
  std::string text_;  // of the file, from `at_` on not yet compared
  std::size_t at_ = 0;
  bool file_ended_ = false;
  std::uint64_t line_;  // of the next record
  bool header_next_;
  std::uint64_t row_ = 0;
  std::deque<std::vector<std::uint64_t>> coordinates_;  // of the rows that were announced and not yet compared
  std::uint64_t differing_ = 0;
  std::vector<RowDifference> first_;
  std::string message_;
};

}  // namespace polydat::app
