// Fuzz target: any text as a program, in either format. What compiles runs on every engine without native code, in rows and in blocks,
// folded and not: all must give the same values, the same failures and what the program promises of its outputs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// What the tests share checks with doctest, whose code it needs then.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "polydat/kernel.h"
#include "support/block_check.h"

using namespace polydat;

namespace {

const std::vector<std::uint64_t> kCoordinates{0, 1, 2, 41, 18446744073709551615u};

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

std::shared_ptr<const Program> build(const Source& source, Engine engine, bool fold) {
  CompileOptions options;
  options.engine = engine;
  options.fold = fold;
  options.limits.max_nodes = 5'000;
  options.limits.max_const = options.limits.max_value = std::uint64_t{1} << 16;
  const Compiled compiled = compile(source, options);
  for (const Diagnostic& d : compiled.diagnostics.sorted()) {
    if (render_text(d, compiled.sources, true).empty() || render_json(d, compiled.sources).empty()) fail("a message that shows nothing");
  }
  if ((compiled.program == nullptr) != compiled.diagnostics.has_errors()) fail("refused without an error");
  return compiled.traversals.empty() ? compiled.program : nullptr;
}

void check_promises(const Program& program, const AnyKernel& kernel) {
  for (std::uint32_t o = 0; o < program.outputs().size(); ++o) {
    const OutputInfo& output = program.outputs()[o];
    Value value;
    if (kernel.value(o, value) != AccessError::None) fail("no value of " + output.name);
    if (value.is_none() && !output.may_be_none) fail(output.name + " is None");
    if (!output.is_plain_text || value.is_none()) continue;
    for (const char c : value.text())
      if (c < ' ' || c > '~' || c == '"' || c == ',' || c == '\\') fail(output.name + " is no plain text: " + std::string(value.text()));
  }
}

// The second program is a twin of the first.
void compare(const std::shared_ptr<const Program>& program, const std::shared_ptr<const Program>& twin) {
  bool ready = true, twin_ready = true;
  const auto kernel = make_kernel(program, ready), other = make_kernel(twin, twin_ready);
  if (ready != twin_ready) fail("one twin starts, the other does not");
  if (!ready) return;
  for (const std::uint64_t coordinate : kCoordinates) {
    const std::vector<std::uint64_t> row(program->coord_count(), coordinate);
    kernel->set_inputs(row);
    other->set_inputs(row);
    const bool ok = kernel->eval();
    if (ok != other->eval()) fail("one twin fails, the other does not: " + kernel->failure().report + other->failure().report);
    if (!ok && kernel->failure().report != other->failure().report) fail(kernel->failure().report + "\nand\n" + other->failure().report);
    if (!ok) continue;
    check_promises(*program, *kernel);
    for (std::uint32_t o = 0; o < program->outputs().size(); ++o) {
      Value a, b;
      if (kernel->value(o, a) != AccessError::None || other->value(o, b) != AccessError::None || !a.same_as(b))
        fail("the twins differ in " + program->outputs()[o].name);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const auto program = build(source, Engine::Closures, true);
  if (program == nullptr || program->has_side_effects()) return 0;
  if (const auto twin = build(source, Engine::Interpreter, true)) compare(program, twin);
  else fail("the interpreter refuses it");
  if (const auto twin = build(source, Engine::Closures, false)) compare(program, twin);

  bool ready = true;
  (void)make_kernel(program, ready);
  if (!ready) return 0;
  testing::BlockCheck check(program, 4);
  const testing::CoordinateRows rows(program->coord_count(), kCoordinates);
  if (const std::string wrong = check.compare(rows, kCoordinates.size()); !wrong.empty()) fail(wrong);
  return 0;
}
