// The library in another program: compile a graph, make a kernel, read rows.
#include <cstdint>
#include <cstdio>

#include "polydat/kernel.h"

int main() {
  const polydat::Source source("users",
                               "input cycle: u64\n"
                               "hashed  := hash(cycle)\n"
                               "user_id := mod(hashed, 1000000)\n");
  const polydat::Compiled compiled = polydat::compile(source, {});
  if (!compiled.program) {
    for (const auto& d : compiled.diagnostics.sorted()) std::fputs(polydat::render_text(d, compiled.sources, false).c_str(), stderr);
    return 2;
  }
  polydat::HybridKernel kernel(compiled.program);
  const auto user_id = *compiled.program->output_index("user_id");
  const auto slot = *compiled.program->resolve_output("user_id");
  for (std::uint64_t cycle = 0; cycle < 3; ++cycle) {
    kernel.set_inputs({&cycle, 1});
    if (!kernel.pull(user_id)) {  // runs what user_id needs and is not current, nothing else
      std::fprintf(stderr, "%s\n", kernel.failure().report.c_str());
      return 3;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(kernel.get_slot(slot)));
  }
}
