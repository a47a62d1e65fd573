// One colour for everything that depends on the same inputs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plan/bit_set.h"

namespace polydat::app {

// Colours are given in the order in which sets are first asked for. `names`: of the inputs, by their bit; must outlive this.
class InputSetColors {
 public:
  explicit InputSetColors(const std::vector<std::string>& names) : names_(names) {}

  std::uint32_t color_of(const BitSet& set) {
    const std::vector<std::uint64_t> key(set.words(), set.words() + set.word_count());
    const auto [it, is_new] = colors_.try_emplace(key, static_cast<std::uint32_t>(meanings_.size()));
    if (is_new) meanings_.push_back(meaning_of(set));
    return it->second;
  }
  // What each colour means: "a, b", cut when the set is large.
  const std::vector<std::string>& meanings() const { return meanings_; }

 private:
  std::string meaning_of(const BitSet& set) const {
    constexpr std::size_t kMostNames = 8;
    std::string text;
    std::size_t count = 0;
    set.for_each([&](std::size_t input) {
      if (count++ < kMostNames) text += (text.empty() ? "" : ", ") + names_[input];
    });
    if (count > kMostNames) text += ", ... (" + std::to_string(count) + " inputs)";
    return count == 0 ? "(no input)" : text;
  }

  const std::vector<std::string>& names_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> colors_;
  std::vector<std::string> meanings_;
};

}  // namespace polydat::app
