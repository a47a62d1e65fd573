// A run: coordinates in, blocks of rows through kernels, rows out.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "polydat/kernel.h"
#include "stream/coordinate_source.h"
#include "stream/output_sink.h"
#include "stream/row_writer.h"
#include "stream/tiering.h"

namespace polydat {

enum class RunStatus : std::uint8_t {
  Complete,           // every row asked for was written
  Closed,             // the reader of the output went away
  RowFailed,          // a value could not be computed; every row before it was written
  CoordinatesBad,     // the stream's text is wrong; every row before it was written
  CoordinatesFailed,  // the stream could not be read
  SinkFailed,         // the output could not be written
  Limit,              // a line of the stream is too long
  Interrupted,        // the stop flag was raised; whole rows only were written
};

struct RunResult {
  RunStatus status = RunStatus::Complete;
  std::uint64_t rows_written = 0;
  std::uint64_t rows_evaluated = 0;        // rows_written and the rows that `where` dropped
  std::string message;                     // for all but Complete, Closed, Interrupted; RowFailed: the kernel's report
  Failure failure;                         // RowFailed
  std::vector<std::uint64_t> coordinates;  // RowFailed: of that row, in the program's order; empty when no row can be made
  std::vector<Value> driven;               // the same row: what RowRun::driven names, in that order

  std::uint64_t blocks = 0;
  unsigned threads = 1;  // that took part
  // Summed over the threads.
  double read_seconds = 0;                           // waiting for coordinates included
  double run_seconds = 0;                            // evaluating
  double write_seconds = 0;                          // turning columns into rows, and writing them out
  std::vector<std::uint64_t> step_runs, step_skips;  // as BlockEvaluator's
  TierReport tier;
};

// Sees the rows of a run before they are written, in order: for those who must know which coordinates a row has.
class RowJournal {
 public:
  virtual ~RowJournal() = default;
  // Rows that go into the sink's buffer next: column i of the source is coordinates[i].
  virtual void rows_follow(std::span<const std::uint64_t* const> coordinates, RowSelection rows) = 0;
};

// What to run. Its parts outlive the run.
struct RowRun {
  std::shared_ptr<const Program> program;
  // The inputs that the columns of the source drive, in order: coordinates, and every element of a traversal, which has a column a word.
  // Other coordinates are 0.
  std::vector<std::uint32_t> driven;
  std::vector<std::uint32_t> outputs;         // the columns, by index, in order; empty: all outputs
  std::optional<std::uint32_t> where_output;  // only rows in which this output, an Imm type, is true: not zero, NaN or None
  RowOptions rows;
  bool continues = false;  // behind other rows of the same output: no header
  // Kernels at work. 0: one, and more once the run has proved long, where the number of coordinates is known or nothing is waited for. A
  // program with side effects, and a run with a journal, always has one.
  unsigned threads = 1;
  unsigned usable_cores = 1;  // for threads == 0
  bool unordered = false;     // several threads: blocks in the order in which they become ready
  RowJournal* journal = nullptr;
  std::function<void(std::uint64_t rows)> progress;  // called now and then with the rows evaluated; by one thread at a time
};

// Writes the header, then one row for each coordinate row of `source`. With any number of threads the bytes are the same, unless
// unordered. The output is written when its buffer is full, when the source would have to wait, at least every tenth of a second
// while rows are ready, and at the end; finishing the sink is the caller's part. No thread is left when it returns.
RunResult run_rows(const RowRun& run, CoordinateSource& source, OutputSink& sink, const std::atomic<bool>& stop);

// Whether a value of an Imm type counts as true: not zero and not NaN.
bool is_true(PortType type, const std::uint64_t* words);

}  // namespace polydat
