// The row loop: coordinates in, one kernel, rows out.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "polydat/kernel.h"
#include "stream/coordinate_source.h"
#include "stream/output_sink.h"
#include "stream/row_writer.h"

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
  std::uint64_t rows_evaluated = 0;     // rows_written and the rows that `where` dropped
  std::string message;                  // for all but Complete, Closed, Interrupted; RowFailed: the kernel's report
  std::vector<std::uint64_t> coordinates;  // RowFailed: of that row, in the program's order
};

struct RunOptions {
  // The outputs that are columns, by index, in the writer's order. Empty: all of them.
  std::span<const std::uint32_t> columns;
  // Only rows in which this output is true: an Imm type; not zero, NaN or None.
  std::optional<std::uint32_t> where_output;
};

// Writes the header, then one row for each coordinate row of `source`. `driven_inputs[i]` is the index of the coordinate that
// column i of the source drives; other coordinates are 0. The output is written when its buffer is full, when the source would
// have to wait, at least every tenth of a second while rows are ready, and at the end; finishing the sink is the caller's part.
RunResult run_rows(AnyKernel& kernel, std::span<const std::uint32_t> driven_inputs, CoordinateSource& source, RowWriter& writer,
                   OutputSink& sink, const std::atomic<bool>& stop, const RunOptions& options = {});

// Whether a value of an Imm type counts as true: not zero and not NaN.
bool is_true(PortType type, const std::uint64_t* words);

}  // namespace polydat
