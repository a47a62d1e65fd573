// Random graphs and random scripts of writes and reads: every engine and mode against the recursive reference, value by value, and step by
// step against the naive model. POLYDAT_GRAPHS sets the number of graphs, POLYDAT_SEED the first seed (both are printed on a failure).
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "support/lockstep.h"

using namespace polydat::testing;

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE("random graphs give the same values and run the same steps on every engine and mode") {
  const std::uint64_t graphs = from_environment("POLYDAT_GRAPHS", 2000);
  const std::uint64_t first = from_environment("POLYDAT_SEED", 20'261'130);
  const auto subjects = all_subjects(native_code_available());
  MESSAGE("graphs: " << graphs << ", first seed: " << first << ", engines and modes: " << subjects.size());
  std::uint64_t wrong = 0;
  for (std::uint64_t g = 0; g < graphs && wrong < 3; ++g) {
    const std::uint64_t seed = first + g;
    const RandomGraph graph = make_random_graph(seed, GraphShape{});
    const auto script = make_random_script(seed, graph, 200);
    if (!run_lockstep(graph, script, subjects)) continue;
    ++wrong;
    FAIL_CHECK(shrink_and_describe(graph, script, subjects));
  }
  CHECK(wrong == 0);
}
