// The row loop (run_rows.h).
#include "stream/run_rows.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace polydat {
namespace {

constexpr std::size_t kBlockRows = 256;
constexpr std::size_t kBlockWords = std::size_t{64} << 10;  // coordinates of one block, whatever the number of columns

// Tells when output has waited long enough, looking at the clock every few rows only: more often when rows are slow.
class FlushClock {
 public:
  bool due() {
    if (--rows_left_ != 0) return false;
    const auto now = std::chrono::steady_clock::now();
    const auto passed = now - checked_;
    checked_ = now;
    if (passed < kOften && interval_ < kMostRows) interval_ *= 2;
    if (passed > kSeldom) interval_ = 1;
    rows_left_ = interval_;
    return now - flushed_ > kMostWait;
  }
  void flushed() { flushed_ = checked_; }

 private:
  static constexpr std::chrono::milliseconds kMostWait{100};
  static constexpr std::chrono::milliseconds kOften{1};
  static constexpr std::chrono::milliseconds kSeldom{20};
  static constexpr std::uint32_t kMostRows = 1024;

  std::chrono::steady_clock::time_point checked_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point flushed_ = checked_;
  std::uint32_t interval_ = 1;
  std::uint32_t rows_left_ = 1;
};

// The cells of the current row. Where the kernel promises that words stay where they are they are looked up once.
class CellRow {
 public:
  CellRow(const AnyKernel& kernel, std::span<const std::uint32_t> columns) : kernel_(kernel) {
    const std::span<const OutputInfo> outputs = kernel.program().outputs();
    const std::size_t count = columns.empty() ? outputs.size() : columns.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t output = columns.empty() ? static_cast<std::uint32_t>(i) : columns[i];
      outputs_.push_back(output);
      const OutputInfo& info = outputs[output];
      if (!info.is_constant && color_of(info.type) == SlotColor::Ref2) moving_.push_back(static_cast<std::uint32_t>(i));
      if (info.may_be_none) absent_.push_back(static_cast<std::uint32_t>(i));
    }
    cells_.resize(count);
  }

  // After a successful evaluation.
  std::span<const Cell> collect() {
    if (!known_) {
      known_ = true;
      for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = {kernel_.output_words(outputs_[i]), kernel_.is_none(outputs_[i])};
      return cells_;
    }
    for (const std::uint32_t i : moving_) cells_[i].words = kernel_.output_words(outputs_[i]);
    for (const std::uint32_t i : absent_) cells_[i].none = kernel_.is_none(outputs_[i]);
    return cells_;
  }

 private:
  const AnyKernel& kernel_;
  std::vector<std::uint32_t> outputs_;
  std::vector<std::uint32_t> moving_;  // references whose words are fetched for every row
  std::vector<std::uint32_t> absent_;  // cells that may be None in some rows
  std::vector<Cell> cells_;
  bool known_ = false;
};

// A block of coordinates in columns.
class CoordinateBlock {
 public:
  CoordinateBlock(std::size_t columns, std::uint32_t coordinates, std::span<const std::uint32_t> driven)
      : most_(std::clamp(kBlockWords / std::max<std::size_t>(columns, 1), std::size_t{1}, kBlockRows)),
        words_(columns * most_), row_(coordinates), driven_(driven) {
    for (std::size_t i = 0; i < columns; ++i) columns_.push_back(words_.data() + i * most_);
  }
  CoordinateSource::Status fill(CoordinateSource& source) { return source.next_block(columns_, most_, rows_); }
  std::size_t rows() const { return rows_; }
  std::span<const std::uint64_t> row(std::size_t index) {
    for (std::size_t i = 0; i < columns_.size(); ++i) row_[driven_[i]] = columns_[i][index];
    return row_;
  }

 private:
  std::size_t most_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t*> columns_;
  std::vector<std::uint64_t> row_;
  std::span<const std::uint32_t> driven_;
  std::size_t rows_ = 0;
};

RunStatus status_of(SinkStatus status) {
  switch (status) {
    case SinkStatus::Ok: return RunStatus::Complete;
    case SinkStatus::Closed: return RunStatus::Closed;
    case SinkStatus::Failed: return RunStatus::SinkFailed;
  }
  return RunStatus::SinkFailed;
}

RunStatus status_of(CoordinateSource::Status status, bool stopped) {
  switch (status) {
    case CoordinateSource::Status::Row:
    case CoordinateSource::Status::End: return stopped ? RunStatus::Interrupted : RunStatus::Complete;
    case CoordinateSource::Status::Bad: return RunStatus::CoordinatesBad;
    case CoordinateSource::Status::Failed: return RunStatus::CoordinatesFailed;
    case CoordinateSource::Status::Limit: return RunStatus::Limit;
  }
  return RunStatus::CoordinatesFailed;
}

class RowLoop {
 public:
  RowLoop(AnyKernel& kernel, std::span<const std::uint32_t> driven, CoordinateSource& source, RowWriter& writer, OutputSink& sink,
          const std::atomic<bool>& stop, const RunOptions& options)
      : kernel_(kernel), source_(source), writer_(writer), sink_(sink), stop_(stop), where_(options.where_output),
        where_type_(where_ ? kernel.program().outputs()[*where_].type : PortType::Bool),
        cells_(kernel, options.columns), block_(driven.size(), kernel.program().coord_count(), driven) {}

  RunResult run() {
    source_.set_stop(&stop_);
    writer_.write_header(sink_.buffer());
    RunStatus status = RunStatus::Complete;
    CoordinateSource::Status more = CoordinateSource::Status::Row;
    while (status == RunStatus::Complete && more == CoordinateSource::Status::Row) {
      if (!source_.ready()) status = flush();
      if (status != RunStatus::Complete) break;
      more = block_.fill(source_);
      for (std::size_t i = 0; i < block_.rows() && status == RunStatus::Complete; ++i) status = one_row(block_.row(i));
    }
    if (status == RunStatus::Complete) {
      status = status_of(more, stop_.load(std::memory_order_relaxed));
      if (status != RunStatus::Complete && status != RunStatus::Interrupted) result_.message = source_.message();
    }
    // What was computed leaves before a failure is reported; a failure to write it is the graver one.
    if (status != RunStatus::Closed && status != RunStatus::SinkFailed) {
      if (const RunStatus last = flush(); last != RunStatus::Complete) status = last;
    }
    if (status == RunStatus::SinkFailed) result_.message = sink_.message();
    result_.status = status;
    source_.set_stop(nullptr);
    return std::move(result_);
  }

 private:
  RunStatus flush() {
    clock_.flushed();
    return status_of(sink_.flush());
  }

  RunStatus one_row(std::span<const std::uint64_t> coordinates) {
    if (stop_.load(std::memory_order_relaxed)) return RunStatus::Interrupted;
    kernel_.set_inputs(coordinates);
    if (!kernel_.eval()) {
      result_.message = kernel_.failure().report;
      result_.coordinates.assign(coordinates.begin(), coordinates.end());
      return RunStatus::RowFailed;
    }
    ++result_.rows_evaluated;
    if (!where_ || (!kernel_.is_none(*where_) && is_true(where_type_, kernel_.output_words(*where_)))) {
      writer_.write_row(cells_.collect(), sink_.buffer());
      ++result_.rows_written;
    }
    return clock_.due() ? flush() : status_of(sink_.flush_if_full());
  }

  AnyKernel& kernel_;
  CoordinateSource& source_;
  RowWriter& writer_;
  OutputSink& sink_;
  const std::atomic<bool>& stop_;
  std::optional<std::uint32_t> where_;
  PortType where_type_;
  CellRow cells_;
  CoordinateBlock block_;
  FlushClock clock_;
  RunResult result_;
};

}  // namespace

bool is_true(PortType type, const std::uint64_t* words) {
  // Floats: the bits without the sign are zero for 0 and -0, and past those of infinity for NaN.
  const auto float_is_true = [](std::uint64_t magnitude, std::uint64_t infinity) { return magnitude != 0 && magnitude <= infinity; };
  if (type == PortType::F64) return float_is_true(words[0] & 0x7fffffffffffffffu, 0x7ff0000000000000u);
  if (type == PortType::F32) return float_is_true(words[0] & 0x7fffffffu, 0x7f800000u);
  if (type == PortType::F16) return float_is_true(words[0] & 0x7fffu, 0x7c00u);
  return words[0] != 0 || (words_of(type) == 2 && words[1] != 0);
}

RunResult run_rows(AnyKernel& kernel, std::span<const std::uint32_t> driven_inputs, CoordinateSource& source, RowWriter& writer,
                   OutputSink& sink, const std::atomic<bool>& stop, const RunOptions& options) {
  return RowLoop(kernel, driven_inputs, source, writer, sink, stop, options).run();
}

}  // namespace polydat
