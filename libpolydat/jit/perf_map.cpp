#include "jit/perf_map.h"

#include <fcntl.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace polydat::jit {

bool perf_map_wanted() { return std::getenv("POLYDAT_PERF_MAP") != nullptr; }

void add_to_perf_map(std::uint64_t address, std::uint64_t size, const std::string& name) {
  static std::mutex mutex;
  // Opened once; the name is predictable and the folder is everybody's, so a link in its place is not followed.
  static const int file =
      open(("/tmp/perf-" + std::to_string(getpid()) + ".map").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%" PRIx64 " %" PRIx64 " ", address, size);
  const std::string line = numbers + name + "\n";
  const std::lock_guard<std::mutex> lock(mutex);
  if (write(file, line.data(), line.size()) < 0) return;
}

}  // namespace polydat::jit
