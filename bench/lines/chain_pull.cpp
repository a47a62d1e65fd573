// One output of many chains of 16 hashes, pulled per row, against the hand-written function of that chain: the number of chains
// must not matter.
#include "handwritten.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

void chain_pull(Table& table) {
  if (!has_native()) return table.add_missing("one of many chains of 16 hashes, pulled", "no native code in this build");
  constexpr std::uint64_t kChain = 3;
  const RowLoop by_hand = [](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = first; i < first + rows; ++i) sum ^= for_native::handwritten.chain_of_16(i + kChain);
    return sum;
  };
  for (const int count : {4, 64, 1000}) {
    const auto program = program_of(chains(count, 16), Engine::Hybrid);
    HybridKernel kernel(program);
    const std::uint32_t slot = program->outputs()[kChain].slot;
    const RowLoop pull = [&](std::uint64_t first, std::uint64_t rows) {
      std::uint64_t sum = 0;
      for (std::uint64_t i = first; i < first + rows; ++i) {
        kernel.set_inputs({&i, 1});
        if (!kernel.pull(kChain)) row_failed(kernel.failure());
        sum ^= kernel.get_slot(slot);
      }
      return sum;
    };
    const auto timings = take_turns({{"by hand", by_hand}, {"pull", pull}});
    table.add({"one of " + std::to_string(count) + " chains of 16 hashes, pulled per row",
               "x the hand-written call",
               Target::AtMost,
               1.25,
               timings[1].least_ns / timings[0].least_ns,
               {{"kernel ns", timings[1].least_ns},
                {"by hand ns", timings[0].least_ns},
                {"ratio of medians", timings[1].median_ns / timings[0].median_ns}},
               {}});
  }
}

}  // namespace polydat::bench
