// Fields of CSV records (nodes/data_file.h).
#include <algorithm>

#include "nodes/data_file.h"
#include "nodes/number_parse.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

// The end of the field at `from`: the comma behind it or the end of the record.
struct FieldEnd {
  std::size_t end = 0;
  bool closed = true;  // its quotes end, and nothing follows them
};
FieldEnd end_of_field(std::string_view record, std::size_t from) {
  if (from >= record.size() || record[from] != '"') return {std::min(record.find(',', from), record.size()), true};
  std::size_t at = from + 1;
  for (;;) {
    at = record.find('"', at);
    if (at == std::string_view::npos) return {record.size(), false};
    if (at + 1 >= record.size() || record[at + 1] != '"') break;
    at += 2;
  }
  const std::size_t end = std::min(record.find(',', at), record.size());
  return {end, end == at + 1};
}

CsvField content_of(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"';
  if (quoted) text = text.substr(1, text.size() - 2);
  return {trim_white_space(text), quoted};
}

}  // namespace

CsvField csv_field_of(std::string_view record, std::uint64_t index) {
  for (std::size_t from = 0;; --index) {
    const std::size_t end = end_of_field(record, from).end;
    if (index == 0) return content_of(record.substr(from, end - from));
    if (end == record.size()) return {};
    from = end + 1;
  }
}

std::optional<std::uint64_t> csv_column(std::string_view header, std::string_view name) {
  if (const auto number = parse_integer<std::uint64_t>(name)) return number;
  std::uint64_t column = 0;
  Buffer field;
  for (std::size_t from = 0;; ++column) {
    const std::size_t end = end_of_field(header, from).end;
    field.clear();
    append_csv_field(field, content_of(header.substr(from, end - from)));
    if (field.view() == name) return column;
    if (end == header.size()) return std::nullopt;
    from = end + 1;
  }
}

void append_csv_field(Buffer& to, CsvField field) {
  if (field.quoted) {
    for (std::size_t quote; (quote = field.text.find("\"\"")) != std::string_view::npos; field.text.remove_prefix(quote + 2)) {
      to.append(field.text.substr(0, quote + 1));
    }
  }
  to.append(field.text);
}

bool has_valid_quotes(std::string_view record) {
  if (record.find('"') == std::string_view::npos) return true;
  for (std::size_t from = 0;;) {
    const FieldEnd field = end_of_field(record, from);
    if (!field.closed) return false;
    if (field.end == record.size()) return true;
    from = field.end + 1;
  }
}

}  // namespace polydat
