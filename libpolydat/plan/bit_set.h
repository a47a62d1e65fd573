// A set of small integers, of any length fixed at construction (design D6: provenance is a set, not a word).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/rarely_called.h"

namespace polydat {

// Up to 64 members are one word inside the object, as in most programs; kernels ask for it once a row. The loops over many words stand
// in bit_set.cpp, where they cost nobody registers.
class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(std::size_t bits) : many_(bits <= 64 ? 0 : (bits + 63) / 64) {}

  bool is_one_word() const { return many_.empty(); }
  std::size_t word_count() const { return many_.empty() ? 1 : many_.size(); }
  const std::uint64_t* words() const { return many_.empty() ? &one_ : many_.data(); }
  std::uint64_t* words() { return many_.empty() ? &one_ : many_.data(); }

  bool test(std::size_t bit) const {
    if (many_.empty()) [[likely]]
      return ((one_ >> bit) & 1) != 0;
    return ((many_[bit / 64] >> (bit % 64)) & 1) != 0;
  }
  void set(std::size_t bit) {
    if (many_.empty()) [[likely]]
      one_ |= std::uint64_t{1} << bit;
    else many_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  void reset(std::size_t bit) {
    if (many_.empty()) [[likely]]
      one_ &= ~(std::uint64_t{1} << bit);
    else many_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));
  }
  void set_all(std::size_t bits) {
    for (std::size_t b = 0; b < bits; ++b) set(b);
  }

  // Both sets of these have one length.
  BitSet& operator|=(const BitSet& other) {
    if (many_.empty()) [[likely]]
      one_ |= other.one_;
    else add_many(other);
    return *this;
  }
  BitSet& operator-=(const BitSet& other) {
    if (many_.empty()) [[likely]]
      one_ &= ~other.one_;
    else remove_many(other);
    return *this;
  }
  BitSet& operator&=(const BitSet& other);
  bool contains(const BitSet& other) const { return many_.empty() ? (other.one_ & ~one_) == 0 : contains_many(other); }
  bool intersects(const BitSet& other) const { return many_.empty() ? (other.one_ & one_) != 0 : intersects_many(other); }

  bool operator==(const BitSet&) const = default;
  bool any() const { return intersects(*this); }
  std::size_t count() const;
  // Calls f(bit) for each member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < word_count(); ++w)
      for (std::uint64_t rest = words()[w]; rest != 0; rest &= rest - 1) f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  POLYDAT_RARELY_CALLED void add_many(const BitSet& other);
  POLYDAT_RARELY_CALLED void remove_many(const BitSet& other);
  POLYDAT_RARELY_CALLED bool contains_many(const BitSet& other) const;
  POLYDAT_RARELY_CALLED bool intersects_many(const BitSet& other) const;

  std::uint64_t one_ = 0;            // the members, where many_ is empty
  std::vector<std::uint64_t> many_;  // the members of a set of more than 64
};

}  // namespace polydat
