// Coordinates read as text from a file, by a graph that passes them on as they are, as bytes.
#include "command.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

void coordinate_text(Table& table) {
  constexpr std::uint64_t kRows = 5000000;
  const ScratchFolder folder;
  const std::string graph = folder.file("pass.polydat", "input cycle: u64\nout := u64_add(cycle, 1)\n");
  std::string text;
  for (std::uint64_t i = 0, x = 1; i < kRows; ++i, x = x * 6364136223846793005u + 1442695040888963407u) text += std::to_string(x) + "\n";
  const std::string coordinates = folder.file("coordinates", text);
  const auto run = [&](const std::string& from) {
    return time_command({{"eval", graph, "--threads", "1", "--format", "raw", "--coords", from}, "/dev/null"}, 7).least_ns;
  };
  const double ms = run(coordinates) - run(folder.file("none", "1\n"));
  table.add({"5,000,000 coordinates as text from a file",
             "GB/s",
             Target::AtLeast,
             1,
             static_cast<double>(text.size()) / ms / 1e6,
             {{"ms", ms}, {"bytes a coordinate", static_cast<double>(text.size()) / kRows}},
             {}});
}

}  // namespace polydat::bench
