// One colour for everything that depends on the same inputs, over the scopes of a program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plan/bit_set.h"

namespace polydat::app {

// Colours are given in the order in which sets are first asked for.
class InputSetColors {
 public:
  // The inputs of one more scope, by their bit in its sets. The result names the scope.
  std::size_t add_scope(const std::vector<std::string>& names) {
    const std::size_t first = names_.size();
    names_.insert(names_.end(), names.begin(), names.end());
    return first;
  }

  std::uint32_t color_of(std::size_t scope, const BitSet& set) {
    std::vector<std::uint64_t> key(set.words(), set.words() + set.word_count());
    if (set.any()) key.push_back(scope);
    else key.clear();
    const auto [it, is_new] = colors_.try_emplace(std::move(key), static_cast<std::uint32_t>(meanings_.size()));
    if (is_new) meanings_.push_back(meaning_of(scope, set));
    return it->second;
  }
  // What each colour means: "a, b", cut when the set is large.
  const std::vector<std::string>& meanings() const { return meanings_; }

 private:
  std::string meaning_of(std::size_t scope, const BitSet& set) const {
    constexpr std::size_t kMostNames = 8;
    std::string text;
    std::size_t count = 0;
    set.for_each([&](std::size_t input) {
      if (count++ < kMostNames) text += (text.empty() ? "" : ", ") + names_[scope + input];
    });
    if (count > kMostNames) text += ", ... (" + std::to_string(count) + " inputs)";
    return count == 0 ? "(no input)" : text;
  }

  std::vector<std::string> names_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> colors_;
  std::vector<std::string> meanings_;
};

}  // namespace polydat::app
