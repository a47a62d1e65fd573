// The write loop (descriptor_writer.h).
#include "stream/descriptor_writer.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace polydat {
namespace {

constexpr std::size_t kUsualThreshold = std::size_t{256} << 10;
constexpr std::size_t kTerminalThreshold = std::size_t{64} << 10;
constexpr int kPipeSize = 1 << 20;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // the kernel takes at most 2^31 - 4096

// Raises a pipe's size and returns what it holds; 0 when it does not say.
std::size_t grow_pipe(int fd) {
#ifdef F_SETPIPE_SZ
  fcntl(fd, F_SETPIPE_SZ, kPipeSize);  // refused past the user's quota: the pipe then keeps its size
  const int size = fcntl(fd, F_GETPIPE_SZ);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
#else
  return fd >= 0 ? 0 : 0;
#endif
}

}  // namespace

DescriptorWriter::DescriptorWriter(int fd, std::string name)
    : fd_(fd), name_(std::move(name)), most_at_once_(kMostAtOnce), threshold_(kUsualThreshold) {
  const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
  if (flags == -1) {
    fail("is closed", 0);
    return;
  }
  if ((flags & O_ACCMODE) == O_RDONLY) {
    fail("is not open for writing", 0);
    return;
  }
  struct stat info{};
  if (fstat(fd, &info) != 0) return;
  if (S_ISFIFO(info.st_mode)) {
    if (const std::size_t size = grow_pipe(fd); size != 0) {
      most_at_once_ = size;
      // Less than the pipe, since a buffer overshoots the threshold by up to a row.
      threshold_ = std::min(threshold_, size - size / 16);
    }
  } else if (S_ISCHR(info.st_mode) && isatty(fd) == 1) {
    most_at_once_ = threshold_ = kTerminalThreshold;
  }
}

SinkStatus DescriptorWriter::fail(std::string_view what, int error_number) {
  message_ = name_;
  message_ += ' ';
  message_ += what;
  if (error_number != 0) {
    message_ += ": ";
    message_ += std::strerror(error_number);
  }
  return status_ = SinkStatus::Failed;
}

SinkStatus DescriptorWriter::write(std::string_view bytes) {
  if (status_ != SinkStatus::Ok) return status_;
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd_, bytes.data(), std::min(bytes.size(), most_at_once_));
    if (done > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(done));
      written_ += static_cast<std::uint64_t>(done);
      continue;
    }
    const int error = done == 0 ? EIO : errno;
    if (error == EINTR) continue;  // whole rows leave also after a signal; a second one ends the program
    if (error == EAGAIN || error == EWOULDBLOCK) {
      pollfd waiting{fd_, POLLOUT, 0};
      poll(&waiting, 1, -1);  // somebody made the terminal non-blocking
      continue;
    }
    if (error == EPIPE) return status_ = SinkStatus::Closed;
    return fail("cannot be written", error);
  }
  return status_;
}

}  // namespace polydat
