// Tuples as they are, or as many rows of each as its cursors have ordinals.
#include "stream/traversal_source.h"

#include <algorithm>
#include <numeric>

#include "kernel/program_internals.h"
#include "stream/block_evaluator.h"

namespace polydat {

namespace {

// What both forms share: the tuples, and who ends them.
class TupleSource : public TraversalSource {
 public:
  TupleSource(const Traversal& traversal, BodyTuples& tuples, std::uint64_t most_cycles)
      : tuples_(tuples.stream()), rows_(known_rows(traversal.graph(), tuples.program()->internals().graph, most_cycles)) {
    for (const BodyTuples::Route& route : tuples.routes()) driven_.push_back(route.input);
    tuples_.keep_contents();
  }

  Status next(std::span<std::uint64_t> coords) override {
    std::vector<std::uint64_t*> columns;
    for (std::uint64_t& coordinate : coords) columns.push_back(&coordinate);
    std::size_t rows = 0;
    const Status status = next_block(columns, 1, rows);
    return rows == 1 ? Status::Row : status;
  }
  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    rows = tuples_.fill(columns, most);
    return stopped() || (rows < most && !tuples_.ended_early()) ? end() : Status::Row;
  }
  BlockContents contents() const override { return tuples_.contents(); }
  bool ready() override { return true; }
  bool may_wait() const override { return false; }
  const std::string& message() const override { return tuples_.failure(); }
  std::optional<u128> size() const override { return rows_.has_value() ? std::optional<u128>(*rows_) : std::nullopt; }
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) override {
    tuples_.set_stop(stop, also);
    stop_[0] = stop;
    stop_[1] = also;
  }
  const std::optional<Failure>& bounds_failure() const override { return bounds_failure_; }
  const std::vector<Value>& failed_tuple() const override { return failed_tuple_; }
  const std::vector<std::uint32_t>& driven() const override { return driven_; }

 protected:
  bool stopped() const {
    return std::any_of(std::begin(stop_), std::end(stop_),
                       [](const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); });
  }
  Status end() const { return tuples_.failed() || bounds_failure_.has_value() ? Status::Bad : Status::End; }

  TupleStream& tuples_;
  std::optional<std::uint64_t> rows_;
  std::vector<std::uint32_t> driven_;
  std::optional<Failure> bounds_failure_;
  std::vector<Value> failed_tuple_;

 private:
  const std::atomic<bool>* stop_[2] = {nullptr, nullptr};
};

class CursorSource final : public TupleSource {
 public:
  CursorSource(const Traversal& traversal, BodyTuples& tuples, std::uint64_t most_cycles)
      : TupleSource(traversal, tuples, most_cycles),
        most_cycles_(most_cycles),
        bounds_(tuples.part(BodyPart::Bounds)),
        evaluator_(make_block_evaluator(bounds_)) {
    for (const std::uint32_t input : driven_) {
      elements_.push_back(input);
      for (std::uint32_t w = 0; w < words_of(bounds_->inputs()[input].type); ++w)
        columns_.push_back(evaluator_->coordinate_column(input, w));
    }
    driven_.push_back(*bounds_->input_index("cycle"));
    for (const TraversalCursor& cursor : traversal.graph().cursors) {
      driven_.push_back(*bounds_->input_index(cursor.ordinal));
      ends_.push_back({*bounds_->output_index(cursor.begin), *bounds_->output_index(cursor.end)});
    }
    // Bounds read no ordinal, and `cycle` is 0 where they are computed.
    for (std::uint32_t i = 0; i < bounds_->coord_count(); ++i) std::fill_n(evaluator_->coordinate_column(i), evaluator_->block_rows(), 0u);
    cycles_.resize(evaluator_->block_rows());
    begins_.resize(ends_.size() * evaluator_->block_rows());
  }

  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    contents_ = tuples_.contents();
    rows = 0;
    while (rows < most) {
      if (tuple_ == known_) {
        if (stopped()) return Status::End;
        // What earlier tuples point into would be held for longer.
        if (is_last_known() && tuples_.ended_early() && rows != 0) return Status::Row;
        if (!find_more()) return end();
        continue;
      }
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most - rows, cycles_[tuple_] - cycle_));
      for (std::size_t i = 0; i < columns_.size(); ++i) std::fill_n(columns[i] + rows, count, columns_[i][tuple_]);
      std::iota(columns[columns_.size()] + rows, columns[columns_.size()] + rows + count, cycle_);
      for (std::size_t c = 0; c < ends_.size(); ++c) {
        std::uint64_t* const to = columns[columns_.size() + 1 + c] + rows;
        std::iota(to, to + count, begins_[tuple_ * ends_.size() + c] + cycle_);
      }
      rows += count;
      cycle_ += count;
      if (cycle_ < cycles_[tuple_]) continue;
      cycle_ = 0;
      ++tuple_;
    }
    return stopped() ? Status::End : Status::Row;
  }
  BlockContents contents() const override { return contents_; }

 private:
  struct Ends {
    std::uint32_t begin, end;
  };

  bool is_last_known() const { return known_ == filled_; }

  // The domains of more tuples. False: there are none.
  bool find_more() {
    if (bounds_failure_.has_value()) return false;
    if (is_last_known()) {
      if (is_last_) return false;
      filled_ = tuples_.fill(columns_, evaluator_->block_rows());
      is_last_ = filled_ < evaluator_->block_rows() && !tuples_.ended_early();
      const BlockContents more = tuples_.contents();
      contents_.insert(contents_.end(), more.begin(), more.end());
      if (filled_ == 0) {
        known_ = tuple_ = 0;
        return false;
      }
    } else {
      evaluator_->discard(known_);
      filled_ -= known_;
    }
    tuple_ = 0;
    const BlockOutcome outcome = evaluator_->run(filled_);
    known_ = outcome.rows;
    for (std::size_t t = 0; t < known_; ++t) find_cycles(t);
    if (!outcome.failed) return true;
    bounds_failure_ = evaluator_->failure();
    failed_tuple_ = tuple_at(known_);
    return known_ != 0;
  }

  void find_cycles(std::size_t t) {
    cycles_[t] = most_cycles_;
    for (std::size_t c = 0; c < ends_.size(); ++c) {
      const std::optional<std::uint64_t> begin = number(ends_[c].begin, t), end = number(ends_[c].end, t);
      const bool known = begin.has_value() && end.has_value();
      begins_[t * ends_.size() + c] = known ? *begin : 0;
      cycles_[t] = std::min(cycles_[t], known && *end > *begin ? *end - *begin : 0);
    }
  }
  std::optional<std::uint64_t> number(std::uint32_t output, std::size_t row) const {
    const ColumnView column = evaluator_->column(output);
    const std::size_t at = row * column.stride;
    if (column.type != PortType::U64 || (column.none != nullptr && column.none[at] != 0)) return std::nullopt;
    return column.words[0][at];
  }
  std::vector<Value> tuple_at(std::size_t row) const {
    std::vector<Value> values;
    std::size_t column = 0;
    for (const std::uint32_t input : elements_) {
      const PortType type = bounds_->inputs()[input].type;
      const std::uint64_t words[2] = {columns_[column][row], columns_[column + words_of(type) - 1][row]};
      values.push_back(Value::from_words(type, words, false));
      column += words_of(type);
    }
    return values;
  }

  std::uint64_t most_cycles_;
  std::shared_ptr<const Program> bounds_;
  std::unique_ptr<BlockEvaluator> evaluator_;
  std::vector<std::uint32_t> elements_;
  std::vector<std::uint64_t*> columns_;  // of the evaluator: the words of a block of tuples
  std::vector<Ends> ends_;               // per cursor: outputs
  std::vector<std::uint64_t> cycles_;    // per tuple of the block
  std::vector<std::uint64_t> begins_;    // per tuple, per cursor
  std::size_t filled_ = 0;               // tuples in the block
  std::size_t known_ = 0;                // of which so many have their domains
  std::size_t tuple_ = 0;                // the one whose rows come next, from cycle_ on
  std::uint64_t cycle_ = 0;
  bool is_last_ = false;  // there are no tuples behind the block
  BlockContents contents_;
};

}  // namespace

std::unique_ptr<TraversalSource> make_traversal_source(const Traversal& traversal, BodyTuples& tuples, std::uint64_t most_cycles) {
  if (traversal.graph().cursors.empty()) return std::make_unique<TupleSource>(traversal, tuples, most_cycles);
  return std::make_unique<CursorSource>(traversal, tuples, most_cycles);
}

}  // namespace polydat
