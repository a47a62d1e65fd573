// Rows as text: csv, tsv, jsonl, map.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/scratch.h"
#include "polydat/port_type.h"

namespace polydat {

enum class RowFormat : std::uint8_t { Csv, Tsv, Jsonl, Map };

std::optional<RowFormat> row_format_from_name(std::string_view name);      // case-insensitive; "json" is jsonl
std::optional<RowFormat> row_format_from_path(std::string_view path);      // by suffix

struct Column {
  std::string name;
  PortType type = PortType::U64;
};

// One value of a row: its slot words, or None.
struct Cell {
  const std::uint64_t* words = nullptr;
  bool none = false;
};

struct RowOptions {
  RowFormat format = RowFormat::Csv;
  bool header = true;
  bool nonfinite_as_string = false;  // jsonl: "NaN", "inf", "-inf" instead of null
};

// Appends whole rows to a buffer; no allocation a row once the buffer is warm. Text that is not valid UTF-8 is written with
// U+FFFD for each maximal invalid part in jsonl; csv, tsv and map write the bytes as they are.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void write_header(Buffer& out) = 0;  // nothing for formats without one
  virtual void write_row(std::span<const Cell> cells, Buffer& out) = 0;
};

std::unique_ptr<RowWriter> make_row_writer(std::vector<Column> columns, const RowOptions& options);

}  // namespace polydat
