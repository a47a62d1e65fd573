// One thread's part of a run (block_worker.h).
#include "stream/block_worker.h"

#include <algorithm>
#include <chrono>

namespace polydat {
namespace {

std::vector<Column> columns_of(const Program& program, std::span<const std::uint32_t> outputs) {
  std::vector<Column> columns;
  for (const std::uint32_t output : outputs) {
    const OutputInfo& info = program.outputs()[output];
    columns.push_back({info.name, info.type, info.may_be_none, info.is_plain_text});
  }
  return columns;
}

}  // namespace

BlockWorker::BlockWorker(const RowRun& run, Tiering& tiering)
    : tiering_(tiering),
      run_(run),
      coordinate_count_(run.program->coord_count()),
      evaluator_(make_block_evaluator(run.program)),
      outputs_(run.outputs),
      where_(run.where_output) {
  if (outputs_.empty()) {
    for (std::uint32_t i = 0; i < run.program->outputs().size(); ++i) outputs_.push_back(i);
  }
  writer_ = make_row_writer(columns_of(*run.program, outputs_), run.rows);
  for (std::uint32_t i = 0; i < coordinate_count_; ++i) std::fill_n(evaluator_->coordinate_column(i), evaluator_->block_rows(), 0u);
  for (const std::uint32_t input : run.driven)
    for (std::uint32_t w = 0; w < words_of(run.program->inputs()[input].type); ++w)
      coordinate_columns_.push_back(evaluator_->coordinate_column(input, w));
  columns_.resize(outputs_.size());
  if (where_) selected_.resize(evaluator_->block_rows());
}

BlockOutcome BlockWorker::evaluate(std::size_t rows) {
  const auto begin = std::chrono::steady_clock::now();
  const BlockOutcome outcome = evaluator_->run(rows);
  tiering_.took(rows, std::chrono::steady_clock::now() - begin, evaluator_->ran_native());
  for (std::size_t i = 0; i < outputs_.size(); ++i) columns_[i] = evaluator_->column(outputs_[i]);
  select(outcome.rows);
  return outcome;
}

void BlockWorker::select(std::size_t rows) {
  waiting_ = {0, rows, nullptr};
  if (!where_) return;
  const ColumnView condition = evaluator_->column(*where_);
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t at = row * condition.stride;
    const std::uint64_t words[2] = {condition.words[0][at], words_of(condition.type) == 2 ? condition.words[1][at] : 0};
    selected_[count] = static_cast<std::uint32_t>(row);
    count += (condition.none == nullptr || condition.none[at] == 0) && is_true(condition.type, words) ? 1 : 0;
  }
  waiting_ = {0, count, count == rows ? nullptr : selected_.data()};
}

bool BlockWorker::append(Buffer& out, std::size_t enough) {
  const std::size_t written = writer_->write_block(columns_, waiting_, out, enough);
  waiting_.first += written;
  waiting_.count -= written;
  return waiting_.count == 0;
}

std::vector<std::uint64_t> BlockWorker::coordinates_of(std::size_t row) {
  std::vector<std::uint64_t> coordinates;
  for (std::uint32_t i = 0; i < coordinate_count_; ++i) coordinates.push_back(evaluator_->coordinate_column(i)[row]);
  return coordinates;
}

std::vector<Value> BlockWorker::driven_of(std::size_t row) {
  std::vector<Value> values;
  for (const std::uint32_t input : run_.driven) {
    const PortType type = run_.program->inputs()[input].type;
    const std::uint64_t words[2] = {evaluator_->coordinate_column(input)[row],
                                    evaluator_->coordinate_column(input, words_of(type) - 1)[row]};
    values.push_back(Value::from_words(type, words, false));
  }
  return values;
}

void BlockWorker::add_counts(RunResult& result) const {
  const auto add = [](std::vector<std::uint64_t>& sums, std::span<const std::uint64_t> counts) {
    sums.resize(counts.size());
    for (std::size_t s = 0; s < counts.size(); ++s) sums[s] += counts[s];
  };
  add(result.step_runs, evaluator_->step_runs());
  add(result.step_skips, evaluator_->step_skips());
}

}  // namespace polydat
