#include "kernel/block_rows.h"

#include <algorithm>

namespace polydat {

namespace {

std::size_t output_words(const Program& program) {
  std::size_t words = 0;
  for (const OutputInfo& output : program.outputs()) words += words_of(output.type);
  return words;
}

}  // namespace

BlockRows::BlockRows(std::shared_ptr<const Program> p, std::size_t rows)
    : BlockState(std::move(p), rows),
      kernel_(make_kernel(program, ready)),
      space_(output_words(*program), rows),
      row_(internals.coord_count) {
  if (!ready) failure = kernel_->failure();
  std::uint32_t first = 0;
  for (const OutputInfo& output : program->outputs()) {
    OutputColumn& column = outputs_.emplace_back();
    column.first = first;
    column.content.bytes.set_limit(internals.limits.max_value);
    if (output.may_be_none) column.none.resize(rows);
    first += words_of(output.type);
  }
}

void BlockRows::set_extern(std::uint32_t input, const Value& value) { kernel_->set_input_at(input, value); }

BlockOutcome BlockRows::run(std::size_t rows) {
  if (!ready || rows == 0) return {0, !ready};
  kept_bytes_ = 0;
  for (OutputColumn& column : outputs_) {
    column.content.bytes.release_kept();
    column.boxes.clear();
  }
  for (std::uint64_t& count : runs) ++count;
  for (std::size_t r = 0; r < rows; ++r) {
    if (kept_bytes_ > kMaxKeptBytes) return {r, false};
    for (std::uint32_t c = 0; c < row_.size(); ++c) row_[c] = driven[c][r];
    kernel_->set_inputs(row_);
    for (std::uint32_t i = internals.coord_count; i < internals.driven_count; ++i) kernel_->set_input_at(i, driven_value(i, r));
    if (!kernel_->eval()) {
      failure = kernel_->failure();
      return {r, true};
    }
    copy_row(r);
  }
  return {rows, false};
}

void BlockRows::copy_row(std::size_t row) {
  for (std::uint32_t o = 0; o < outputs_.size(); ++o) {
    OutputColumn& column = outputs_[o];
    const PortType type = program->outputs()[o].type;
    if (!column.none.empty()) column.none[row] = kernel_->is_none(o) ? 1 : 0;
    const std::uint64_t* words = kernel_->output_words(o);
    std::pair<std::uint64_t, std::uint64_t> copied{words[0], words_of(type) == 2 ? words[1] : 0};
    if (color_of(type) == SlotColor::Ref2) {
      column.content.assign(type, words);
      copied = column.content.publish(type);
      if (const std::uint32_t size = element_size(type); size != 0) {
        kept_bytes_ += column.content.bytes.size();
        column.content.bytes.keep(size);
      } else if (type == PortType::Json) {
        column.boxes.push_back(std::move(column.content.json));
      } else {
        column.boxes.push_back(std::move(column.content.ext));
      }
    }
    space_[column.first][row] = copied.first;
    if (words_of(type) == 2) space_[column.first + 1][row] = copied.second;
  }
}

ColumnView BlockRows::column(std::uint32_t output) const {
  const OutputColumn& column = outputs_[output];
  ColumnView view;
  view.type = program->outputs()[output].type;
  for (std::uint32_t w = 0; w < words_of(view.type); ++w) view.words[w] = space_[column.first + w];
  if (!column.none.empty()) view.none = column.none.data();
  return view;
}

}  // namespace polydat
