// The block shape of execution (design D8): many rows at once over the same plan, slots as columns. One thread's state over a Program.
//
//   BlockKernel kernel(program);
//   fill(kernel.coordinate_column(0), kernel.block_rows());
//   const BlockOutcome outcome = kernel.run(kernel.block_rows());
//   writer.write_block(columns, outcome.rows, ...);         // kernel.column(output) for each output
//
// Gives the same bits as a row kernel for every node. Programs with volatile or side-channel steps run row by row, in row order: such
// programs must be run by one thread. Any number of block kernels may share a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "kernel/column_view.h"
#include "polydat/kernel.h"

namespace polydat {

// Three ways to come back: all rows asked for; failed; or fewer rows than asked for and not failed, when the contents of text, bytes,
// vectors and trees got too large to be kept for more rows at once (design D13). The rows that are left are then asked for again:
//
//   for (std::size_t left = rows; left != 0;) {
//     const BlockOutcome outcome = kernel.run(left);
//     write(outcome.rows);
//     if (outcome.failed) break;
//     left -= outcome.rows;
//     kernel.discard(outcome.rows);
//   }
struct BlockOutcome {
  std::size_t rows = 0;  // rows whose values are all there
  bool failed = false;   // row `rows` could not be computed; failure() says why
};

struct BlockState;

class BlockKernel {
 public:
  // `block_rows` 0: chosen so that the live columns stay in cache, 64 to 1,024.
  explicit BlockKernel(std::shared_ptr<const Program> program, std::size_t block_rows = 0);
  ~BlockKernel();
  BlockKernel(BlockKernel&&) noexcept;
  BlockKernel& operator=(BlockKernel&&) noexcept;

  // False when a const binding could not be captured: no row can be made, and failure() says why.
  bool ready() const;
  std::size_t block_rows() const;

  // Where the caller writes a coordinate, or word `word` of an element of a traversal (an input behind the coordinates): block_rows()
  // words, 64-byte aligned. What lies there may be changed between runs only. References point to what the caller keeps until the next
  // run; every row of a run has a value.
  std::uint64_t* coordinate_column(std::uint32_t input, std::uint32_t word = 0);
  // Moves the coordinates and elements behind the first `rows` rows to the front.
  void discard(std::size_t rows);
  // Other externs and shared cells, by index among Program::inputs(); every row sees the value. None clears an extern.
  AccessError set_input_at(std::uint32_t index, const Value& value);

  // Evaluates the first `rows` rows (at most block_rows()) of the coordinate columns. The columns of the outputs hold the values
  // of outcome.rows rows until the next run. A step whose inputs did not change since the last run is not run.
  BlockOutcome run(std::size_t rows);
  // Of the failing row of the last run; names the node, the place, the operands.
  const Failure& failure() const;

  ColumnView column(std::uint32_t output) const;

  // Whether generated code took part in the last run.
  bool ran_native() const;

  // Since construction: blocks in which step s ran, and blocks in which it did not have to.
  std::span<const std::uint64_t> step_runs() const;
  std::span<const std::uint64_t> step_skips() const;

 private:
  std::unique_ptr<BlockState> state_;
};

}  // namespace polydat
