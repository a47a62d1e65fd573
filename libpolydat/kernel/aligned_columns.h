// Columns of words in one allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "nodes/scratch.h"
#include "plan/code_generator.h"

namespace polydat {

// `count` columns of at least `rows` words, 64-byte aligned, zero at first. Each has room for whole groups of kGroup rows. Neighbours
// do not lie a power of two apart, so that loops over many of them at the same row do not fight for one set of the cache.
class AlignedColumns {
 public:
  static constexpr std::size_t kGroup = kBlockGroup;

  AlignedColumns(std::size_t count, std::size_t rows)
      : stride_((rows + kGroup - 1) / kGroup * kGroup + 24), words_(std::make_unique<std::uint64_t[]>(count * stride_ + 8)) {
    const std::uint64_t address = address_of(words_.get());
    first_ = words_.get() + (((address + 63) & ~std::uint64_t{63}) - address) / 8;
  }
  std::uint64_t* operator[](std::size_t column) const { return first_ + column * stride_; }

 private:
  std::size_t stride_;
  std::unique_ptr<std::uint64_t[]> words_;
  std::uint64_t* first_;
};

}  // namespace polydat
