// Block mode on one core: the ladder against the naive loop by hand, a long chain of hashes, and the time until 1,000 nodes are native.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "handwritten.h"
#include "kernel/native_block.h"
#include "kernel/program_internals.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

namespace {

constexpr std::size_t kRows = 1024;

RowLoop ladder_by_hand(const Handwritten& level) {
  auto words = std::make_shared<std::vector<std::uint64_t>>(4 * kRows);
  return [words, &level](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t sum = 0;
    std::uint64_t* out[4];
    for (std::size_t o = 0; o < 4; ++o) out[o] = words->data() + o * kRows;
    for (std::uint64_t done = 0; done < rows;) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kRows, rows - done));
      level.ladder_block(first + done, n, 7, 11, out);
      for (const std::uint64_t* column : out)
        for (std::size_t r = 0; r < n; ++r) sum ^= column[r];
      done += n;
    }
    return sum;
  };
}

RowLoop chain_by_hand(const Handwritten& level) {
  return [&level](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = first; i < first + rows; ++i) sum ^= level.chain(i, 256);
    return sum;
  };
}

// AVX2 levels: hybrid only, since the column loops are chosen by the machine.
void measure_ladder(Table& table, const std::string& cpu, const Handwritten& level, double target) {
  std::vector<Contender> contenders{{"by hand", ladder_by_hand(level)}, {"hybrid", blocks_of(ladder(), Engine::Hybrid, cpu, {7, 11})}};
  if (cpu.empty()) contenders.push_back({"column loops", blocks_of(ladder(), Engine::Closures, cpu, {7, 11})});
  const auto timings = take_turns(contenders);
  for (std::size_t t = 1; t < timings.size(); ++t)
    table.add({"ladder, block mode, " + contenders[t].name + (cpu.empty() ? "" : ", " + cpu),
               "x the naive loop by hand",
               Target::AtMost,
               target,
               timings[t].least_ns / timings[0].least_ns,
               {{"kernel ns", timings[t].least_ns},
                {"by hand ns", timings[0].least_ns},
                {"ratio of medians", timings[t].median_ns / timings[0].median_ns}},
               {}});
}

void measure_chain(Table& table, const std::string& cpu, const Handwritten& level, double target) {
  std::vector<Contender> contenders{{"by hand", chain_by_hand(level)}, {"hybrid", blocks_of(chains(1, 256), Engine::Hybrid, cpu, {})}};
  if (cpu.empty()) contenders.push_back({"column loops", blocks_of(chains(1, 256), Engine::Closures, cpu, {})});
  const auto timings = take_turns(contenders, 60, 10.0);
  // The target is 75 ns (AVX2: 150) where a scalar loop takes 884.
  for (std::size_t t = 1; t < timings.size(); ++t)
    table.add({"chain of 256 hashes, block mode, " + contenders[t].name + (cpu.empty() ? "" : ", " + cpu),
               "x the scalar loop by hand",
               Target::AtMost,
               target / 884,
               timings[t].least_ns / timings[0].least_ns,
               {{"kernel ns", timings[t].least_ns}, {"by hand ns", timings[0].least_ns}},
               {}});
}

}  // namespace

void block_mode(Table& table) {
  if (!has_native()) return table.add_missing("ladder, block mode", "no native code in this build");
  const bool wide = __builtin_cpu_supports("avx512dq") != 0;
  measure_ladder(table, {}, for_native::handwritten, wide ? 0.4 : 0.6);
  if (wide) measure_ladder(table, "x86-64-v3", for_x86_64_v3::handwritten, 0.6);
  measure_chain(table, {}, for_native::handwritten, wide ? 75 : 150);
  if (wide) measure_chain(table, "x86-64-v3", for_x86_64_v3::handwritten, 150);

  const auto graph = layered(1000);
  const Timing compile = time_calls(
      [&] {
        // The block kernel would not wait for so many nodes.
        if (program_of(graph, Engine::Hybrid)->internals().native_block->compile({true})) return;
        std::fprintf(stderr, "1,000 nodes cannot be compiled\n");
        std::exit(1);
      },
      3);
  table.add({"1,000 nodes, layered, to native block code", "ms", Target::AtMost, 1000, compile.least_ns, {}, {}});
}

}  // namespace polydat::bench
