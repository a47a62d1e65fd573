// Coins, choices of k of n, and weighted choice by alias tables.
#pragma once

#include "nodes/native/doubles.h"
#include "nodes/native/hashing.h"

namespace polydat::native {
// One column of an alias table. `own` and `other` are what the choice gives: an index, or the value that belongs to it.
struct AliasCell {
  f64 bias;
  u64 own, other;
};
}  // namespace polydat::native

POLYDAT_NATIVE_BEGIN

inline u64 fair_coin(u64 input) { return hash(input) & 1; }
// The draw is below 1, so a probability of 1 is always true.
inline u64 unfair_coin(u64 input, f64 p) { return unit_below_one(hash(input)) < p ? 1 : 0; }
inline f64 chance(u64 input, f64 p) { return unit_below_one(hash(input)) < p ? 1.0 : 0.0; }
// The input is compared as it is, not hashed. `always`: the probability is 1, which no threshold below 2^64 can say.
inline bool coin_flip(u64 input, u64 threshold, bool always) { return always || input < threshold; }

// Whether the input is one of the n chosen of its window of m: its rank among the m keys of the window is below n.
// m is 1..65536 and n <= m: checked at build.
inline u64 n_of(u64 input, u64 n, u64 m) {
  const u64 position = input % m;
  const u64 window = (input / m) * 0x517cc1b727220a95ull;
  const u64 own = hash(window ^ (position * 0x9e3779b97f4a7c15ull));
  u64 rank = 0;
  for (u64 i = 0; i < m; ++i) {
    const u64 key = hash(window ^ (i * 0x9e3779b97f4a7c15ull));
    rank += (key < own || (key == own && i < position)) ? 1 : 0;
  }
  return rank < n ? 1 : 0;
}

inline f64 blend(f64 a, f64 b, f64 mix) { return a * (1.0 - mix) + b * mix; }

// Weighted choice. The column comes from the whole input, the draw within it from the high half: the input is not hashed here.
// The table is never empty: checked at build.
inline u64 alias_pick(u64 input, Table<AliasCell> cells) {
  const AliasCell& cell = cells.data[input % cells.size];
  const f64 draw = static_cast<f64>(input >> 32) / 4294967295.0;
  return draw < cell.bias ? cell.own : cell.other;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_PROBABILITY(X) X(fair_coin) X(unfair_coin) X(chance) X(coin_flip) X(n_of) X(blend) X(alias_pick)
