// One thread's part of a run: coordinates of a block in, rows of the block out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "stream/block_evaluator.h"
#include "stream/row_writer.h"
#include "stream/run_rows.h"
#include "stream/tiering.h"

namespace polydat {

class BlockWorker {
 public:
  // The tiering is told what each block took; it and the run outlive the worker.
  BlockWorker(const RowRun& run, Tiering& tiering);

  BlockEvaluator& evaluator() { return *evaluator_; }
  RowWriter& writer() { return *writer_; }
  // One column a column of the source (RowRun::driven), block_rows() words each; the other coordinates are 0.
  std::span<std::uint64_t* const> coordinate_columns() const { return coordinate_columns_; }

  // Evaluates the first rows of the coordinate columns; those that are to be written then wait for append(). Fewer rows than asked
  // for, and no failure: discard() them and ask for the others.
  BlockOutcome evaluate(std::size_t rows);
  void discard(std::size_t rows) { evaluator_->discard(rows); }
  RowSelection waiting() const { return waiting_; }
  // Appends waiting rows until none is left or `out` holds `enough` bytes. False when some are left.
  bool append(Buffer& out, std::size_t enough);

  // The coordinates of a row of the block, in the program's order, and what RowRun::driven names, in that order.
  std::vector<std::uint64_t> coordinates_of(std::size_t row);
  std::vector<Value> driven_of(std::size_t row);
  // Adds the runs and skips of its steps to those of the other workers.
  void add_counts(RunResult& result) const;

 private:
  void select(std::size_t rows);

  Tiering& tiering_;
  const RowRun& run_;
  std::uint32_t coordinate_count_;
  std::unique_ptr<BlockEvaluator> evaluator_;
  std::unique_ptr<RowWriter> writer_;
  std::vector<std::uint32_t> outputs_;
  std::optional<std::uint32_t> where_;
  std::vector<std::uint64_t*> coordinate_columns_;
  std::vector<ColumnView> columns_;  // of outputs_, since the last evaluate()
  std::vector<std::uint32_t> selected_;
  RowSelection waiting_;
};

}  // namespace polydat
