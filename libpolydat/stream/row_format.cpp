// The names of row formats, and the writer of each (row_writer.h).
#include <array>
#include <utility>

#include "stream/row_writer.h"
#include "stream/row_writers.h"

namespace polydat {
namespace {

struct FormatName {
  std::string_view name;
  RowFormat format;
};
constexpr std::array<FormatName, 7> kFormatNames{{{"csv", RowFormat::Csv},
                                                  {"tsv", RowFormat::Tsv},
                                                  {"jsonl", RowFormat::Jsonl},
                                                  {"json", RowFormat::Jsonl},
                                                  {"ndjson", RowFormat::Jsonl},
                                                  {"map", RowFormat::Map},
                                                  {"raw", RowFormat::Raw}}};

}  // namespace

std::optional<RowFormat> row_format_from_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const FormatName& known : kFormatNames) {
    if (known.name == lower) return known.format;
  }
  return std::nullopt;
}

std::optional<RowFormat> row_format_from_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  return row_format_from_name(path.substr(dot + 1));
}

std::unique_ptr<RowWriter> make_row_writer(std::vector<Column> columns, const RowOptions& options) {
  if (options.format == RowFormat::Raw) return make_raw_row_writer(std::move(columns));
  if (options.format == RowFormat::Tile) return make_tile_row_writer();
  return make_text_row_writer(std::move(columns), options);
}

}  // namespace polydat
