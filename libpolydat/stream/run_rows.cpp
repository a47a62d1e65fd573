// A run (run_rows.h): one thread's loop, and the decision when others join (block_ring.h).
#include "stream/run_rows.h"

#include <chrono>
#include <optional>
#include <utility>

#include "stream/block_ring.h"
#include "stream/block_worker.h"
#include "stream/pace.h"
#include "stream/run_status.h"

namespace polydat {
namespace {

constexpr std::chrono::milliseconds kMostWait{100};  // rows that are ready leave after so long
constexpr std::chrono::milliseconds kLongRun{20};    // what a run must take before other threads join
constexpr std::uint64_t kManyRows = 1 << 14;         // and what must be left then

class BlockLoop {
 public:
  BlockLoop(const RowRun& run, CoordinateSource& source, OutputSink& sink, const std::atomic<bool>& stop)
      : run_(run),
        source_(source),
        sink_(sink),
        stop_(stop),
        tiering_(*run.program, source.size()),
        worker_(run, tiering_),
        pace_(1, worker_.evaluator().block_rows(), shows_blocks(run.rows.format)) {}

  RunResult run() {
    source_.set_stop(&stop_);
    if (!run_.continues) worker_.writer().write_header(sink_.buffer());
    std::optional<RunStatus> status;  // nothing: several threads do the rest
    if (!worker_.evaluator().ready()) {
      fail_row();
      status = RunStatus::RowFailed;
    } else if (most_threads() == 1 || run_.threads == 0 || is_short()) {
      status = alone();
    }
    if (!status) status = BlockRing(run_, tiering_, source_, sink_, stop_, most_threads(), pace_.rows()).run(worker_, result_);
    source_.set_stop(nullptr);
    // What was computed leaves before a failure is reported; a failure to write it is the graver one.
    if (status != RunStatus::Closed && status != RunStatus::SinkFailed) {
      if (const RunStatus last = flush(); last != RunStatus::Complete) status = last;
    }
    clock_.lap(result_.write_seconds);
    if (status == RunStatus::SinkFailed) result_.message = sink_.message();
    result_.status = *status;
    worker_.add_counts(result_);
    result_.tier = tiering_.finish();
    return std::move(result_);
  }

 private:
  unsigned most_threads() const {
    if (run_.journal != nullptr || run_.program->has_side_effects()) return 1;
    return run_.threads == 0 ? run_.usable_cores : run_.threads;
  }

  bool is_short() const {
    const std::optional<u128> rows = source_.size();
    return rows && *rows < kManyRows;
  }

  RunStatus flush() {
    flushed_ = clock_.last();
    return status_of(sink_.flush());
  }

  // The run as one thread does it, until its end, or until others should join: then nothing.
  std::optional<RunStatus> alone() {
    const std::optional<u128> size = source_.size();
    const bool may_join = run_.threads == 0 && most_threads() > 1 && (size.has_value() || !source_.may_wait());
    const auto start = clock_.last();
    CoordinateSource::Status more = CoordinateSource::Status::Row;
    while (more == CoordinateSource::Status::Row) {
      if (stop_.load(std::memory_order_relaxed)) return RunStatus::Interrupted;
      if (!source_.ready()) {
        if (const RunStatus status = flush(); status != RunStatus::Complete) return status;
        clock_.lap(result_.write_seconds);
      }
      std::size_t rows = 0;
      more = source_.next_block(worker_.coordinate_columns(), pace_.rows(), rows);
      clock_.lap(result_.read_seconds);
      if (rows != 0) {
        if (const RunStatus status = one_block(rows); status != RunStatus::Complete) return status;
      }
      if (may_join && more == CoordinateSource::Status::Row && clock_.last() - start > kLongRun &&
          (!size || *size - result_.rows_evaluated >= kManyRows)) {
        return std::nullopt;
      }
    }
    const RunStatus status = status_of(more, stop_.load(std::memory_order_relaxed));
    if (status != RunStatus::Complete && status != RunStatus::Interrupted) result_.message = source_.message();
    return status;
  }

  // The rows in the coordinate columns.
  RunStatus one_block(std::size_t rows) {
    const auto begin = clock_.last();
    std::size_t bytes = 0;
    for (std::size_t left = rows; left != 0;) {
      const BlockOutcome outcome = worker_.evaluate(left);
      clock_.lap(result_.run_seconds);
      ++result_.blocks;
      result_.rows_evaluated += outcome.rows;
      const RunStatus status = write_block(bytes);
      clock_.lap(result_.write_seconds);
      if (status != RunStatus::Complete) return status;
      if (outcome.failed) {
        fail_row();
        result_.coordinates = worker_.coordinates_of(outcome.rows);
        result_.driven = worker_.driven_of(outcome.rows);
        return RunStatus::RowFailed;
      }
      left -= outcome.rows;
      if (left != 0) worker_.discard(outcome.rows);
    }
    pace_.took(rows, clock_.last() - begin, bytes);
    if (run_.progress) run_.progress(result_.rows_evaluated);
    return clock_.last() - flushed_ > kMostWait ? flush() : RunStatus::Complete;
  }

  RunStatus write_block(std::size_t& bytes) {
    const RowSelection selection = worker_.waiting();
    if (run_.journal != nullptr) run_.journal->rows_follow(worker_.coordinate_columns(), selection);
    RunStatus status = RunStatus::Complete;
    for (bool more = selection.count != 0; more && status == RunStatus::Complete;) {
      const std::size_t before = sink_.buffer().size();
      more = !worker_.append(sink_.buffer(), sink_.threshold());
      bytes += sink_.buffer().size() - before;
      status = status_of(sink_.flush_if_full());
    }
    result_.rows_written += selection.count - worker_.waiting().count;
    return status;
  }

  void fail_row() {
    result_.failure = worker_.evaluator().failure();
    result_.message = result_.failure.report;
  }

  const RowRun& run_;
  CoordinateSource& source_;
  OutputSink& sink_;
  const std::atomic<bool>& stop_;
  Tiering tiering_;
  BlockWorker worker_;
  Pace pace_;
  LapClock clock_;
  LapClock::Clock::time_point flushed_ = clock_.last();
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

RunResult run_rows(const RowRun& run, CoordinateSource& source, OutputSink& sink, const std::atomic<bool>& stop) {
  return BlockLoop(run, source, sink, stop).run();
}

}  // namespace polydat
