// Writing whole buffers to one descriptor: the loop that both sinks share.
//
// Guarantees: a write cut short is continued, EINTR and EAGAIN are waited out, a reader that is gone is Closed, everything else
// Failed with a message. Never more in one call than a pipe holds (a longer write sleeps in the middle and costs 2 to 3
// times). Does not own the descriptor. SIGPIPE must be ignored by the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "stream/output_sink.h"

namespace polydat {

class DescriptorWriter {
 public:
  // `name` is what messages show.
  DescriptorWriter(int fd, std::string name);

  // After anything but Ok the same status comes back and nothing more is written.
  SinkStatus write(std::string_view bytes);
  SinkStatus status() const { return status_; }
  std::string_view message() const { return message_; }
  // When the buffer should be written out, so that one write is large and yet fits into a pipe.
  std::size_t threshold() const { return threshold_; }
  // Bytes written so far.
  std::uint64_t written() const { return written_; }
  SinkStatus fail(std::string_view what, int error_number);

 private:
  int fd_;
  std::string name_;
  std::string message_;
  SinkStatus status_ = SinkStatus::Ok;
  std::size_t most_at_once_;
  std::size_t threshold_;
  std::uint64_t written_ = 0;
};

}  // namespace polydat
