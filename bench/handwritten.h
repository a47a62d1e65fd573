// What a programmer would write by hand for the graphs of graphs.h: the other side of every ratio. Compiled once for each CPU
// level, by the same clang at -O3, and never inlined into the loop that measures.
#pragma once

#include <cstdint>

namespace polydat::bench {

struct Handwritten {
  // in: cycle, tenant_seed, operation_seed; out: account_id, shard, payload_class, event_token.
  void (*ladder_row)(const std::uint64_t* in, std::uint64_t* out);
  // 16 hashes of `x`, one after the other: one chain of graphs.h.
  std::uint64_t (*chain_of_16)(std::uint64_t x);
  // The naive loop over a block of cycles from `first` on, one column an output.
  void (*ladder_block)(std::uint64_t first, std::uint64_t rows, std::uint64_t tenant, std::uint64_t operation, std::uint64_t* const* out);
  // `depth` hashes of `x`.
  std::uint64_t (*chain)(std::uint64_t x, std::uint64_t depth);
};

namespace for_native {
extern const Handwritten handwritten;
}
namespace for_x86_64_v3 {
extern const Handwritten handwritten;
}

}  // namespace polydat::bench
