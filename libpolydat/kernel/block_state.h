// What the two ways of running a block have in common: by columns (block_columns.h), and row by row behind the same surface
// (block_rows.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernel/aligned_columns.h"
#include "kernel/block_kernel.h"
#include "kernel/program_internals.h"

namespace polydat {

// Bytes of text, bytes, vectors and boxes that one block keeps before it ends early.
inline constexpr std::size_t kMaxKeptBytes = std::size_t{8} << 20;

struct BlockState {
  BlockState(std::shared_ptr<const Program> p, std::size_t rows)
      : program(std::move(p)),
        internals(program->internals()),
        block_rows(rows),
        driven(internals.driven_column.back(), rows),
        runs(internals.plan.steps.size(), 0),
        skips(internals.plan.steps.size(), 0) {}
  // What a row of a driven input holds.
  Value driven_value(std::uint32_t input, std::size_t row) const;
  virtual ~BlockState() = default;
  BlockState(const BlockState&) = delete;
  BlockState& operator=(const BlockState&) = delete;

  virtual void set_extern(std::uint32_t input, const Value& value) = 0;
  virtual BlockOutcome run(std::size_t rows) = 0;
  virtual ColumnView column(std::uint32_t output) const = 0;

  std::shared_ptr<const Program> program;
  const ProgramInternals& internals;
  std::size_t block_rows;
  AlignedColumns driven;  // a column a word of each driven input (ProgramInternals::driven_column)
  bool ready = true;
  bool ran_native = false;  // generated code took part in the last run
  Failure failure;
  std::vector<std::uint64_t> runs, skips;  // per step
};

// Columns that run at once where every step is pure; rows one by one for volatile and side-channel steps and for the interpreter.
std::unique_ptr<BlockState> make_block_state(std::shared_ptr<const Program> program, std::size_t block_rows);

}  // namespace polydat
