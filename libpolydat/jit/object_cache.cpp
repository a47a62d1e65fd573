#include "jit/object_cache.h"

#define XXH_INLINE_ALL
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>

namespace polydat::jit {

namespace {

// A file: this, then `objects` sizes of 8 bytes each, then the objects. `digest` is of all that follows it.
struct FileHeader {
  char magic[16] = {'p', 'o', 'l', 'y', 'd', 'a', 't', ' ', 'o', 'b', 'j', 'e', 'c', 't', '1', '\n'};
  std::uint64_t digest = 0;
  std::uint64_t objects = 0;
};
static_assert(sizeof(FileHeader) == 32);
constexpr std::size_t kDigested = offsetof(FileHeader, objects);

constexpr std::string_view kSuffix = ".objects";
constexpr std::string_view kTemporary = ".new";
// A temporary file this old was left by a process that died.
constexpr std::time_t kAbandonedSeconds = 3600;

std::uint64_t digest_of(std::string_view file) { return XXH3_64bits(file.data() + kDigested, file.size() - kDigested); }

bool make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return false;
    if (end == std::string::npos) return true;
  }
}

// Code from here is run: nobody else may have written it.
bool is_private(const struct stat& facts) { return facts.st_uid == geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0; }

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  int fd_;
};

bool read_fully(int fd, char* to, std::size_t size) {
  while (size != 0) {
    const ssize_t got = read(fd, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_fully(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

std::string file_of(std::span<const std::unique_ptr<llvm::MemoryBuffer>> objects) {
  FileHeader header;
  header.objects = objects.size();
  std::string file(reinterpret_cast<const char*>(&header), sizeof header);
  for (const auto& object : objects) {
    const std::uint64_t size = object->getBufferSize();
    file.append(reinterpret_cast<const char*>(&size), sizeof size);
  }
  for (const auto& object : objects) file.append(object->getBufferStart(), object->getBufferSize());
  header.digest = digest_of(file);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

// Empty for a file that store() did not write whole.
std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects_of(std::string_view file) {
  FileHeader header;
  if (file.size() < sizeof header) return {};
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.magic, FileHeader{}.magic, sizeof header.magic) != 0 || header.digest != digest_of(file)) return {};
  std::string_view rest = file.substr(sizeof header);
  if (header.objects > rest.size() / sizeof(std::uint64_t)) return {};
  std::vector<std::uint64_t> sizes(header.objects);
  if (!sizes.empty()) std::memcpy(sizes.data(), rest.data(), sizes.size() * sizeof(std::uint64_t));
  rest.remove_prefix(sizes.size() * sizeof(std::uint64_t));
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  for (const std::uint64_t size : sizes) {
    if (size > rest.size()) return {};
    objects.push_back(llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(rest.data(), size), "cached"));
    rest.remove_prefix(size);
  }
  return objects;
}

bool ends_with(std::string_view name, std::string_view suffix) { return name.size() > suffix.size() && name.ends_with(suffix); }

}  // namespace

ObjectCache::ObjectCache(const std::string& folder, std::uint64_t most_bytes) : most_bytes_(most_bytes) {
  if (folder.empty() || !make_folders(folder)) return;
  folder_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat facts = {};
  if (folder_ >= 0 && (fstat(folder_, &facts) != 0 || !is_private(facts))) {
    close(folder_);
    folder_ = -1;
  }
}

ObjectCache::~ObjectCache() {
  if (folder_ >= 0) close(folder_);
}

std::vector<std::unique_ptr<llvm::MemoryBuffer>> ObjectCache::find(const std::string& key) const {
  if (folder_ < 0 || key.empty()) return {};
  const Descriptor fd(openat(folder_, (key + std::string(kSuffix)).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat facts = {};
  if (!fd || fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode) || !is_private(facts)) return {};
  if (facts.st_size < 0 || static_cast<std::uint64_t>(facts.st_size) > kMostFileBytes) return {};
  std::string file(static_cast<std::size_t>(facts.st_size), '\0');
  if (!read_fully(fd.get(), file.data(), file.size())) return {};
  auto objects = objects_of(file);
  // A file in use is a young file: the oldest are removed first.
  if (!objects.empty()) futimens(fd.get(), nullptr);
  return objects;
}

void ObjectCache::store(const std::string& key, std::span<const std::unique_ptr<llvm::MemoryBuffer>> objects) const {
  if (folder_ < 0 || key.empty() || objects.empty()) return;
  const std::string file = file_of(objects);
  if (file.size() > kMostFileBytes) return;
  static std::atomic<unsigned> made = 0;
  const std::string temporary = key + "." + std::to_string(getpid()) + "." + std::to_string(made++) + std::string(kTemporary);
  bool whole = false;
  {
    const Descriptor fd(openat(folder_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd) return;
    whole = write_fully(fd.get(), file);
  }
  if (!whole || renameat(folder_, temporary.c_str(), folder_, (key + std::string(kSuffix)).c_str()) != 0) {
    unlinkat(folder_, temporary.c_str(), 0);
    return;
  }
  remove_oldest();
}

void ObjectCache::remove_oldest() const {
  struct File {
    std::string name;
    std::uint64_t size;
    timespec used;
  };
  const int listed = openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const folder = listed < 0 ? nullptr : fdopendir(listed);
  if (folder == nullptr) {
    if (listed >= 0) close(listed);
    return;
  }
  std::vector<File> files;
  std::uint64_t bytes = 0;
  const std::time_t now = std::time(nullptr);
  while (const dirent* const entry = readdir(folder)) {
    const std::string name = entry->d_name;
    struct stat facts = {};
    if (fstatat(folder_, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(facts.st_mode)) continue;
    if (ends_with(name, kTemporary) && now - facts.st_mtim.tv_sec > kAbandonedSeconds) unlinkat(folder_, name.c_str(), 0);
    if (!ends_with(name, kSuffix)) continue;
    files.push_back({name, static_cast<std::uint64_t>(facts.st_size), facts.st_mtim});
    bytes += files.back().size;
  }
  closedir(folder);
  if (bytes <= most_bytes_) return;
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec : a.used.tv_nsec < b.used.tv_nsec;
  });
  for (const File& file : files) {
    if (bytes <= most_bytes_) break;
    unlinkat(folder_, file.name.c_str(), 0);
    bytes -= file.size;
  }
}

}  // namespace polydat::jit
