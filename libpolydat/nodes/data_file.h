// Rows of text, CSV and JSONL files, by number (nodes-data page, 2). A file is mapped, not loaded: its rows are found through an
// index of at most kMostMarks places, made by one pass over the file when the graph is compiled.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodes/mapped_file.h"
#include "nodes/row_form.h"

namespace polydat {

enum class RowKind : std::uint8_t {
  Lines,          // every line, without LF or CRLF
  FilledLines,    // lines that are not white space only
  JsonLines,      // the same; each is a JSON text
  Records,        // CSV records behind the first; every one has valid quotes
  FilledRecords,  // the same without those of white space only; their fields are not looked at
};

inline constexpr std::size_t kMostMarks = std::size_t{1} << 20;

// Where a reader of rows stands: rows that follow each other are found at once.
struct RowPlace {
  std::uint64_t row = 0;
  std::size_t offset = 0;
};

class DataRows : public Prepared {
 public:
  // Maps and indexes; null and a reason for a file that is not UTF-8 or whose rows are not of `kind`. Takes `fd`.
  static std::shared_ptr<const DataRows> read(int fd, RowKind kind, std::string& why);

  std::uint64_t count() const { return count_; }
  // The row `ordinal` modulo the count, which is not 0. It is good if intact() says so afterwards.
  std::string_view row(std::uint64_t ordinal, RowPlace& place) const;
  // The first record of a CSV file.
  std::string_view header() const { return header_; }
  bool intact() const { return file_->intact(); }

 private:
  bool build_index(std::string& why);

  std::shared_ptr<const MappedFile> file_;
  RowKind kind_ = RowKind::Lines;
  std::string header_;
  std::size_t first_ = 0;  // offset behind the header
  std::uint64_t count_ = 0;
  std::uint64_t stride_ = 1;          // a power of 2
  std::vector<std::uint64_t> marks_;  // offsets of rows 0, stride, 2 * stride, ...
};

// The files that one compilation reads: each is opened, mapped and indexed once for each kind, however often a graph names it.
class DataFiles {
 public:
  // A descriptor of the regular file that a graph calls `path`; -1 and a reason when it may not or cannot be read.
  using Open = std::function<int(std::string_view path, std::string& why)>;
  explicit DataFiles(Open open) : open_(std::move(open)) {}

  std::shared_ptr<const DataRows> rows(std::string_view path, RowKind kind, std::string& why);
  std::shared_ptr<const MappedFile> file(std::string_view path, std::string& why);

 private:
  Open open_;
  std::map<std::pair<std::string, RowKind>, std::shared_ptr<const DataRows>> rows_;
};

// Field `index` of a CSV record: what stands between the commas, without quotes around it and white space at its ends; empty when
// the record has fewer.
struct CsvField {
  std::string_view text;
  bool quoted = false;  // `""` in it stands for `"`
};
CsvField csv_field_of(std::string_view record, std::uint64_t index);
void append_csv_field(Buffer& to, CsvField field);
// The column that `name` means: a number from 0, else the first field of the header that is equal.
std::optional<std::uint64_t> csv_column(std::string_view header, std::string_view name);
// Whether only a comma or the end of the record follows each quoted field.
bool has_valid_quotes(std::string_view record);

}  // namespace polydat
