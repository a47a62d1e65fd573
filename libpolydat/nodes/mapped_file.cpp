// Mapping data files (nodes/mapped_file.h).
//
// A page of a mapping that lies past the end of its file raises SIGBUS when it is touched. The handler puts a page of zeros there
// and marks the file, as journald does; a SIGBUS elsewhere goes to the handler that was there before.
#include "nodes/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>

namespace polydat {

// One mapped range. Never freed, used again: the signal handler walks the list without a lock.
struct Watched {
  std::atomic<std::uintptr_t> start{0};  // 0: free
  std::atomic<std::size_t> size{0};
  std::atomic<bool> cut{false};
  Watched* next = nullptr;
};

namespace {

constexpr std::size_t kPagesKept = std::size_t{16} << 20;
constexpr std::int64_t kLookEvery = 2'000'000;  // nanoseconds

std::atomic<Watched*> watched_list{nullptr};
std::size_t page_size = 4096;
struct sigaction action_before{};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

void on_bus_error(int signal, siginfo_t* info, void*) {
  const std::uintptr_t address = std::bit_cast<std::uintptr_t>(info->si_addr);
  if (info->si_code > 0) {
    for (Watched* w = watched_list.load(std::memory_order_acquire); w != nullptr; w = w->next) {
      const std::uintptr_t start = w->start.load(std::memory_order_acquire);
      if (start == 0 || address < start || address - start >= w->size.load(std::memory_order_relaxed)) continue;
      void* const page = std::bit_cast<void*>(address & ~static_cast<std::uintptr_t>(page_size - 1));
      if (mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) break;
      w->cut.store(true, std::memory_order_release);
      return;
    }
  }
  // Not ours: as if this handler were not there. A fault comes again on return; a signal that was sent does not.
  sigaction(signal, &action_before, nullptr);
  if (info->si_code <= 0) raise(signal);
}

std::mutex watch_mutex;

Watched* watch(std::uintptr_t start, std::size_t size) {
  const std::lock_guard lock(watch_mutex);
  static const bool installed = [] {
    page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, &action_before) == 0;
  }();
  if (!installed) return nullptr;
  Watched* w = watched_list.load(std::memory_order_relaxed);
  while (w != nullptr && w->start.load(std::memory_order_relaxed) != 0) w = w->next;
  const bool fresh = w == nullptr;
  if (fresh) w = new Watched;
  w->cut.store(false, std::memory_order_relaxed);
  w->size.store(size, std::memory_order_relaxed);
  w->start.store(start, std::memory_order_release);
  if (fresh) {
    w->next = watched_list.load(std::memory_order_relaxed);
    watched_list.store(w, std::memory_order_release);
  }
  return w;
}

std::int64_t coarse_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::map(int fd, std::string& why) {
  std::shared_ptr<MappedFile> file(new MappedFile);
  file->fd_ = fd;
  struct stat info{};
  if (fstat(fd, &info) != 0) {
    why = std::strerror(errno);
    return nullptr;
  }
  file->changed_seconds_ = info.st_mtim.tv_sec;
  file->changed_nanoseconds_ = info.st_mtim.tv_nsec;
  const std::size_t size = static_cast<std::size_t>(info.st_size);
  if (size == 0) return file;
  void* const start = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  if (start == MAP_FAILED) {
    why = std::strerror(errno);
    return nullptr;
  }
  file->start_ = static_cast<const char*>(start);
  file->size_ = size;
  file->watched_ = watch(std::bit_cast<std::uintptr_t>(start), size);
  if (file->watched_ == nullptr) {
    why = "no handler of SIGBUS can be installed";
    return nullptr;
  }
  return file;
}

MappedFile::~MappedFile() {
  if (watched_ != nullptr) watched_->start.store(0, std::memory_order_release);
  if (size_ != 0) munmap(std::bit_cast<void*>(start_), size_);
  if (fd_ >= 0) close(fd_);
}

bool MappedFile::same_as_mapped() const {
  struct stat info{};
  return fstat(fd_, &info) == 0 && static_cast<std::size_t>(info.st_size) == size_ && info.st_mtim.tv_sec == changed_seconds_ &&
         info.st_mtim.tv_nsec == changed_nanoseconds_;
}

bool MappedFile::intact() const {
  if (changed_.load(std::memory_order_relaxed)) return false;
  const std::int64_t now = coarse_now();
  const bool look = now >= next_look_.load(std::memory_order_relaxed);
  if (look) next_look_.store(now + kLookEvery, std::memory_order_relaxed);
  const bool cut = watched_ != nullptr && watched_->cut.load(std::memory_order_acquire);
  if (!cut && (!look || same_as_mapped())) return true;
  changed_.store(true, std::memory_order_relaxed);
  return false;
}

void MappedFile::count_read(std::size_t bytes) const {
  if (size_ <= kPagesKept || read_.fetch_add(bytes, std::memory_order_relaxed) + bytes < kPagesKept) return;
  read_.store(0, std::memory_order_relaxed);
  // Other readers fault the pages in again; the content stays in the system's cache.
  madvise(std::bit_cast<void*>(start_), size_, MADV_DONTNEED);
}

}  // namespace polydat
