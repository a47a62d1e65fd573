// Ladder graph, row mode: set three inputs, eval, read four outputs, against a call of the hand-written function.
#include "handwritten.h"
#include "kernels.h"
#include "lines.h"

namespace polydat::bench {

namespace {

template <Provenance Mode>
RowLoop rows_of(const std::shared_ptr<const Program>& program) {
  auto kernel = std::make_shared<Kernel<Mode>>(program);
  const std::span<const OutputInfo> outputs = program->outputs();
  return [kernel, a = outputs[0].slot, b = outputs[1].slot, c = outputs[2].slot, d = outputs[3].slot](std::uint64_t first,
                                                                                                      std::uint64_t rows) {
    std::uint64_t sum = 0, in[3] = {0, 7, 11};
    Kernel<Mode>& k = *kernel;
    for (std::uint64_t i = first; i < first + rows; ++i) {
      in[0] = i;
      k.set_inputs(in);
      if (!k.eval()) row_failed(k.failure());
      sum ^= k.get_slot(a) ^ k.get_slot(b) ^ k.get_slot(c) ^ k.get_slot(d);
    }
    return sum;
  };
}

std::uint64_t rows_by_hand(std::uint64_t first, std::uint64_t rows) {
  std::uint64_t sum = 0, in[3] = {0, 7, 11}, out[4];
  for (std::uint64_t i = first; i < first + rows; ++i) {
    in[0] = i;
    for_native::handwritten.ladder_row(in, out);
    sum ^= out[0] ^ out[1] ^ out[2] ^ out[3];
  }
  return sum;
}

}  // namespace

void ladder_row(Table& table) {
  if (!has_native()) return table.add_missing("ladder, row mode", "no native code in this build");
  const auto program = program_of(ladder(), Engine::Hybrid);
  const auto timings = take_turns({{"by hand", rows_by_hand},
                                   {"push-pull", rows_of<Provenance::PushPull>(program)},
                                   {"raw", rows_of<Provenance::Raw>(program)},
                                   {"pull", rows_of<Provenance::Pull>(program)}});
  const char* const modes[] = {"", "push-pull", "raw", "pull"};
  for (std::size_t m = 1; m < timings.size(); ++m)
    table.add({std::string("ladder, row mode, ") + modes[m] + ": set 3 inputs, eval, read 4 outputs",
               "x the hand-written call",
               Target::AtMost,
               1.3,
               timings[m].least_ns / timings[0].least_ns,
               {{"kernel ns", timings[m].least_ns},
                {"by hand ns", timings[0].least_ns},
                {"ratio of medians", timings[m].median_ns / timings[0].median_ns}},
               {}});
}

}  // namespace polydat::bench
