#include "support/block_check.h"

#include <algorithm>

#include "nodes/text_forms.h"
#include "support/native_samples.h"

namespace polydat::testing {

namespace {

std::string text_of(const Value& value) {
  Buffer text;
  const auto [low, high] = value.words();
  const std::uint64_t words[] = {low, high};
  append_display(text, value.type(), words, value.is_none());
  return (value.is_none() ? "None " : "") + std::string(text.view());
}

bool equal(const Value& a, const Value& b) {
  if (a.same_as(b)) return true;
  return !a.is_none() && !b.is_none() && a.type() == b.type() && color_of(a.type()) == SlotColor::Imm1 &&
         same_word(a.type(), a.low(), b.low());
}

}  // namespace

BlockCheck::BlockCheck(std::shared_ptr<const Program> program, std::size_t block_rows)
    : program_(std::move(program)), block_(program_, block_rows) {
  bool ok = true;
  rows_ = make_kernel(program_, ok);
}

void BlockCheck::set_extern(std::uint32_t input, const Value& value) {
  (void)block_.set_input_at(input, value);
  (void)rows_->set_input_at(input, value);
}

std::string BlockCheck::compare_row(std::size_t row) {
  for (std::uint32_t o = 0; o < program_->outputs().size(); ++o) {
    const ColumnView column = block_.column(o);
    const std::size_t at = row * column.stride;
    const std::uint64_t words[] = {column.words[0][at], words_of(column.type) == 2 ? column.words[1][at] : 0};
    const Value got = Value::from_words(column.type, words, column.none != nullptr && column.none[at] != 0);
    Value expected;
    if (rows_->value(o, expected) != AccessError::None) return "the row kernel has no value";
    if (!equal(got, expected))
      return "output " + program_->outputs()[o].name + ": " + text_of(got) + ", the row kernel gives " + text_of(expected);
  }
  ++compared;
  return {};
}

std::string BlockCheck::compare(const CoordinateRows& coordinates, std::size_t count, std::size_t piece) {
  std::vector<std::uint64_t> row(coordinates.size());
  for (std::size_t done = 0; done < count;) {
    const std::size_t asked = std::min(count - done, std::min(piece == 0 ? block_.block_rows() : piece, block_.block_rows()));
    for (std::uint32_t c = 0; c < coordinates.size(); ++c) std::copy_n(coordinates[c].data() + done, asked, block_.coordinate_column(c));
    const BlockOutcome outcome = block_.run(asked);
    const std::string where =
        "rows " + std::to_string(done) + " to " + std::to_string(done + asked) + " of " + std::to_string(count) + ": ";
    if (outcome.rows > asked || (outcome.rows == 0 && !outcome.failed)) return where + "it says " + std::to_string(outcome.rows) + " rows";
    for (std::size_t r = 0; r < outcome.rows + (outcome.failed ? 1 : 0); ++r) {
      for (std::uint32_t c = 0; c < row.size(); ++c) row[c] = coordinates[c][done + r];
      rows_->set_inputs(row);
      const bool ok = rows_->eval();
      const std::string at = where + "row " + std::to_string(r) + " of the block: ";
      if (ok != (r < outcome.rows))
        return at + (ok ? "fails in block mode only: " + block_.failure().report : "fails in row mode only: " + rows_->failure().report);
      if (!ok && block_.failure().report != rows_->failure().report)
        return at + block_.failure().report + "\nthe row kernel reports " + rows_->failure().report;
      if (ok) {
        if (const std::string wrong = compare_row(r); !wrong.empty()) return at + wrong;
      } else {
        ++failed;
      }
    }
    done += outcome.rows + (outcome.failed ? 1 : 0);
  }
  return {};
}

}  // namespace polydat::testing
