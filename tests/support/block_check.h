// A block kernel against the row kernel of the same program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernel/block_kernel.h"
#include "polydat/kernel.h"

namespace polydat::testing {

using CoordinateRows = std::vector<std::vector<std::uint64_t>>;  // one vector a coordinate, all of one length

class BlockCheck {
 public:
  BlockCheck(std::shared_ptr<const Program> program, std::size_t block_rows);

  BlockKernel& block() { return block_; }
  AnyKernel& rows() { return *rows_; }
  void set_extern(std::uint32_t input, const Value& value);

  // Runs all rows through both, in blocks of at most `piece` rows (0: the block size). Each value, each None and each failure report must
  // be equal; a failing row is left out and the run goes on behind it. Nothing, or the first difference as text.
  std::string compare(const CoordinateRows& coordinates, std::size_t count, std::size_t piece = 0);
  // Rows that were compared, and that failed in both, since construction.
  std::size_t compared = 0, failed = 0;

 private:
  std::string compare_row(std::size_t row);

  std::shared_ptr<const Program> program_;
  BlockKernel block_;
  std::unique_ptr<AnyKernel> rows_;
};

}  // namespace polydat::testing
