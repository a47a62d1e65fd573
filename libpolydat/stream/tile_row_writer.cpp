// Documents instead of rows: the text of one tile, each followed by a line end.
#include <new>

#include "nodes/cell_text.h"
#include "nodes/text_forms.h"
#include "stream/row_writers.h"

namespace polydat {
namespace {

class TileRowWriter final : public RowWriter {
 public:
  void write_header(Buffer&) override {}

  std::size_t write_block(std::span<const ColumnView> columns, RowSelection rows, Buffer& out, std::size_t enough) override {
    const ColumnView& column = columns.front();
    std::size_t written = 0;
    for (; written < rows.count; ++written) {
      if (written > 0 && out.size() >= enough) break;
      const std::size_t row = rows.indexes == nullptr ? rows.first + written : rows.indexes[rows.first + written];
      const std::size_t at = row * column.stride;
      const bool is_none = column.none != nullptr && column.none[at] != 0;
      const std::uint64_t words[2] = {column.words[0][at], column.words[1] == nullptr ? 0 : column.words[1][at]};
      if (column.type == PortType::Str) {
        const std::string_view text = is_none ? std::string_view() : view_text(words);
        char* const to = out.reserve(text.size() + 1);
        if (to == nullptr) throw std::bad_alloc();  // past the buffer's limit, which is far past any row
        *put_plain_text(to, text) = '\n';
        out.commit(text.size() + 1);
      } else {
        append_display(out, column.type, words, is_none);
        out.push_back('\n');
      }
    }
    return written;
  }
};

}  // namespace

std::unique_ptr<RowWriter> make_tile_row_writer() { return std::make_unique<TileRowWriter>(); }

}  // namespace polydat
