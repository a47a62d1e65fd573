// Where coordinates come from: ranges, single rows, streams of text or binary records.
//
// Numbers are decimal (any leading zeros, always decimal) or hexadecimal after `0x` or `0X`, as in the graph language. A sign
// (`+5`, `-0`), a fraction, an exponent, a digit separator and a value past 2^64-1 are errors everywhere; nothing wraps.
// Suffixes (K M G T P Ki Mi Gi Ti Pi) belong to numbers of the command line, not to streams. Blanks around a field are legal
// in a stream and nowhere else.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/limits.h"

namespace polydat {

__extension__ typedef unsigned __int128 u128;

// A sequence of coordinates A, A+step, ... up to an end that may be 2^64: `count` is up to 2^64, held in 128 bits.
struct CoordinateRange {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  u128 count = 0;
};

// R of design section 4: A..B (B up to 2^64), A..=B, A.. (to 2^64-1), each with :STEP; A = B of the first form is empty.
// Nothing and a sentence in `error` when it is not one: a bad number, A > B, a step of 0.
std::optional<CoordinateRange> parse_range(std::string_view text, std::string& error);
// N of design section 4; the whole text must be the number.
std::optional<std::uint64_t> parse_number(std::string_view text, std::string& error);

// What the words of a block of rows point into: whoever uses the rows holds it meanwhile.
using BlockContents = std::vector<std::shared_ptr<const void>>;

class CoordinateSource {
 public:
  enum class Status : std::uint8_t {
    Row,     // the coordinates were written
    End,     // no more rows, or the stop flag was raised
    Bad,     // the text of the stream is wrong (exit 2); message() names source, line and column
    Failed,  // the stream could not be read (exit 4)
    Limit,   // a line longer than --max-line (exit 5)
  };
  virtual ~CoordinateSource() = default;
  // Writes one value a free input. After End, Bad, Failed or Limit it must not be called again.
  virtual Status next(std::span<std::uint64_t> coords) = 0;
  // Up to `most` rows at once, column i to columns[i][0..]; `rows` says how many. Row: `most` rows, or fewer when the next may
  // have to wait (then at least one); else the status of what follows these rows.
  virtual Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows);
  // Of the rows of the last next_block(). The source itself holds it until the next one. Empty: the columns are numbers.
  virtual BlockContents contents() const { return {}; }
  // False when the next call may have to wait for a producer: the caller then flushes what it has written.
  virtual bool ready() = 0;
  virtual const std::string& message() const = 0;
  // Rows asked for, when that is known before the run (for Engine::Auto).
  virtual std::optional<u128> size() const = 0;
  // Whether rows come from somebody who may take any time; other sources compute them.
  virtual bool may_wait() const { return true; }
  // A raised flag, either of the two, ends a wait for input within a quarter of a second, as End. The flags outlive the source.
  virtual void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also = nullptr) {
    static_cast<void>(stop);
    static_cast<void>(also);
  }
};

// Input i gets ranges[i]; all have the same count. No free input: `count` equal rows of no coordinates.
std::unique_ptr<CoordinateSource> make_range_source(std::vector<CoordinateRange> ranges, u128 count);
// Rows `first` to `first` + `count` of the product of the ranges, input i from ranges[i], the last one fastest. The product has at
// least so many rows.
std::unique_ptr<CoordinateSource> make_grid_source(std::vector<CoordinateRange> ranges, u128 first, u128 count);
// A stream, design section 4 "Coordinates from a stream". `names`: the free inputs in declaration order. `source_name`: what
// messages show. Takes ownership of the descriptor when `owns_fd`. Messages are SOURCE:LINE:COLUMN: and a sentence; columns count
// code points from 1, a byte-order mark not counted. Memory does not depend on the stream's length or on that of its lines.
std::unique_ptr<CoordinateSource> make_text_source(int fd, bool owns_fd, std::string source_name, std::vector<std::string> names,
                                                   const Limits& limits);
// One little-endian u64 a column, record after record; bytes that do not fill a record are Bad.
std::unique_ptr<CoordinateSource> make_binary_source(int fd, bool owns_fd, std::string source_name, std::size_t columns);

}  // namespace polydat
