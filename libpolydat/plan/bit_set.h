// A set of small integers, of any length fixed at construction (design D6: provenance is a set, not a word).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace polydat {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(std::size_t bits) : words_((bits + 63) / 64) {}

  std::size_t word_count() const { return words_.size(); }
  const std::uint64_t* words() const { return words_.data(); }
  std::uint64_t* words() { return words_.data(); }

  bool test(std::size_t bit) const { return ((words_[bit / 64] >> (bit % 64)) & 1) != 0; }
  void set(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  void reset(std::size_t bit) { words_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
  void set_all(std::size_t bits) { for (std::size_t b = 0; b < bits; ++b) set(b); }
  BitSet& operator|=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  bool operator==(const BitSet&) const = default;
  bool any() const { for (const std::uint64_t w : words_) if (w != 0) return true; return false; }
  bool intersects(const BitSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) if ((words_[w] & other.words_[w]) != 0) return true;
    return false;
  }
  std::size_t count() const {
    std::size_t n = 0;
    for (const std::uint64_t w : words_) n += static_cast<std::size_t>(std::popcount(w));
    return n;
  }
  // Calls f(bit) for each member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace polydat
