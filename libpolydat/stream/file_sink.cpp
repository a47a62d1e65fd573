// The sink of `-o FILE` (output_sink.h).
//
// A regular target is written as FILE.partial beside it and renamed at the end, so that a reader of FILE sees the old rows or
// all of the new ones. Links are resolved first: the file a link leads to is replaced, the link stays. Whatever is not a
// regular file (a device, a FIFO, a terminal, /dev/stdout) is opened and written directly. A lock on FILE.partial keeps two runs apart.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "stream/descriptor_writer.h"
#include "stream/output_sink.h"

namespace polydat {
namespace {

constexpr int kMostLinks = 40;
// Space is asked for ahead in this step: bare writes are a third faster, and nothing is asked for small outputs.
constexpr std::uint64_t kAllocateStep = std::uint64_t{16} << 20;
constexpr std::uint64_t kAllocateFrom = std::uint64_t{1} << 20;

class DirectSink final : public OutputSink {
 public:
  DirectSink(int fd, std::string name) : fd_(fd), writer_(fd, std::move(name)) { threshold_ = writer_.threshold(); }
  ~DirectSink() override {
    if (fd_ >= 0) close(fd_);
  }

  SinkStatus finish(bool) override {
    const SinkStatus status = flush();
    const int fd = std::exchange(fd_, -1);
    if (fd >= 0 && close(fd) != 0 && errno != EINTR && status == SinkStatus::Ok) return writer_.fail("cannot be closed", errno);
    return status;
  }
  std::string_view message() const override { return writer_.message(); }

 private:
  SinkStatus write_out(std::string_view bytes) override { return writer_.write(bytes); }

  int fd_;
  DescriptorWriter writer_;
};

class FileSink final : public OutputSink {
 public:
  FileSink(int fd, std::string target, std::string partial)
      : fd_(fd), target_(std::move(target)), partial_(std::move(partial)), writer_(fd, partial_) {
    threshold_ = writer_.threshold();
  }
  ~FileSink() override {
    if (fd_ < 0) return;
    close_partial();
    if (writer_.written() == 0) unlink(partial_.c_str());  // nothing to keep: the run ended before its first row
  }

  SinkStatus finish(bool complete) override {
    if (fd_ < 0) return writer_.status();
    flush();
    const int error = close_partial();
    if (writer_.status() != SinkStatus::Ok) return writer_.status();
    if (error != 0) return writer_.fail("cannot be closed", error);
    if (complete && std::rename(partial_.c_str(), target_.c_str()) != 0) {
      const int why = errno;
      return writer_.fail("cannot be renamed to " + target_, why);
    }
    return SinkStatus::Ok;
  }

  std::string_view message() const override { return writer_.message(); }
  std::string_view partial_path() const override { return partial_; }

 private:
  SinkStatus write_out(std::string_view bytes) override {
    allocate_ahead(bytes.size());
    return writer_.write(bytes);
  }

  void allocate_ahead(std::size_t more) {
#ifdef FALLOC_FL_KEEP_SIZE
    const std::uint64_t end = writer_.written() + more;
    if (!allocates_ || end < kAllocateFrom || end <= allocated_) return;
    const std::uint64_t from = allocated_ == 0 ? writer_.written() : allocated_;
    const std::uint64_t length = end - from + kAllocateStep;
    // Refused by some file systems, and by a disk that is nearly full: the writes themselves tell when it is full.
    if (fallocate(fd_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(from), static_cast<off_t>(length)) != 0) allocates_ = false;
    allocated_ = from + length;
#else
    static_cast<void>(more);
#endif
  }

  // Gives back what was allocated ahead and closes. The error number, or 0.
  int close_partial() {
    int error = 0;
    if (allocated_ != 0 && ftruncate(fd_, static_cast<off_t>(writer_.written())) != 0) error = errno;
    if (close(std::exchange(fd_, -1)) != 0 && errno != EINTR && error == 0) error = errno;
    return error;
  }

  int fd_;
  std::string target_;
  std::string partial_;
  DescriptorWriter writer_;
  bool allocates_ = true;
  std::uint64_t allocated_ = 0;  // end of the space asked for; 0: none
};

std::string failure(const std::string& path, const char* what, int error_number) {
  return path + " " + what + ": " + std::strerror(error_number);
}

// The number of /dev/fd/N and its kin: a name for a descriptor that is open, whatever it leads to. -1 for other paths.
int descriptor_of(std::string_view path) {
  for (const std::string_view folder : {std::string_view("/proc/self/fd/"), std::string_view("/dev/fd/")}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size() && number >= 0) return number;
  }
  return -1;
}

// Where a chain of links ends, also when nothing is there yet. Empty and errno when it has no end.
std::string resolve_links(std::string path) {
  for (int links = 0; links <= kMostLinks; ++links) {
    if (descriptor_of(path) >= 0) return path;
    struct stat info{};
    if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
    std::string link(static_cast<std::size_t>(info.st_size > 0 ? info.st_size : 0) + 256, '\0');
    const ssize_t length = readlink(path.c_str(), link.data(), link.size());
    if (length <= 0) return path;
    link.resize(static_cast<std::size_t>(length));
    if (link.front() == '/') path = std::move(link);
    else path = path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1) + link;
  }
  errno = ELOOP;
  return {};
}

// Opens a new FILE.partial and locks it; replaces what an earlier run left. -1 and a reason.
int create_partial(const std::string& partial, std::string& error) {
  struct stat info{};
  if (lstat(partial.c_str(), &info) == 0) {
    if (!S_ISREG(info.st_mode)) {
      error = partial + " is in the way: it is not a regular file";
      return -1;
    }
    const int old = open(partial.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool busy = old >= 0 && flock(old, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (busy) error = partial + " is being written by another run";
    else unlink(partial.c_str());
    if (old >= 0) close(old);
    if (busy) return -1;
  }
  const int fd = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) {
    error = errno == EEXIST ? partial + " is being written by another run" : failure(partial, "cannot be created", errno);
    return -1;
  }
  flock(fd, LOCK_EX | LOCK_NB);  // file systems without locks: the two runs are then on their own
  return fd;
}

}  // namespace

std::unique_ptr<OutputSink> open_file_sink(const std::string& path, std::string& error) {
  const std::string target = resolve_links(path);
  if (target.empty()) {
    error = path.empty() ? "the output file has no name" : failure(path, "cannot be opened", errno);
    return nullptr;
  }
  if (const int open_already = descriptor_of(target); open_already >= 0) {
    const int fd = fcntl(open_already, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) {
      error = failure(path, "cannot be opened", errno);
      return nullptr;
    }
    return std::make_unique<DirectSink>(fd, path);
  }
  struct stat info{};
  const bool exists = stat(target.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) {
    const int fd = open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
      error = failure(path, "cannot be opened", errno);
      return nullptr;
    }
    return std::make_unique<DirectSink>(fd, path);
  }
  if (exists && access(target.c_str(), W_OK) != 0) {  // a rename would replace a file that is write-protected
    error = failure(path, "cannot be written", errno);
    return nullptr;
  }
  if (target.back() == '/') {
    error = failure(path, "cannot be created", EISDIR);
    return nullptr;
  }
  std::string partial = target + ".partial";
  const int fd = create_partial(partial, error);
  if (fd < 0) return nullptr;
  if (exists) {
    // The owner first: changing it clears the set-id bits. Neither is possible everywhere, and rows matter more.
    if (info.st_uid != geteuid() || info.st_gid != getegid()) { [[maybe_unused]] const int owner = fchown(fd, info.st_uid, info.st_gid); }
    [[maybe_unused]] const int mode = fchmod(fd, info.st_mode & 07777);
  }
  return std::make_unique<FileSink>(fd, target, std::move(partial));
}

}  // namespace polydat
