#include "kernel/outside_world.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "nodes/data_file.h"

namespace polydat {

namespace fs = std::filesystem;

namespace {

// A regular file, open for reading; -1 and a reason otherwise. Never blocks on a FIFO or a device.
int open_regular_file(const char* path, std::string& why) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info{};
  if (fd < 0 || fstat(fd, &info) != 0) why = std::strerror(errno);
  else if (S_ISDIR(info.st_mode)) why = "it is a directory";
  else if (!S_ISREG(info.st_mode)) why = "it is not a regular file";
  else return fd;
  if (fd >= 0) close(fd);
  return -1;
}

}  // namespace

std::optional<std::string> read_whole_file(const std::string& path, std::uint64_t most, std::string& why) {
  const int fd = open_regular_file(path.c_str(), why);
  if (fd < 0) return std::nullopt;
  struct stat info{};
  std::optional<std::string> text;
  if (fstat(fd, &info) != 0) {
    why = std::strerror(errno);
  } else if (static_cast<std::uint64_t>(info.st_size) > most) {
    why = "it is larger than " + std::to_string(most) + " bytes (--max-file raises the limit)";
  } else {
    text.emplace(static_cast<std::size_t>(info.st_size), '\0');
    std::size_t got = 0;
    while (got < text->size()) {
      const ssize_t n = read(fd, text->data() + got, text->size() - got);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        why = std::strerror(errno);
        text.reset();
        break;
      }
      if (n == 0) break;
      got += static_cast<std::size_t>(n);
    }
    if (text) text->resize(got);
  }
  close(fd);
  return text;
}

namespace {

bool is_inside(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

// Whether a resolved path lies in one of the folders.
bool is_allowed(const fs::path& file, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& allowed) {
    std::error_code error;
    const fs::path root = fs::canonical(allowed, error);
    return !error && is_inside(file, root);
  });
}

constexpr const char* kOutside = "it lies outside the graph's folder (--allow-read names more folders)";

// Resolved after links: the graph's folder and the allowed ones, in order.
int open_allowed(const std::vector<std::string>& folders, const std::string& path, std::string& why) {
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    if (error) continue;
    const fs::path file = fs::canonical(root / path, error);
    if (error) continue;
    if (is_allowed(file, folders)) return open_regular_file(file.c_str(), why);
    why = kOutside;
    return -1;
  }
  why = "no such file in the graph's folder or the folders of --allow-read";
  return -1;
}

// A file without a name that holds `content`.
int open_supplied(std::string_view content, std::string& why) {
  const int fd = memfd_create("supplied", MFD_CLOEXEC);
  bool written = fd >= 0;
  while (written && !content.empty()) {
    const ssize_t n = write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    written = n > 0;
    if (written) content.remove_prefix(static_cast<std::size_t>(n));
  }
  if (written) return fd;
  why = std::strerror(errno);
  if (fd >= 0) close(fd);
  return -1;
}

}  // namespace

OutsideWorld make_outside_world(const CompileOptions& options) {
  OutsideWorld world;
  std::vector<std::string> folders;
  if (!options.folder.empty()) folders.push_back(options.folder);
  folders.insert(folders.end(), options.allow_read.begin(), options.allow_read.end());
  world.files = std::make_shared<DataFiles>([folders, supplied = options.supplied_files](std::string_view path, std::string& why) {
    for (const auto& [name, content] : supplied)
      if (name == path) return open_supplied(content, why);
    return open_allowed(folders, std::string(path), why);
  });
  if (options.allow_env)
    world.read_env = [](std::string_view variable, std::string& why) -> std::optional<std::string> {
      const char* value = std::getenv(std::string(variable).c_str());
      if (value != nullptr) return value;
      why = "it is not set";
      return std::nullopt;
    };
  return world;
}

ModuleFiles make_module_files(const CompileOptions& options) {
  ModuleFiles files;
  files.folder = options.folder;
  if (options.folder.empty() && options.libraries.empty()) return files;
  files.libraries = options.libraries;
  std::vector<std::string> allowed = options.libraries;
  if (!options.folder.empty()) allowed.push_back(options.folder);
  allowed.insert(allowed.end(), options.allow_read.begin(), options.allow_read.end());
  files.read = [allowed, most = options.limits.max_file](const std::string& folder, const std::string& name,
                                                         std::string& why) -> std::optional<std::string> {
    std::error_code error;
    const fs::path file = fs::canonical(fs::path(folder) / name, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory || error == std::errc::filename_too_long)
      return std::nullopt;
    if (error) {
      why = error.message();
    } else if (!is_allowed(file, allowed)) {
      why = kOutside;
    } else {
      return read_whole_file(file.string(), most, why);
    }
    return std::nullopt;
  };
  files.list = [](const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
      if (entry->path().extension() == ".polydat") names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  };
  return files;
}

}  // namespace polydat
