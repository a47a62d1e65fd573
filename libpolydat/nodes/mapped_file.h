// A data file mapped into memory, which other programs may change at any time.
//
// Guarantees: reading the content never ends the program. A part of the file that is cut off while it is mapped reads as zeros
// and marks the file; so does a change of size, content time or identity, within some milliseconds. A reader asks intact() after
// it has read and before it lets the value out. Safe from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace polydat {

class MappedFile {
 public:
  // Takes `fd`, open on a regular file. Null and a reason when it cannot be mapped.
  static std::shared_ptr<const MappedFile> map(int fd, std::string& why);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view content() const { return {start_, size_}; }
  bool intact() const;

  // To be told how much was read: gives pages back now and then, so that a large file does not fill the memory.
  void count_read(std::size_t bytes) const;

 private:
  MappedFile() = default;
  bool same_as_mapped() const;

  const char* start_ = "";
  std::size_t size_ = 0;
  int fd_ = -1;
  std::int64_t changed_seconds_ = 0;
  std::int64_t changed_nanoseconds_ = 0;
  struct Watched* watched_ = nullptr;  // null for an empty file
  mutable std::atomic<bool> changed_{false};
  mutable std::atomic<std::int64_t> next_look_{0};
  mutable std::atomic<std::size_t> read_{0};
};

}  // namespace polydat
