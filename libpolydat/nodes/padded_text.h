// Short texts copied without a branch on their length.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/scratch.h"

namespace polydat {

inline constexpr std::size_t kTextPadding = 32;

// Appends a text of which kTextPadding bytes can be read, whatever its length. (Buffer's slack takes what is written too much.)
inline void append_padded(Buffer& to, const char* text, std::size_t size) {
  static_assert(Buffer::slack >= kTextPadding);
  char* const at = to.reserve(size);
  if (at == nullptr) return;
  std::memcpy(at, text, kTextPadding);
  if (size > kTextPadding) std::memcpy(at, text, size);
  to.commit(size);
}

// Texts one after the other, with padding behind the last.
class PaddedTexts {
 public:
  PaddedTexts() : bytes_(kTextPadding, '\0') {}
  void add(std::string_view text) {
    places_.push_back({bytes_.size() - kTextPadding, text.size()});
    bytes_.insert(bytes_.size() - kTextPadding, text);
  }
  std::size_t size() const { return places_.size(); }
  void append(Buffer& to, std::size_t index) const { append_padded(to, bytes_.data() + places_[index].begin, places_[index].size); }

 private:
  struct Place {
    std::size_t begin, size;
  };
  std::string bytes_;
  std::vector<Place> places_;
};

}  // namespace polydat
