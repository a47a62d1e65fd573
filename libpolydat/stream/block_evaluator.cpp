// Blocks of rows from any engine (block_evaluator.h).
#include "stream/block_evaluator.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "kernel/program_internals.h"
#include "nodes/dyn_value.h"

namespace polydat {
namespace {

class InBlocks final : public BlockEvaluator {
 public:
  explicit InBlocks(std::shared_ptr<const Program> program) : kernel_(std::move(program)) {}

  bool ready() const override { return kernel_.ready(); }
  std::size_t block_rows() const override { return kernel_.block_rows(); }
  std::uint64_t* coordinate_column(std::uint32_t input, std::uint32_t word) override { return kernel_.coordinate_column(input, word); }
  void discard(std::size_t rows) override { kernel_.discard(rows); }
  BlockOutcome run(std::size_t rows) override { return kernel_.run(rows); }
  const Failure& failure() const override { return kernel_.failure(); }
  ColumnView column(std::uint32_t output) const override { return kernel_.column(output); }
  bool ran_native() const override { return kernel_.ran_native(); }
  std::span<const std::uint64_t> step_runs() const override { return kernel_.step_runs(); }
  std::span<const std::uint64_t> step_skips() const override { return kernel_.step_skips(); }

 private:
  BlockKernel kernel_;
};

// A row kernel whose values are copied out after each row. The block ends early when they get large.
class RowByRow final : public BlockEvaluator {
 public:
  explicit RowByRow(const std::shared_ptr<const Program>& program)
      : kernel_(make_kernel(program, ready_)),
        internals_(program->internals()),
        row_(program->coord_count()),
        driven_(internals_.driven_column.back() * kRows),
        skips_(kernel_->step_runs().size()) {
    for (const OutputInfo& output : program->outputs()) {
      OutputColumn column{output.type, {}, {}, std::vector<std::uint8_t>(output.may_be_none ? kRows : 0)};
      for (std::vector<std::uint64_t>& words : column.words) words.resize(kRows);
      if (color_of(output.type) == SlotColor::Ref2) column.contents.resize(kRows);
      columns_.push_back(std::move(column));
    }
  }

  bool ready() const override { return ready_; }
  std::size_t block_rows() const override { return kRows; }
  std::uint64_t* coordinate_column(std::uint32_t input, std::uint32_t word) override {
    return driven_.data() + (internals_.driven_column[input] + word) * kRows;
  }

  void discard(std::size_t rows) override {
    for (auto column = driven_.begin(); column != driven_.end(); column += kRows)
      std::copy(column + static_cast<std::ptrdiff_t>(rows), column + kRows, column);
  }

  BlockOutcome run(std::size_t rows) override {
    std::size_t bytes = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = driven_[i * kRows + row];
      kernel_->set_inputs(row_);
      for (std::uint32_t i = internals_.coord_count; i < internals_.driven_count; ++i) {
        const std::uint64_t words[2] = {coordinate_column(i, 0)[row], coordinate_column(i, words_of(internals_.inputs[i].type) - 1)[row]};
        kernel_->set_input_at(i, Value::from_words(internals_.inputs[i].type, words, false));
      }
      if (!kernel_->eval()) return {row, true};
      ++rows_;
      for (std::uint32_t i = 0; i < columns_.size(); ++i) bytes += keep(columns_[i], i, row);
      if (bytes > kMostBytes) {
        rows = row + 1;
        break;
      }
    }
    const std::span<const std::uint64_t> runs = kernel_->step_runs();
    for (std::size_t s = 0; s < runs.size(); ++s) skips_[s] = runs[s] == 0 || runs[s] > rows_ ? 0 : rows_ - runs[s];
    return {rows, false};
  }

  const Failure& failure() const override { return kernel_->failure(); }

  ColumnView column(std::uint32_t output) const override {
    const OutputColumn& column = columns_[output];
    return {column.type, {column.words[0].data(), column.words[1].data()}, 1, column.none.empty() ? nullptr : column.none.data()};
  }

  std::span<const std::uint64_t> step_runs() const override { return kernel_->step_runs(); }
  std::span<const std::uint64_t> step_skips() const override { return skips_; }

 private:
  static constexpr std::size_t kRows = 256;
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;  // of the contents of one block

  struct OutputColumn {
    PortType type;
    std::array<std::vector<std::uint64_t>, 2> words;
    std::vector<Value> contents;  // what the words of references point into
    std::vector<std::uint8_t> none;
  };

  // The bytes that the value's content takes.
  std::size_t keep(OutputColumn& column, std::uint32_t output, std::size_t row) {
    if (!column.none.empty()) column.none[row] = kernel_->is_none(output) ? 1 : 0;
    if (!column.contents.empty()) {
      kernel_->value(output, column.contents[row]);
      if (column.type == PortType::Dyn) column.contents[row] = to_dyn(column.contents[row]);  // as the wire carries it
      std::tie(column.words[0][row], column.words[1][row]) = column.contents[row].words();
      return column.contents[row].text().size();
    }
    const std::uint64_t* const words = kernel_->output_words(output);
    column.words[0][row] = words[0];
    if (words_of(column.type) == 2) column.words[1][row] = words[1];
    return 0;
  }

  bool ready_ = false;
  std::unique_ptr<AnyKernel> kernel_;
  const ProgramInternals& internals_;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint64_t> driven_;  // kRows of the first column, of the second, ... (ProgramInternals::driven_column)
  std::vector<OutputColumn> columns_;
  std::vector<std::uint64_t> skips_;
  std::uint64_t rows_ = 0;
};

}  // namespace

bool runs_in_blocks(const Program& program) { return program.engine() != Engine::Interpreter && !program.has_side_effects(); }

std::unique_ptr<BlockEvaluator> make_block_evaluator(std::shared_ptr<const Program> program) {
  if (runs_in_blocks(*program)) return std::make_unique<InBlocks>(std::move(program));
  return std::make_unique<RowByRow>(program);
}

}  // namespace polydat
