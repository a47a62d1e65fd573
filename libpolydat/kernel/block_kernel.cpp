#include "kernel/block_kernel.h"

#include <algorithm>
#include <cstring>

#include "kernel/block_columns.h"
#include "kernel/block_rows.h"

namespace polydat {

namespace {

// Bytes of live columns that stay near the core, and that a kernel may take at all (a graph may have a million outputs). With 70 live columns
// 512 rows are 5 to 8 % quicker than 256: each loop has a start; they fit half of a second-level cache of 1 MiB.
constexpr std::size_t kCacheBytes = std::size_t{512} << 10;
constexpr std::size_t kMostBytes = std::size_t{32} << 20;
constexpr std::size_t kFewestRows = 256, kMostRows = 1024;

std::size_t choose_block_rows(std::size_t columns) {
  const std::size_t bytes_a_row = 8 * std::max<std::size_t>(columns, 1);
  std::size_t rows = kMostRows;
  while (rows > kFewestRows && rows * bytes_a_row > kCacheBytes) rows /= 2;
  while (rows > AlignedColumns::kGroup && rows * bytes_a_row > kMostBytes) rows /= 2;
  return rows;
}

}  // namespace

std::unique_ptr<BlockState> make_block_state(std::shared_ptr<const Program> program, std::size_t block_rows) {
  const ProgramInternals& internals = program->internals();
  if (program->has_side_effects() || program->engine() == Engine::Interpreter) {
    const std::size_t rows = block_rows != 0 ? block_rows : choose_block_rows(internals.outputs.size());
    return std::make_unique<BlockRows>(std::move(program), rows);
  }
  const ColumnLayout layout = assign_node_columns(internals.graph, internals.plan);
  const std::size_t rows = block_rows != 0 ? block_rows : choose_block_rows(layout.count + internals.driven_column.back());
  return std::make_unique<BlockColumns>(std::move(program), rows, layout);
}

Value BlockState::driven_value(std::uint32_t input, std::size_t row) const {
  const std::uint32_t column = internals.driven_column[input];
  const std::uint64_t words[2] = {driven[column][row], driven[internals.driven_column[input + 1] - 1][row]};
  return Value::from_words(internals.graph.inputs[input].type, words, false);
}

BlockKernel::BlockKernel(std::shared_ptr<const Program> program, std::size_t block_rows)
    : state_(make_block_state(std::move(program), block_rows)) {}
BlockKernel::~BlockKernel() = default;
BlockKernel::BlockKernel(BlockKernel&&) noexcept = default;
BlockKernel& BlockKernel::operator=(BlockKernel&&) noexcept = default;

bool BlockKernel::ready() const { return state_->ready; }
std::size_t BlockKernel::block_rows() const { return state_->block_rows; }
std::uint64_t* BlockKernel::coordinate_column(std::uint32_t input, std::uint32_t word) {
  return state_->driven[state_->internals.driven_column[input] + word];
}

void BlockKernel::discard(std::size_t rows) {
  for (std::uint32_t c = 0; c < state_->internals.driven_column.back(); ++c) {
    std::uint64_t* column = state_->driven[c];
    std::memmove(column, column + rows, (state_->block_rows - rows) * sizeof(std::uint64_t));
  }
}

AccessError BlockKernel::set_input_at(std::uint32_t index, const Value& value) {
  const ProgramInternals& program = state_->internals;
  if (index < program.driven_count) return AccessError::NotWritable;
  Value held;
  const AccessError error = program.written(index, value, held);
  if (error == AccessError::None) state_->set_extern(index, held);
  return error;
}

BlockOutcome BlockKernel::run(std::size_t rows) { return state_->run(rows); }
bool BlockKernel::ran_native() const { return state_->ran_native; }
const Failure& BlockKernel::failure() const { return state_->failure; }
ColumnView BlockKernel::column(std::uint32_t output) const { return state_->column(output); }
std::span<const std::uint64_t> BlockKernel::step_runs() const { return state_->runs; }
std::span<const std::uint64_t> BlockKernel::step_skips() const { return state_->skips; }

}  // namespace polydat
