// Hashes of u64: stateless, one call an input.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

constexpr NodeDef kRows[] = {
    native_row<&n::hash>(
        {.signature = "hash(input: u64) -> u64",
         .aliases = "splitmix64 scatter",
         .family = "hashing",
         .doc = "SplitMix64 of the input: every bit of the result depends on every bit of the input, and no two inputs give the same.",
         .example = "input cycle: u64\nout := hash(cycle)\n"}),
    native_row<&n::xxh3>({.signature = "xxh3(input: u64) -> u64",
                          .aliases = "xxhash3",
                          .family = "hashing",
                          .doc = "XXH3 (64 bit, seed 0) of the input's 8 little-endian bytes.",
                          .example = "input cycle: u64\nout := xxh3(cycle)\n"}),
    native_row<&n::hash_range>({.signature = "hash_range(input: u64, const max: u64 nonzero) -> u64",
                                .family = "hashing",
                                .doc = "The hashed input modulo max: [0, max).",
                                .example = "input cycle: u64\nout := hash_range(cycle, 100)\n"}),
    native_row<&n::hash_interval>({.signature = "hash_interval(input: u64, const min: f64, const max: f64) -> f64",
                                   .family = "hashing",
                                   .doc = "The hashed input spread over [min, max); never max itself.",
                                   .example = "input cycle: u64\nout := hash_interval(cycle, -1.0, 1.0)\n"}),
};

}  // namespace

std::span<const NodeDef> hashing_nodes() { return kRows; }

}  // namespace polydat
