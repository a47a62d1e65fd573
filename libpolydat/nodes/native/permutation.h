// Counter-based generators and permutations of ranges: PCG by position, a cycle-walking Feistel network, shift registers.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

// PCG RXS-M-XS 64 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014).
inline u64 pcg_output(u64 state) {
  const u64 word = ((state >> ((state >> 59) + 5)) ^ state) * 0xaef17502108ef2d9ull;
  return (word >> 43) ^ word;
}

// The output after `position` steps from `seed`, by repeated squaring of the step: at most 64 rounds. Position 0 gives the
// output of the seed itself.
inline u64 pcg_seek(u64 seed, u64 increment, u64 position) {
  u64 multiplier = 0x5851f42d4c957f2dull, plus = increment;
  u64 all_multiplier = 1, all_plus = 0;
  while (position != 0) {
    if ((position & 1) != 0) {
      all_multiplier *= multiplier;
      all_plus = all_plus * multiplier + plus;
    }
    plus = (multiplier + 1) * plus;
    multiplier *= multiplier;
    position >>= 1;
  }
  return pcg_output(all_multiplier * seed + all_plus);
}

inline u64 pcg_stream(u64 input, u64 stream, u64 seed) { return pcg_seek(seed, 2 * stream + 1, input); }
inline u64 pcg(u64 input, u64 seed, u64 stream) { return pcg_seek(seed, 2 * stream + 1, input); }

// One round of the Feistel network of cycle_walk: what is mixed into the other half.
inline u64 feistel_mix(u64 half, u64 key) {
  u64 x = half * 0x9e3779b97f4a7c15ull + key;
  x = ((x >> 32) ^ x) * 0xd6e8feb86659fd93ull;
  return x ^ (x >> 32);
}

// A bijection of [0, range): the network permutes 2^(2*half_bits) >= range values, and whoever falls outside walks on along
// its cycle, which comes back into the range. `half_bits` is 1..32 and the keys are made at build; range is above 0.
inline u64 cycle_walk(u64 position, u64 range, u64 half_bits, u64 k0, u64 k1, u64 k2, u64 k3, u64 k4, u64 k5) {
  if (range == 1) return 0;
  const u64 shift = half_bits & 63;
  const u64 mask = (u64{1} << shift) - 1;
  const u64 keys[] = {k0, k1, k2, k3, k4, k5};
  u64 v = position % range;
  do {
    u64 left = (v >> shift) & mask;
    u64 right = v & mask;
    for (const u64 key : keys) {
      const u64 next = left ^ (feistel_mix(right, key) & mask);
      left = right;
      right = next;
    }
    v = (left << shift) | right;
  } while (v >= range);
  return v;
}

// One step of a Galois shift register to the right.
inline u64 lfsr_step(u64 input, u64 feedback) { return (input >> 1) ^ ((input & 1) != 0 ? feedback : 0); }

// A bijection of [min, min + size): the register runs through all values below 2^width but 0, so leaving out those above `size`
// leaves one cycle through 1..size. The feedback is maximal for its width and min + size - 1 does not wrap: checked at build.
// Size 0 gives min.
inline u64 shuffle(u64 input, u64 feedback, u64 size, u64 min) {
  if (size == 0) return min;
  u64 r = input % size + 1;
  do r = lfsr_step(r, feedback);
  while (r > size);
  return r - 1 + min;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_PERMUTATION(X) X(pcg) X(pcg_stream) X(cycle_walk) X(lfsr_step) X(shuffle)
