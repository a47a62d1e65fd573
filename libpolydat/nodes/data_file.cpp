// Finding rows in mapped files (nodes/data_file.h).
#include "nodes/data_file.h"

#include <algorithm>

#include "nodes/json_text.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

struct Row {
  std::string_view text;
  std::size_t next = 0;  // offset of the row behind it
};

Row row_up_to(std::string_view content, std::size_t from, std::size_t line_feed) {
  if (line_feed == std::string_view::npos) return {content.substr(from), content.size()};
  std::string_view text = content.substr(from, line_feed - from);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {text, line_feed + 1};
}

Row line_at(std::string_view content, std::size_t from) { return row_up_to(content, from, content.find('\n', from)); }

// A quote opens a quoted part at the start of a field only. A part that never ends takes the rest of the content.
Row record_at(std::string_view content, std::size_t from, bool& closed) {
  closed = true;
  const Row line = line_at(content, from);
  if (line.text.find('"') == std::string_view::npos) return line;
  for (std::size_t at = from;; ++at) {
    if (at < content.size() && content[at] == '"') {
      ++at;
      for (;;) {
        at = content.find('"', at);
        if (at == std::string_view::npos) {
          closed = false;
          return {content.substr(from), content.size()};
        }
        if (at + 1 >= content.size() || content[at + 1] != '"') break;
        at += 2;
      }
      ++at;
    }
    at = content.find_first_of(",\n", at);
    if (at == std::string_view::npos || content[at] == '\n') return row_up_to(content, from, at);
  }
}

bool is_record_kind(RowKind kind) { return kind == RowKind::Records || kind == RowKind::FilledRecords; }

Row raw_row_at(RowKind kind, std::string_view content, std::size_t from, bool& closed) {
  closed = true;
  return is_record_kind(kind) ? record_at(content, from, closed) : line_at(content, from);
}

// Whether rows of white space only do not count.
bool skips_blank(RowKind kind) { return kind == RowKind::FilledLines || kind == RowKind::JsonLines || kind == RowKind::FilledRecords; }

bool is_skipped(RowKind kind, std::string_view row) { return skips_blank(kind) && trim_white_space(row).empty(); }

}  // namespace

std::shared_ptr<const DataRows> DataRows::read(int fd, RowKind kind, std::string& why) {
  auto rows = std::make_shared<DataRows>();
  rows->kind_ = kind;
  rows->file_ = MappedFile::map(fd, why);
  if (rows->file_ == nullptr || !rows->build_index(why)) return nullptr;
  if (rows->intact()) return rows;
  why = "it changed while it was read";
  return nullptr;
}

bool DataRows::build_index(std::string& why) {
  const std::string_view content = file_->content();
  bool header_is_next = is_record_kind(kind_);
  for (std::size_t at = 0; at < content.size();) {
    bool closed = true;
    const Row row = raw_row_at(kind_, content, at, closed);
    const auto refuse = [&](std::string_view what) {
      const std::string_view before = content.substr(0, at);
      why = "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ": " + std::string(what);
      return false;
    };
    if (!closed) return refuse("a quoted field does not end");
    if (!is_valid_utf8(row.text)) return refuse("it is not UTF-8");
    if (kind_ == RowKind::Records && !has_valid_quotes(row.text))
      return refuse("a quoted field is not followed by a comma or the end of the record");
    if (header_is_next) {
      header_ = row.text;
      first_ = row.next;
      header_is_next = false;
    } else if (!is_skipped(kind_, row.text)) {
      if (kind_ == RowKind::JsonLines) {
        std::string fault;
        if (!check_json(row.text, fault)) return refuse(fault);
      }
      if (count_ % stride_ == 0) {
        if (marks_.size() == kMostMarks) {  // every other mark goes
          for (std::size_t i = 0; 2 * i < marks_.size(); ++i) marks_[i] = marks_[2 * i];
          marks_.resize(kMostMarks / 2);
          stride_ *= 2;
        }
        if (count_ % stride_ == 0) marks_.push_back(at);
      }
      ++count_;
    }
    file_->count_read(row.next - at);
    at = row.next;
  }
  return true;
}

std::string_view DataRows::row(std::uint64_t ordinal, RowPlace& place) const {
  const std::string_view content = file_->content();
  const std::uint64_t wanted = ordinal % count_;
  const std::uint64_t mark = wanted / stride_;
  if (place.row > wanted || place.row < mark * stride_ || place.offset == 0) place = {mark * stride_, marks_[mark]};
  const std::size_t from = place.offset;
  std::size_t at = from;
  for (bool closed = true;;) {
    const Row row = raw_row_at(kind_, content, at, closed);
    const bool skipped = is_skipped(kind_, row.text);
    if ((!skipped && place.row == wanted) || row.next >= content.size()) {  // the end: only in a file that changed
      file_->count_read(row.next - from);
      if (row.next < content.size() && !skipped) place = {wanted + 1, row.next};
      else place = {};
      return row.text;
    }
    place.row += skipped ? 0 : 1;
    at = row.next;
  }
}

std::shared_ptr<const MappedFile> DataFiles::file(std::string_view path, std::string& why) {
  const int fd = open_(path, why);
  return fd < 0 ? nullptr : MappedFile::map(fd, why);
}

std::shared_ptr<const DataRows> DataFiles::rows(std::string_view path, RowKind kind, std::string& why) {
  const auto [at, fresh] = rows_.try_emplace({std::string(path), kind});
  if (!fresh && at->second != nullptr) return at->second;
  const int fd = open_(path, why);
  if (fd >= 0) at->second = DataRows::read(fd, kind, why);
  return at->second;
}

}  // namespace polydat
