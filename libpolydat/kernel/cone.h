// The steps that a value needs, as kernels walk them: only the words that have members, so that a pull costs its cone and not
// the program.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace polydat {

struct ConeWord {
  std::uint32_t word = 0;  // of a BitSet over StepId
  std::uint64_t bits = 0;  // not zero
};

struct Cone {
  Cone(const Plan& plan, const BitSet& members) : has_volatile(members.intersects(plan.volatile_steps)) {
    for (std::uint32_t w = 0; w < members.word_count(); ++w)
      if (members.words()[w] != 0) words.push_back({w, members.words()[w]});
  }

  // The set again; `count` is the number of steps of the program.
  BitSet steps(std::size_t count) const {
    BitSet members(count);
    for (const ConeWord& part : words) members.words()[part.word] = part.bits;
    return members;
  }
  // Whether some member is in both sets.
  bool intersects(const BitSet& a, const BitSet& b) const {
    for (const ConeWord& part : words)
      if ((part.bits & a.words()[part.word] & b.words()[part.word]) != 0) return true;
    return false;
  }

  std::vector<ConeWord> words;  // ascending
  bool has_volatile;
};

}  // namespace polydat
