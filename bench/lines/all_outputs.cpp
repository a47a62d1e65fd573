// eval of all outputs of wide graphs, as multiples of the reference's native engine. That engine is not here: its times are scaled
// from where a hand-written hash in a chain took 3.6 ns to what it takes here.
#include "handwritten.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

void all_outputs(Table& table) {
  struct Work {
    const char* name;
    BenchGraph graph;
    double reference_ns, target;
  };
  constexpr std::uint64_t kDepth = 256;
  constexpr double kReferenceHash = 3.6;
  if (!has_native()) return table.add_missing("eval of all outputs", "no native code in this build");
  const RowLoop hashes = [](std::uint64_t first, std::uint64_t rows) {
    std::uint64_t x = first;
    for (std::uint64_t i = 0; i < rows; ++i) x = for_native::handwritten.chain(x, kDepth);
    return x;
  };
  for (const Work& work :
       {Work{"64 chains of 16", chains(64, 16), 4150, 4}, Work{"trunk of 16, 16 branches of 2", trunk(16, 16, 2), 327, 3.5},
        Work{"lattice, 16 wide, 8 deep", lattice(16, 8), 461, 3.5}})
    for (const char* cpu : {"x86-64-v3", ""}) {
      const RowLoop rows = eval_rows(work.graph, Engine::Hybrid, cpu);
      const auto hash = take_turns({{"hashes", hashes}}, 100);
      const auto timings = take_turns({{"eval", rows}}, 300);
      const double hash_ns = hash[0].least_ns / kDepth, scaled = work.reference_ns * hash_ns / kReferenceHash;
      table.add({std::string("eval of all outputs, ") + work.name + ", " + (*cpu != 0 ? cpu : "this CPU"),
                 "x the reference, scaled",
                 Target::AtLeast,
                 work.target,
                 scaled / timings[0].least_ns,
                 {{"eval ns", timings[0].least_ns}, {"reference scaled ns", scaled}, {"hash in a chain ns", hash_ns}},
                 {}});
    }
}

}  // namespace polydat::bench
