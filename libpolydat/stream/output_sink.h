// Where rows go: standard output or a file, with the promises of design section 4.
//
// stream/ turns coordinates into rows and rows into bytes: coordinate sources, row writers, sinks. It knows kernels through the
// public API only and decides no exit codes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

enum class SinkStatus : unsigned char {
  Ok,
  Closed,  // the reader went away (EPIPE): stop quietly, exit 0
  Failed,  // message() says why (full disk, closed descriptor): exit 4
};

// Bytes collected in one large buffer and written with few calls. Used by one thread at a time.
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  // The buffer that writers append to; call flush_if_full between rows. Never holds a part of a row between calls.
  Buffer& buffer() { return buffer_; }
  // When the buffer is full: with this many bytes one write is large and yet fits into a pipe.
  std::size_t threshold() const { return threshold_; }
  SinkStatus flush_if_full() { return buffer_.size() < threshold_ ? SinkStatus::Ok : flush(); }
  SinkStatus flush() {
    const SinkStatus status = write_out(buffer_.view());
    buffer_.clear();
    return status;
  }
  // Whole rows from another buffer, after what is in this one's.
  SinkStatus write(std::string_view rows) {
    const SinkStatus status = buffer_.size() == 0 ? SinkStatus::Ok : flush();
    return status == SinkStatus::Ok ? write_out(rows) : status;
  }
  // Flushes, closes, and (files) renames the temporary onto the target. Called once; without it a file target stays untouched.
  // `complete` false: a signal, a failed write or a limit stopped the run: a file target stays untouched and the rows stay in
  // FILE.partial.
  virtual SinkStatus finish(bool complete) = 0;
  virtual std::string_view message() const = 0;
  // The file that holds the rows while the target is untouched; empty when rows go straight to where they belong.
  virtual std::string_view partial_path() const { return {}; }

 protected:
  // One row may be longer than any value: strings of --max-value, times the widest escape, times the columns.
  OutputSink() { buffer_.set_limit(std::size_t{1} << 46); }
  virtual SinkStatus write_out(std::string_view bytes) = 0;

  Buffer buffer_;
  std::size_t threshold_ = std::size_t{256} << 10;
};

// A descriptor that is open already (standard output) and stays the caller's. Raises the size of a pipe; checks the descriptor
// at once: when it is closed (also -1) or not open for writing, the first flush or finish is Failed, with or without rows.
std::unique_ptr<OutputSink> open_descriptor_sink(int fd);
// FILE, written beside the target as FILE.partial and renamed at the end. Null and a reason when it cannot be created.
std::unique_ptr<OutputSink> open_file_sink(const std::string& path, std::string& error);

}  // namespace polydat
