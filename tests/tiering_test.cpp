// Native code that is made while a program runs: kernels go on without it, leave a wish, and change at a block boundary.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernel/block_kernel.h"
#include "kernel/native_block.h"
#include "kernel/program_internals.h"
#include "stream/tiering.h"

using namespace polydat;

namespace {

std::shared_ptr<const Program> program_of(const char* text) {
  CompileOptions options;
  options.background = true;
  options.expected_rows = ~std::uint64_t{0};
  const Compiled compiled = compile(Source("test", text), options);
  REQUIRE(compiled.program != nullptr);
  CHECK(compiled.program->engine() == Engine::Closures);
  return compiled.program;
}

constexpr const char* kGraph = "input (cycle: u64, seed: u64)\nh := hash(u64_add(cycle, seed))\na := mod(h, 1000)\nb := u64_xor(h, a)\n";

std::vector<std::uint64_t> block(BlockKernel& kernel, std::uint64_t first) {
  for (std::size_t r = 0; r < kernel.block_rows(); ++r) {
    kernel.coordinate_column(0)[r] = first + r;
    kernel.coordinate_column(1)[r] = 5;
  }
  const BlockOutcome outcome = kernel.run(kernel.block_rows());
  REQUIRE(outcome.rows == kernel.block_rows());
  std::vector<std::uint64_t> words;
  for (std::uint32_t o = 0; o < 3; ++o)
    for (std::size_t r = 0; r < outcome.rows; ++r) words.push_back(kernel.column(o).words[0][r * kernel.column(o).stride]);
  return words;
}

}  // namespace

TEST_CASE("a kernel changes to native code at the first block for which it is there, with the same rows") {
  const auto program = program_of(kGraph);
  NativeBlock* const native = program->internals().native_block.get();
#ifdef POLYDAT_JIT
  REQUIRE(native != nullptr);
#else
  CHECK(native == nullptr);
  if (native == nullptr) return;
#endif
  BlockKernel kernel(program);
  CHECK_FALSE(native->wished().has_value());
  const std::vector<std::uint64_t> before = block(kernel, 100);
  CHECK_FALSE(kernel.ran_native());
  REQUIRE(native->wished().has_value());
  CHECK(*native->wished() == std::vector<bool>{true, false});
  REQUIRE_MESSAGE(native->compile(*native->wished()), native->error());
  CHECK(block(kernel, 100) == before);
  CHECK(kernel.ran_native());
  BlockKernel other(program);
  CHECK(block(other, 100) == before);
  CHECK(other.ran_native());
}

TEST_CASE("a compile that nobody waits for any more is ended, and can be asked for again") {
  const auto program = program_of(kGraph);
  NativeBlock* const native = program->internals().native_block.get();
  if (native == nullptr) return;
  const std::atomic<bool> cancel{true};
  CHECK_FALSE(native->compile({true, true}, &cancel));
  CHECK(native->find({true, true}) == nullptr);
  CHECK(native->compile({true, true}));
  CHECK(native->find({true, true}) != nullptr);
}

TEST_CASE("the decision: rows that are left, times what a row saves, against the time to compile") {
  const auto program = program_of(kGraph);
  NativeBlock* const native = program->internals().native_block.get();
  if (native == nullptr) return;
  BlockKernel kernel(program);
  block(kernel, 0);
  {
    Tiering few(*program, u128{100'000});
    few.took(50'000, std::chrono::milliseconds(1), false);  // 20 ns a row: 50,000 rows save less than a compile takes
    const TierReport report = few.finish();
    CHECK(report.decides);
    CHECK(report.closure_ns == doctest::Approx(20));
    CHECK(report.native_ns < report.closure_ns);
    CHECK_FALSE(report.compiled);
    CHECK(report.native_rows == 0);
  }
  CHECK(native->modules_compiled() == 0);
  {
    Tiering many(*program, ~u128{0});
    many.took(50'000, std::chrono::milliseconds(1), false);
    while (native->find({true, false}) == nullptr) std::this_thread::yield();
    many.took(1'000, std::chrono::microseconds(1), true);
    const TierReport report = many.finish();
    CHECK(report.error.empty());
    CHECK(report.native_rows == 1'000);
  }
  CHECK(native->modules_compiled() == 1);
}

TEST_CASE("native code that is slower than closures is left at the next block") {
  const auto program = program_of(kGraph);
  NativeBlock* const native = program->internals().native_block.get();
  if (native == nullptr) return;
  for (const bool slower : {false, true}) {
    BlockKernel kernel(program);
    const std::vector<std::uint64_t> rows = block(kernel, 0);
    Tiering tiering(*program, ~u128{0});
    tiering.took(50'000, std::chrono::milliseconds(1), false);  // 20 ns a row
    while (native->find({true, false}) == nullptr) std::this_thread::yield();
    CHECK(block(kernel, 0) == rows);
    CHECK(kernel.ran_native());
    tiering.took(100'000, slower ? std::chrono::milliseconds(3) : std::chrono::milliseconds(1), true);
    CHECK(block(kernel, 0) == rows);
    CHECK(kernel.ran_native() != slower);
    const TierReport report = tiering.finish();
    CHECK(report.left == slower);
    CHECK(report.native_measured_ns == doctest::Approx(slower ? 30 : 10));
  }
}

TEST_CASE("a program whose engine is fixed decides nothing") {
  const Compiled compiled = compile(Source("test", kGraph), CompileOptions{});
  REQUIRE(compiled.program != nullptr);
  Tiering tiering(*compiled.program, ~u128{0});
  tiering.took(1'000'000, std::chrono::seconds(10), false);
  CHECK_FALSE(tiering.finish().decides);
}
