// Rows from several threads, in order.
//
// The run is cut into units of some thousand rows. A thread claims the next unit (and reads its coordinates: the source is asked by
// one thread at a time, in order), evaluates it and turns it into bytes of its own; whoever completes the unit that is next in
// order writes it and all that are ready behind it. At most 2 x threads + 4 units exist, so a slow reader stops the claims and
// nothing grows. A failure is met in order too: units before it are written, units after it are dropped, whoever finished first.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "stream/block_worker.h"
#include "stream/pace.h"
#include "stream/run_rows.h"

namespace polydat {

class BlockRing {
 public:
  // The first unit has `first_rows` rows.
  BlockRing(const RowRun& run, Tiering& tiering, CoordinateSource& source, OutputSink& sink, const std::atomic<bool>& stop,
            unsigned threads, std::size_t first_rows)
      : run_(run), tiering_(tiering), source_(source), sink_(sink), stop_(stop), threads_(threads), pace_(first_rows, 1, false) {}

  // Runs the source to its end, with `first` on the calling thread; adds to what `result` holds. All threads have ended when it
  // returns how the run ended.
  RunStatus run(BlockWorker& first, RunResult& result);

 private:
  struct Unit {
    std::uint64_t number = 0;
    std::vector<std::uint64_t> words;  // coordinates, column after column
    std::vector<std::uint64_t*> columns;
    BlockContents contents;
    std::size_t rows = 0;
    CoordinateSource::Status after = CoordinateSource::Status::Row;  // of what follows these rows
    Buffer text;
    RunResult result;  // of these rows; RowFailed ends the run
    bool ready = false;
  };

  void prepare(std::size_t block_rows, std::size_t columns);
  void work(BlockWorker& worker, Unit* own, RunResult& sums);
  void help(Unit* own);
  // The next unit with its coordinates; null when there is none.
  Unit* claim(Unit* own, RunResult& sums, LapClock& clock);
  void fill(Unit& unit, BlockWorker& worker, RunResult& sums, LapClock& clock);
  bool fill_block(Unit& unit, BlockWorker& worker, std::size_t rows, RunResult& sums, LapClock& clock);
  void complete(Unit& unit);
  void write_out(Unit& unit, std::unique_lock<std::mutex>& lock);
  void add_times(const RunResult& sums, const BlockWorker& worker);
  void end(std::uint64_t number, RunStatus status);
  void stop_all();

  const RowRun& run_;
  Tiering& tiering_;
  CoordinateSource& source_;
  OutputSink& sink_;
  const std::atomic<bool>& stop_;
  unsigned threads_;
  std::vector<Unit> units_;      // unit k lies in units_[k % size]; unordered: each thread has one
  RunResult* result_ = nullptr;  // guarded by mutex_ while threads run

  std::mutex source_mutex_;   // guards the source and source_ends_; taken before mutex_
  bool source_ends_ = false;  // all there is was claimed

  std::mutex mutex_;               // guards what follows
  std::condition_variable moved_;  // a unit was written, or the run ended
  std::uint64_t next_ = 0;         // to be claimed
  std::uint64_t head_ = 0;         // to be written
  bool writing_ = false;
  Pace pace_;
  std::optional<RunStatus> status_;  // how the run ends, by what unit `ended_by_` met
  std::uint64_t ended_by_ = 0;
  std::exception_ptr thrown_;       // std::bad_alloc of a helper
  std::atomic<bool> ended_{false};  // nothing more is claimed
};

}  // namespace polydat
