// Blocks of rows from any program: of a block kernel (kernel/block_kernel.h); or, for the interpreter and for programs with side
// effects, of a row kernel whose values are collected into columns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "kernel/block_kernel.h"
#include "polydat/kernel.h"

namespace polydat {

// One thread's. Every member means what BlockKernel's of the same name does.
class BlockEvaluator {
 public:
  virtual ~BlockEvaluator() = default;
  virtual bool ready() const = 0;
  virtual std::size_t block_rows() const = 0;
  virtual std::uint64_t* coordinate_column(std::uint32_t input, std::uint32_t word = 0) = 0;
  virtual void discard(std::size_t rows) = 0;
  virtual BlockOutcome run(std::size_t rows) = 0;
  virtual const Failure& failure() const = 0;
  virtual ColumnView column(std::uint32_t output) const = 0;
  virtual bool ran_native() const { return false; }
  // Runs and skips of each step, counted in what runs at once: blocks, or rows. All zero where the program was compiled without
  // counting.
  virtual std::span<const std::uint64_t> step_runs() const = 0;
  virtual std::span<const std::uint64_t> step_skips() const = 0;
};

std::unique_ptr<BlockEvaluator> make_block_evaluator(std::shared_ptr<const Program> program);
// Whether a block of this program is evaluated at once, or row by row.
bool runs_in_blocks(const Program& program);

}  // namespace polydat
