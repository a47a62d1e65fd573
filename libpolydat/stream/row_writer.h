// Rows of a block, straight from its columns: csv, tsv, jsonl and map as text, raw as bytes (docs/formats.md).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/column_view.h"
#include "nodes/scratch.h"
#include "polydat/port_type.h"

namespace polydat {

enum class RowFormat : std::uint8_t { Csv, Tsv, Jsonl, Map, Raw, Tile };  // Tile: the text of the first column, and a line end

std::optional<RowFormat> row_format_from_name(
    std::string_view name);  // case-insensitive; "json" is jsonl; not Tile, which is named with its output
std::optional<RowFormat> row_format_from_path(std::string_view path);  // by suffix

// One output as a column of the rows.
struct Column {
  std::string name;
  PortType type = PortType::U64;
  bool may_be_none = false;    // false when no row of the column is ever None
  bool is_plain_text = false;  // str: no row needs to be looked through for what to quote or escape (nodes/plain_text.h)
};

// Rows of a block, in order: `first`, `first` + 1, ...; or, where `indexes` is given, indexes[first], indexes[first + 1], ...
struct RowSelection {
  std::size_t first = 0;
  std::size_t count = 0;
  const std::uint32_t* indexes = nullptr;
};

struct RowOptions {
  RowFormat format = RowFormat::Csv;
  bool header = true;                // csv, tsv
  bool nonfinite_as_string = false;  // jsonl: "NaN", "inf", "-inf" instead of null
};

// Appends whole rows to a buffer; no allocation a row once the buffer is warm. Text that is not valid UTF-8 is written with
// U+FFFD for each maximal invalid part in jsonl; the others write the bytes as they are. Belongs to one thread.
class RowWriter {
 public:
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

  virtual ~RowWriter() = default;
  virtual void write_header(Buffer& out) = 0;  // nothing for formats without one
  // Appends the rows until all are there or `out` holds `enough` bytes. How many were appended: at least one, if any was asked for.
  virtual std::size_t write_block(std::span<const ColumnView> columns, RowSelection rows, Buffer& out, std::size_t enough = no_limit) = 0;
};

// Whether the bytes tell how rows were grouped into calls of write_block (raw): a run then must not group them by time.
constexpr bool shows_blocks(RowFormat format) { return format == RowFormat::Raw; }

std::unique_ptr<RowWriter> make_row_writer(std::vector<Column> columns, const RowOptions& options);

}  // namespace polydat
