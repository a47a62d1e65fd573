// Objects of earlier compiles, on disk: the second run of a graph starts native (design D9).
//
// One file a compile, named by its key, in a folder of the user's. Safe under concurrent runs: files appear by rename and are never
// changed. A file that is cut short, damaged, or not the user's own is taken as absent. Whatever goes wrong here, the compile goes on.
#pragma once

#include <llvm/Support/MemoryBuffer.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace polydat::jit {

class ObjectCache {
 public:
  static constexpr std::uint64_t kMostFileBytes = std::uint64_t{32} << 20;  // larger results are not kept

  // Creates the folder and its parents, for this user alone. Without a folder, or with one that others can write to, nothing is ever
  // found or stored.
  ObjectCache(const std::string& folder, std::uint64_t most_bytes);
  ~ObjectCache();
  ObjectCache(const ObjectCache&) = delete;
  ObjectCache& operator=(const ObjectCache&) = delete;

  // The objects stored under the key; empty when there are none.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> find(const std::string& key) const;
  // Then removes the files used longest ago while there are more than `most_bytes`.
  void store(const std::string& key, std::span<const std::unique_ptr<llvm::MemoryBuffer>> objects) const;

 private:
  void remove_oldest() const;

  int folder_ = -1;  // descriptor; -1: no cache
  std::uint64_t most_bytes_;
};

}  // namespace polydat::jit
