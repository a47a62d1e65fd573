// Rows from several threads, in order (block_ring.h).
#include "stream/block_ring.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "stream/run_status.h"

namespace polydat {
namespace {

constexpr std::size_t kUnitBlocks = 8;
constexpr std::size_t kUnitWords = std::size_t{64} << 10;  // coordinates of a unit, whatever the number of columns

}  // namespace

RunStatus BlockRing::run(BlockWorker& first, RunResult& result) {
  result_ = &result;
  source_.set_stop(&stop_, &ended_);
  prepare(first.evaluator().block_rows(), first.coordinate_columns().size());
  RunResult sums;
  {
    std::vector<std::jthread> helpers;
    try {
      for (unsigned i = 1; i < threads_; ++i) helpers.emplace_back([this, i] { help(&units_[i]); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): what to do about it is to go on
      // The system gives no more threads: those that are there do it all.
    }
    result.threads = static_cast<unsigned>(helpers.size()) + 1;
    try {
      work(first, &units_[0], sums);
    } catch (...) {
      stop_all();
      throw;
    }
  }
  if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  result.read_seconds += sums.read_seconds;
  result.run_seconds += sums.run_seconds;
  result.write_seconds += sums.write_seconds;
  return status_.value_or(RunStatus::Interrupted);
}

void BlockRing::prepare(std::size_t block_rows, std::size_t columns) {
  const std::size_t blocks = std::clamp(kUnitWords / std::max<std::size_t>(columns, 1) / block_rows, std::size_t{1}, kUnitBlocks);
  const std::size_t most = blocks * block_rows;
  pace_ = Pace(pace_.rows(), most, shows_blocks(run_.rows.format));
  units_ = std::vector<Unit>(2 * std::size_t{threads_} + 4);
  for (Unit& unit : units_) {
    unit.words.resize(most * columns);
    for (std::size_t i = 0; i < columns; ++i) unit.columns.push_back(unit.words.data() + i * most);
    unit.text.set_limit(std::size_t{1} << 46);
  }
}

void BlockRing::help(Unit* own) {
  try {
    BlockWorker worker(run_, tiering_);
    RunResult sums;
    work(worker, own, sums);
    const std::lock_guard lock(mutex_);
    add_times(sums, worker);
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
    }
    stop_all();
  }
}

void BlockRing::work(BlockWorker& worker, Unit* own, RunResult& sums) {
  LapClock clock;
  while (Unit* const unit = claim(own, sums, clock)) {
    fill(*unit, worker, sums, clock);
    complete(*unit);
  }
}

BlockRing::Unit* BlockRing::claim(Unit* own, RunResult& sums, LapClock& clock) {
  const std::lock_guard reading(source_mutex_);
  std::size_t rows = 0;
  Unit* unit = own;
  {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return run_.unordered || next_ < head_ + units_.size() || ended_; });
    if (source_ends_ || ended_ || stop_.load(std::memory_order_relaxed)) return nullptr;
    if (!run_.unordered) unit = &units_[next_ % units_.size()];
    unit->number = next_;
    rows = pace_.rows();
  }
  double idle = 0;
  clock.lap(idle);
  unit->rows = 0;
  unit->after = source_.next_block(unit->columns, rows, unit->rows);
  unit->contents = source_.contents();
  source_ends_ = unit->after != CoordinateSource::Status::Row;
  clock.lap(sums.read_seconds);
  const std::lock_guard lock(mutex_);
  ++next_;
  return unit;
}

void BlockRing::fill(Unit& unit, BlockWorker& worker, RunResult& sums, LapClock& clock) {
  const auto begin = clock.last();
  unit.text.clear();
  unit.result = RunResult();
  const std::size_t block_rows = worker.evaluator().block_rows();
  for (std::size_t at = 0; at < unit.rows && (run_.unordered || !ended_); at += block_rows) {
    const std::size_t rows = std::min(block_rows, unit.rows - at);
    for (std::size_t i = 0; i < unit.columns.size(); ++i) std::copy_n(unit.columns[i] + at, rows, worker.coordinate_columns()[i]);
    if (!fill_block(unit, worker, rows, sums, clock)) break;
  }
  const std::lock_guard lock(mutex_);
  pace_.took(unit.rows, clock.last() - begin, unit.text.size());
}

// False when a row failed.
bool BlockRing::fill_block(Unit& unit, BlockWorker& worker, std::size_t rows, RunResult& sums, LapClock& clock) {
  for (std::size_t left = rows; left != 0;) {
    const BlockOutcome outcome = worker.evaluate(left);
    clock.lap(sums.run_seconds);
    ++unit.result.blocks;
    unit.result.rows_evaluated += outcome.rows;
    unit.result.rows_written += worker.waiting().count;
    worker.append(unit.text, RowWriter::no_limit);
    clock.lap(sums.write_seconds);
    if (outcome.failed) {
      unit.result.status = RunStatus::RowFailed;
      unit.result.failure = worker.evaluator().failure();
      unit.result.coordinates = worker.coordinates_of(outcome.rows);
      unit.result.driven = worker.driven_of(outcome.rows);
      return false;
    }
    left -= outcome.rows;
    if (left != 0) worker.discard(outcome.rows);
  }
  return true;
}

void BlockRing::complete(Unit& unit) {
  std::unique_lock lock(mutex_);
  if (run_.unordered) {
    moved_.wait(lock, [&] { return !writing_; });
    write_out(unit, lock);
    moved_.notify_all();
    return;
  }
  unit.ready = true;
  if (unit.number != head_ || writing_) return;
  while (units_[head_ % units_.size()].ready && !ended_) {
    Unit& next = units_[head_ % units_.size()];
    write_out(next, lock);
    next.ready = false;
    ++head_;
    moved_.notify_all();
  }
}

void BlockRing::write_out(Unit& unit, std::unique_lock<std::mutex>& lock) {
  if (status_ == RunStatus::SinkFailed || status_ == RunStatus::Closed) return;
  writing_ = true;
  lock.unlock();
  const auto begin = LapClock::Clock::now();
  const RunStatus written = status_of(sink_.write(unit.text.view()));
  const std::chrono::duration<double> took = LapClock::Clock::now() - begin;
  lock.lock();
  writing_ = false;
  result_->write_seconds += took.count();
  result_->blocks += unit.result.blocks;
  result_->rows_evaluated += unit.result.rows_evaluated;
  result_->rows_written += unit.result.rows_written;
  if (written != RunStatus::Complete) {
    status_ = written;
    ended_ = true;
  } else if (unit.result.status != RunStatus::Complete) {
    end(unit.number, unit.result.status);
    if (ended_by_ == unit.number) {
      result_->failure = std::move(unit.result.failure);
      result_->message = result_->failure.report;
      result_->coordinates = std::move(unit.result.coordinates);
      result_->driven = std::move(unit.result.driven);
    }
  } else if (unit.after != CoordinateSource::Status::Row) {
    end(unit.number, status_of(unit.after, stop_.load(std::memory_order_relaxed)));
    if (ended_by_ == unit.number && status_ != RunStatus::Complete && status_ != RunStatus::Interrupted)
      result_->message = source_.message();
  }
  if (run_.progress) run_.progress(result_->rows_evaluated);
}

// In any order, what the first unit in order met counts: every unit before it is still written.
void BlockRing::end(std::uint64_t number, RunStatus status) {
  if (!status_ || number < ended_by_) {
    status_ = status;
    ended_by_ = number;
  }
  ended_ = true;
}

void BlockRing::add_times(const RunResult& sums, const BlockWorker& worker) {
  result_->read_seconds += sums.read_seconds;
  result_->run_seconds += sums.run_seconds;
  result_->write_seconds += sums.write_seconds;
  worker.add_counts(*result_);
}

void BlockRing::stop_all() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  moved_.notify_all();
}

}  // namespace polydat
