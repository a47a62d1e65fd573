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

void ladder_block_of(std::uint64_t first, std::uint64_t rows, std::uint64_t tenant, std::uint64_t operation, std::uint64_t* __restrict a,
                     std::uint64_t* __restrict b, std::uint64_t* __restrict c, std::uint64_t* __restrict d) {
  for (std::uint64_t r = 0; r < rows; ++r) {
    const std::uint64_t identity = hash(first + r + tenant), account = identity % 10000000;
    const std::uint64_t route = hash(account ^ operation), payload = hash(identity + operation);
    a[r] = account;
    b[r] = route % 64;
    c[r] = payload % 8;
    d[r] = hash(route + payload);
  }
}
void ladder_block(std::uint64_t first, std::uint64_t rows, std::uint64_t tenant, std::uint64_t operation, std::uint64_t* const* out) {
  ladder_block_of(first, rows, tenant, operation, out[0], out[1], out[2], out[3]);
}

std::uint64_t chain(std::uint64_t x, std::uint64_t depth) {
  for (std::uint64_t d = 0; d < depth; ++d) x = hash(x);
  return x;
}

}  // namespace

const Handwritten handwritten{ladder_row, chain_of_16, ladder_block, chain};

}  // namespace polydat::bench::POLYDAT_BENCH_LEVEL
