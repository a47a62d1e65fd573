// A sequence that grows without moving what it holds: blocks of elements, so that a tree or a graph of a million parts is never in
// memory twice while it grows. Elements keep their addresses once there are kBlock of them.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace polydat {

template <class T>
class BlockVector {
 public:
  static constexpr std::size_t kBlock = 512;

  std::size_t size() const { return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + blocks_.back().size(); }
  bool empty() const { return blocks_.empty(); }
  T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  const T& at(std::size_t i) const { return blocks_.at(i / kBlock).at(i % kBlock); }
  T& back() { return blocks_.back().back(); }
  const T& back() const { return blocks_.back().back(); }

  void push_back(T element) { emplace_back(std::move(element)); }
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (blocks_.empty() || blocks_.back().size() == kBlock) {
      blocks_.emplace_back();
      // The first block grows as it must: most sequences are short.
      if (blocks_.size() > 1) blocks_.back().reserve(kBlock);
    }
    return blocks_.back().emplace_back(std::forward<Arguments>(arguments)...);
  }
  void pop_back() { shrink(size() - 1); }
  void clear() { blocks_.clear(); }
  // Drops all elements but the first `count`, which is not above size().
  void shrink(std::size_t count) {
    blocks_.resize((count + kBlock - 1) / kBlock);
    if (count % kBlock == 0) return;
    std::vector<T>& last = blocks_.back();
    last.erase(last.begin() + static_cast<std::ptrdiff_t>(count % kBlock), last.end());
  }

  template <class Sequence, class Element>
  class Position {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = Element*;
    using reference = Element&;
    Position() = default;
    Position(Sequence& sequence, std::size_t index) : sequence_(&sequence), index_(index) {}
    Element& operator*() const { return (*sequence_)[index_]; }
    Element* operator->() const { return &(*sequence_)[index_]; }
    Position& operator++() {
      ++index_;
      return *this;
    }
    Position operator++(int) {
      Position before = *this;
      ++index_;
      return before;
    }
    bool operator==(const Position&) const = default;

   private:
    Sequence* sequence_ = nullptr;
    std::size_t index_ = 0;
  };
  Position<BlockVector, T> begin() { return {*this, 0}; }
  Position<BlockVector, T> end() { return {*this, size()}; }
  Position<const BlockVector, const T> begin() const { return {*this, 0}; }
  Position<const BlockVector, const T> end() const { return {*this, size()}; }

 private:
  std::vector<std::vector<T>> blocks_;  // all full but the last, which is not empty
};

}  // namespace polydat
