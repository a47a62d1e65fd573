// Short texts copied without a branch on their length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/plain_text.h"

namespace polydat {

// Bytes that can be read behind a padded text, and that writing one may scribble.
inline constexpr std::size_t kTextPadding = 32;

// Texts one after the other, with padding behind the last. At most 4 GiB: they come from constants, which --max-const bounds.
class PaddedTexts {
 public:
  struct Place {
    std::uint32_t begin, size;
  };
  PaddedTexts() : bytes_(kTextPadding, '\0') {}
  void add(std::string_view text) {
    const std::size_t begin = bytes_.size() - kTextPadding;
    places_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(text.size())});
    bytes_.insert(begin, text);
    longest_ = std::max(longest_, text.size());
    plain_ = plain_ && is_plain_text(text);
  }
  std::size_t size() const { return places_.size(); }
  std::size_t longest() const { return longest_; }
  bool all_plain() const { return plain_; }
  Place place(std::size_t index) const { return places_[index]; }
  std::string_view operator[](std::size_t index) const { return {bytes_.data() + places_[index].begin, places_[index].size}; }

  char* put(char* to, Place place) const {
    const char* const text = bytes_.data() + place.begin;
    std::memcpy(to, text, kTextPadding);
    if (place.size > kTextPadding) std::memcpy(to, text, place.size);
    return to + place.size;
  }
  char* put(char* to, std::size_t index) const { return put(to, places_[index]); }

 private:
  std::string bytes_;
  std::vector<Place> places_;
  std::size_t longest_ = 0;
  bool plain_ = true;
};

}  // namespace polydat
