#include "plan/bit_set.h"

namespace polydat {

void BitSet::add_many(const BitSet& other) {
  for (std::size_t w = 0; w < many_.size(); ++w) many_[w] |= other.many_[w];
}

void BitSet::remove_many(const BitSet& other) {
  for (std::size_t w = 0; w < many_.size(); ++w) many_[w] &= ~other.many_[w];
}

BitSet& BitSet::operator&=(const BitSet& other) {
  for (std::size_t w = 0; w < word_count(); ++w) words()[w] &= other.words()[w];
  return *this;
}

bool BitSet::contains_many(const BitSet& other) const {
  std::uint64_t missing = 0;
  for (std::size_t w = 0; w < many_.size(); ++w) missing |= other.many_[w] & ~many_[w];
  return missing == 0;
}

bool BitSet::intersects_many(const BitSet& other) const {
  std::uint64_t common = 0;
  for (std::size_t w = 0; w < many_.size(); ++w) common |= other.many_[w] & many_[w];
  return common != 0;
}

std::size_t BitSet::count() const {
  std::size_t members = 0;
  for (std::size_t w = 0; w < word_count(); ++w) members += static_cast<std::size_t>(std::popcount(words()[w]));
  return members;
}

}  // namespace polydat
