// Our inline XXH3 of one and of two words against the library's.
#include <doctest/doctest.h>

#define XXH_INLINE_ALL
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <xxhash.h>
#if defined(__clang__)
#pragma clang diagnostic pop
#else
#pragma GCC diagnostic pop
#endif

#include <cstdint>

#include "nodes/native/hashing.h"

using namespace polydat;

TEST_CASE("xxh3 is XXH3_64bits of eight bytes, and of sixteen") {
  std::uint64_t x = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t words[2] = {i < 64 ? std::uint64_t{1} << i : x, native::hash(x + 1)};
    REQUIRE(native::xxh3(words[0]) == XXH3_64bits(words, 8));
    REQUIRE(native::xxh3_pair(words[0], words[1]) == XXH3_64bits(words, 16));
    x = native::hash(x);
  }
}

TEST_CASE("hash is SplitMix64") {
  CHECK(native::hash(0) == 16294208416658607535u);
  CHECK(native::hash(1) == 10451216379200822465u);
  CHECK(native::hash(42) == 13679457532755275413u);
}
