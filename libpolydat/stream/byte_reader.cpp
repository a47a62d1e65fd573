// Reading a descriptor (byte_reader.h).
#include "stream/byte_reader.h"

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
constexpr int kPipeSize = 1 << 20;
constexpr int kStopCheckMs = 250;
}  // namespace

ByteReader::ByteReader(int fd, bool owns_fd, std::string name) : fd_(fd), owns_fd_(owns_fd), name_(std::move(name)) {
  const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
  if (flags == -1) {
    last_ = fail("is closed", 0);
    return;
  }
  if ((flags & O_ACCMODE) == O_WRONLY) {
    last_ = fail("is not open for reading", 0);
    return;
  }
  struct stat info{};
  if (fstat(fd, &info) != 0) return;
  if (S_ISREG(info.st_mode)) {
    regular_ = true;
    const off_t at = lseek(fd, 0, SEEK_CUR);
    position_ = at > 0 ? static_cast<std::uint64_t>(at) : 0;
    first_size_ = info.st_size > 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
  }
#ifdef F_SETPIPE_SZ
  if (S_ISFIFO(info.st_mode)) fcntl(fd, F_SETPIPE_SZ, kPipeSize);  // the producer profits; a refusal does not matter
#endif
}

ByteReader::~ByteReader() {
  if (owns_fd_ && fd_ >= 0) close(fd_);
}

ByteReader::Fill ByteReader::fail(std::string_view what, int error_number) {
  message_ = name_;
  message_ += ' ';
  message_ += what;
  if (error_number != 0) {
    message_ += ": ";
    message_ += std::strerror(error_number);
  }
  return Fill::Failed;
}

// Files of /proc have size 0 and grow; only an end before the first size counts.
bool ByteReader::shrank() const { return regular_ && position_ < first_size_; }

bool ByteReader::stopped() const {
  return std::ranges::any_of(stops_,
                             [](const std::atomic<bool>* stop) { return stop != nullptr && stop->load(std::memory_order_relaxed); });
}

ByteReader::Fill ByteReader::fill(bool wait) {
  if (last_ != Fill::More && last_ != Fill::WouldWait) return last_;
  if (buffer_ == nullptr) {
    buffer_ = std::make_unique_for_overwrite<char[]>(capacity + slack);
    current_ = end_ = buffer_.get();
  }
  const std::size_t kept = unread();
  if (current_ != buffer_.get()) {
    std::memmove(buffer_.get(), current_, kept);
    current_ = buffer_.get();
    end_ = current_ + kept;
  }
  while (true) {
    if (!regular_) {
      pollfd waiting{fd_, POLLIN, 0};
      const int events = poll(&waiting, 1, wait ? kStopCheckMs : 0);
      if (stopped()) return last_ = Fill::Stopped;
      if (events < 0 && errno != EINTR) return last_ = fail("cannot be read", errno);
      if (events <= 0) {
        if (!wait) return Fill::WouldWait;
        continue;
      }
    }
    last_ = read_more();
    if (last_ != Fill::WouldWait || !wait) return last_;
  }
}

ByteReader::Fill ByteReader::read_more() {
  char* const to = buffer_.get() + unread();
  while (true) {
    const ssize_t got = ::read(fd_, to, capacity - unread());
    if (got > 0) {
      position_ += static_cast<std::uint64_t>(got);
      end_ = to + got;
      std::memset(to + got, '\n', slack);
      return Fill::More;
    }
    if (got == 0) {
      std::memset(to, '\n', slack);
      return shrank() ? fail("became shorter while it was read", 0) : Fill::End;
    }
    if (errno == EINTR) {
      if (stopped()) return Fill::Stopped;
      continue;
    }
    // Somebody took the bytes between poll and read, on a descriptor that does not wait.
    if (errno == EAGAIN || errno == EWOULDBLOCK) return Fill::WouldWait;
    return fail("cannot be read", errno);
  }
}

}  // namespace polydat
