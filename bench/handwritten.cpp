#include "handwritten.h"

namespace polydat::bench::POLYDAT_BENCH_LEVEL {

namespace {

inline std::uint64_t hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

void ladder_row(const std::uint64_t* in, std::uint64_t* out) {
  const std::uint64_t identity = hash(in[0] + in[1]), account = identity % 10000000;
  const std::uint64_t route = hash(account ^ in[2]), payload = hash(identity + in[2]);
  out[0] = account;
  out[1] = route % 64;
  out[2] = payload % 8;
  out[3] = hash(route + payload);
}

std::uint64_t chain_of_16(std::uint64_t x) {
  for (int d = 0; d < 16; ++d) x = hash(x);
  return x;
}

std::uint64_t chain(std::uint64_t x, std::uint64_t depth) {
  for (std::uint64_t d = 0; d < depth; ++d) x = hash(x);
  return x;
}

}  // namespace

const Handwritten handwritten{ladder_row, chain_of_16, chain};

}  // namespace polydat::bench::POLYDAT_BENCH_LEVEL
