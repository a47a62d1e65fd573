// The makers of the row writers behind make_row_writer (row_writer.h).
#pragma once

#include <memory>
#include <vector>

#include "stream/row_writer.h"

namespace polydat {

std::unique_ptr<RowWriter> make_text_row_writer(std::vector<Column> columns, const RowOptions& options);  // csv, tsv, jsonl, map
std::unique_ptr<RowWriter> make_tile_row_writer();
std::unique_ptr<RowWriter> make_raw_row_writer(std::vector<Column> columns);

}  // namespace polydat
