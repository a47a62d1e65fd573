// The surface of a block kernel over a row kernel: for programs whose order of runs can be observed (volatile and side-channel steps) and
// for the interpreter. Rows are evaluated one after another, so effects happen in row order, as in row mode, and stop at the
// row that fails.
#pragma once

#include <memory>
#include <vector>

#include "kernel/block_state.h"
#include "nodes/scratch.h"

namespace polydat {

class BlockRows final : public BlockState {
 public:
  BlockRows(std::shared_ptr<const Program> p, std::size_t rows);

  void set_extern(std::uint32_t input, const Value& value) override;
  BlockOutcome run(std::size_t rows) override;
  ColumnView column(std::uint32_t output) const override;

 private:
  struct OutputColumn {
    std::uint32_t first = 0;  // of its words in space_
    Scratch content;          // references: copies, since a row kernel keeps one row
    std::vector<std::shared_ptr<const void>> boxes;
    std::vector<std::uint8_t> none;
  };
  void copy_row(std::size_t row);

  std::unique_ptr<AnyKernel> kernel_;
  AlignedColumns space_;
  std::vector<OutputColumn> outputs_;
  std::vector<std::uint64_t> row_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace polydat
