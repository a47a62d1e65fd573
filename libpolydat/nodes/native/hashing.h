// Hash functions of one u64, and of two.
#pragma once

#include "nodes/native/doubles.h"
#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

// SplitMix64: the increment and Stafford's variant 13 finaliser (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", OOPSLA 2014).
inline u64 hash(u64 x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// XXH3_64bits of the 8 little-endian bytes of x, seed 0 and default secret (the 4 to 8 byte path of the algorithm).
inline u64 xxh3(u64 x) {
  u64 h = std::rotl(x, 32) ^ 0xc73ab174c5ecd5a2ull;
  h ^= std::rotl(h, 49) ^ std::rotl(h, 24);
  h *= 0x9fb21c651e98df25ull;
  h ^= (h >> 35) + 8;
  h *= 0x9fb21c651e98df25ull;
  return h ^ (h >> 28);
}

// XXH3_64bits of the 16 little-endian bytes of a, then b (the 9 to 16 byte path).
inline u64 xxh3_pair(u64 a, u64 b) {
  const u64 low = a ^ 0x6782737bea4239b9ull;
  const u64 high = b ^ 0xaf56bc3b0996523aull;
  const u128 product = static_cast<u128>(low) * high;
  u64 h = 16 + __builtin_bswap64(low) + high + (static_cast<u64>(product) ^ static_cast<u64>(product >> 64));
  h ^= h >> 37;
  h *= 0x165667919e3779f9ull;
  return h ^ (h >> 32);
}

// `max` is a constant checked to be non-zero at build.
inline u64 hash_range(u64 input, u64 max) { return hash(input) % max; }
// Where max - min overflows, the sum is infinite (then the neighbour of max) or NaN (where the unit is 0).
inline f64 hash_interval(u64 input, f64 min, f64 max) { return half_open(min + unit(hash(input)) * (max - min), min, max); }

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_HASHING(X) X(hash) X(xxh3) X(hash_range) X(hash_interval)
