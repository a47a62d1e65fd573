// Rows as little-endian columns (row_writers.h; the layout is docs/formats.md, "raw").
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "nodes/text_forms.h"
#include "stream/row_writers.h"

namespace polydat {
namespace {

constexpr std::string_view kMagic{"POLYDAT\0", 8};
constexpr std::uint32_t kVersion = 1;

template <class T>
T little_endian(T value) {
  if constexpr (std::endian::native == std::endian::big) {
    T swapped = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) swapped = static_cast<T>(swapped << 8 | ((value >> (8 * i)) & 0xff));
    return swapped;
  } else {
    return value;
  }
}

template <class T>
void append_number(Buffer& out, T value) {
  const T stored = little_endian(value);
  out.append({reinterpret_cast<const char*>(&stored), sizeof stored});
}

// Bytes a value of a fixed width takes; 0 for values of any length.
std::size_t width_of(PortType type) {
  switch (type) {
    case PortType::U8:
    case PortType::I8:
    case PortType::Bool: return 1;
    case PortType::U16:
    case PortType::I16:
    case PortType::F16: return 2;
    case PortType::U32:
    case PortType::I32:
    case PortType::F32: return 4;
    case PortType::U64:
    case PortType::I64:
    case PortType::F64: return 8;
    case PortType::U128:
    case PortType::I128:
    case PortType::Reg128:
    case PortType::RegI8x16:
    case PortType::RegI16x8:
    case PortType::RegI32x4:
    case PortType::RegI64x2:
    case PortType::RegF16x8:
    case PortType::RegF32x4:
    case PortType::RegF64x2: return 16;
    case PortType::Str:
    case PortType::Bytes:
    case PortType::Json:
    case PortType::VecI8:
    case PortType::VecI16:
    case PortType::VecI32:
    case PortType::VecI64:
    case PortType::VecF16:
    case PortType::VecF32:
    case PortType::VecF64:
    case PortType::Ext:
    case PortType::Handle:
    case PortType::Dyn: return 0;
  }
  return 0;
}

class RawRowWriter final : public RowWriter {
 public:
  explicit RawRowWriter(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void write_header(Buffer& out) override {
    out.append(kMagic);
    append_number(out, kVersion);
    append_number(out, static_cast<std::uint32_t>(columns_.size()));
    for (const Column& column : columns_) {
      append_text(out, column.name);
      append_text(out, keyword(column.type));
      out.push_back(column.may_be_none ? '\1' : '\0');
    }
  }

  std::size_t write_block(std::span<const ColumnView> columns, RowSelection rows, Buffer& out, std::size_t) override {
    if (rows.count == 0) return 0;
    append_number(out, std::uint64_t{rows.count});
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ColumnView& column = columns[i];
      if (columns_[i].may_be_none) append_none_bits(out, column, rows);
      switch (width_of(columns_[i].type)) {
        case 1: append_words<std::uint8_t>(out, column, rows); break;
        case 2: append_words<std::uint16_t>(out, column, rows); break;
        case 4: append_words<std::uint32_t>(out, column, rows); break;
        case 8: append_words<std::uint64_t>(out, column, rows); break;
        case 16: append_wide(out, column, rows); break;
        default: append_contents(out, columns_[i].type, column, rows); break;
      }
    }
    return rows.count;
  }

 private:
  static void append_text(Buffer& out, std::string_view text) {
    append_number(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
  }

  static std::size_t row_of(RowSelection rows, std::size_t i) {
    return rows.indexes == nullptr ? rows.first + i : rows.indexes[rows.first + i];
  }
  static bool is_none(const ColumnView& column, std::size_t row) { return column.none != nullptr && column.none[row * column.stride] != 0; }

  static void append_none_bits(Buffer& out, const ColumnView& column, RowSelection rows) {
    for (std::size_t at = 0; at < rows.count; at += 8) {
      std::uint8_t bits = 0;
      for (std::size_t i = at; i < std::min(at + 8, rows.count); ++i) {
        bits = static_cast<std::uint8_t>(bits | (is_none(column, row_of(rows, i)) ? 1u << (i - at) : 0u));
      }
      out.push_back(static_cast<char>(bits));
    }
  }

  template <class T>
  static void append_words(Buffer& out, const ColumnView& column, RowSelection rows) {
    char* to = out.reserve(rows.count * sizeof(T));
    if (to == nullptr) return;
    if (sizeof(T) == 8 && std::endian::native == std::endian::little && column.stride == 1 && rows.indexes == nullptr &&
        column.none == nullptr) {
      std::memcpy(to, column.words[0] + rows.first, rows.count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < rows.count; ++i) {
        const std::size_t row = row_of(rows, i);
        const T value = is_none(column, row) ? T{0} : little_endian(static_cast<T>(column.words[0][row * column.stride]));
        std::memcpy(to + i * sizeof(T), &value, sizeof(T));
      }
    }
    out.commit(rows.count * sizeof(T));
  }

  static void append_wide(Buffer& out, const ColumnView& column, RowSelection rows) {
    for (std::size_t i = 0; i < rows.count; ++i) {
      const std::size_t row = row_of(rows, i);
      const bool none = is_none(column, row);
      for (const std::uint64_t* words : column.words) append_number(out, none ? 0 : words[row * column.stride]);
    }
  }

  // The ends of all values, then their bytes.
  void append_contents(Buffer& out, PortType type, const ColumnView& column, RowSelection rows) {
    contents_.clear();
    ends_.clear();
    for (std::size_t i = 0; i < rows.count; ++i) {
      const std::size_t row = row_of(rows, i);
      if (!is_none(column, row)) append_content(type, column.words[0][row * column.stride], column.words[1][row * column.stride]);
      append_number(ends_, static_cast<std::uint64_t>(contents_.size()));
    }
    out.append(ends_.view());
    out.append(contents_.view());
  }

  void append_content(PortType type, std::uint64_t address, std::uint64_t count) {
    const std::uint64_t words[2] = {address, count};
    if (type == PortType::Str || type == PortType::Bytes || type == PortType::VecI8 ||
        (is_vector(type) && std::endian::native == std::endian::little)) {
      contents_.append({view_data<char>(address), count * element_size(type)});
    } else if (is_vector(type)) {
      const std::size_t bytes = element_size(type);
      for (std::uint64_t i = 0; i < count * bytes; ++i)
        contents_.push_back(view_data<char>(address)[i / bytes * bytes + (bytes - 1 - i % bytes)]);
    } else if (type == PortType::Json) {
      append_json(contents_, type, words);
    } else {
      append_display(contents_, type, words);
    }
  }

  std::vector<Column> columns_;
  Buffer contents_ = unlimited();
  Buffer ends_ = unlimited();

  static Buffer unlimited() {
    Buffer buffer;
    buffer.set_limit(std::size_t{1} << 46);  // each value has its own limit (--max-value)
    return buffer;
  }
};

}  // namespace

std::unique_ptr<RowWriter> make_raw_row_writer(std::vector<Column> columns) { return std::make_unique<RawRowWriter>(std::move(columns)); }

}  // namespace polydat
