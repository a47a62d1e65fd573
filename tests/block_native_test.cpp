// Block code: loops over rows that LLVM vectorises, against the row closures of the same nodes.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "kernel/aligned_columns.h"
#include "kernel/block_kernel.h"
#include "kernel/program_internals.h"
#include "nodes/native/column_loops.h"
#include "plan/jit_loader.h"
#include "support/block_check.h"
#include "support/lockstep.h"
#include "support/native_samples.h"

using namespace polydat;
using namespace polydat::testing;
using u64 = std::uint64_t;

namespace {

const char* const kLadder =
    "input cycle: u64\ninput tenant_seed: u64\ninput operation_seed: u64\nseeded_cycle := u64_add(cycle, tenant_seed)\n"
    "identity_entropy := hash(seeded_cycle)\naccount_id := mod(identity_entropy, 10000000)\nroute_seed := u64_xor(account_id, operation_seed)\n"
    "route_entropy := hash(route_seed)\nshard := mod(route_entropy, 64)\npayload_seed := u64_add(identity_entropy, operation_seed)\n"
    "payload_entropy := hash(payload_seed)\npayload_class := mod(payload_entropy, 8)\ntoken_seed := u64_add(route_entropy, payload_entropy)\n"
    "event_token := hash(token_seed)\n";
const std::vector<std::string> kLadderOutputs{"account_id", "shard", "payload_class", "event_token"};

std::shared_ptr<const Program> build(const std::string& text, std::vector<std::string> outputs = {}, const std::string& cpu = {}) {
  CompileOptions options;
  options.engine = Engine::Hybrid;
  options.outputs = std::move(outputs);
  options.cpu = cpu;
  const Source source("block.polydat", text);
  const Compiled compiled = compile(source, options);
  for (const Diagnostic& d : compiled.diagnostics.sorted())
    if (d.severity == Severity::Error) FAIL_CHECK(render_text(d, source, false));
  REQUIRE(compiled.program != nullptr);
  return compiled.program;
}

CoordinateRows counting(std::uint32_t coordinates, std::size_t rows, u64 first) {
  CoordinateRows columns(coordinates, std::vector<u64>(rows));
  for (std::uint32_t c = 0; c < coordinates; ++c)
    for (std::size_t r = 0; r < rows; ++r) columns[c][r] = first + c * 17 + r * (2 * c + 1);
  return columns;
}

u64 ladder_checksum(const std::shared_ptr<const Program>& program, u64 count) {
  BlockKernel kernel(program);
  const std::size_t rows = kernel.block_rows();
  std::fill_n(kernel.coordinate_column(1), rows, 7u);
  std::fill_n(kernel.coordinate_column(2), rows, 11u);
  u64 checksum = 0;
  for (u64 first = 0; first < count; first += rows) {
    const std::size_t n = static_cast<std::size_t>(std::min<u64>(rows, count - first));
    for (std::size_t r = 0; r < n; ++r) kernel.coordinate_column(0)[r] = first + r;
    REQUIRE(kernel.run(n).rows == n);
    for (std::uint32_t o = 0; o < 4; ++o)
      for (std::size_t r = 0; r < n; ++r) checksum ^= kernel.column(o).words[0][r];
  }
  return checksum;
}

bool has_native() {
  if (native_code_available()) return true;
#if defined(POLYDAT_JIT)
  FAIL_CHECK("the JIT object cannot be loaded");
#endif
  MESSAGE("no JIT object in this build: nothing to test");
  return false;
}

}  // namespace

TEST_CASE("the ladder's block function is one loop with a vector body") {
  if (!has_native()) return;
  for (const std::string cpu : {"", "x86-64-v3"}) {
    const auto program = build(kLadder, kLadderOutputs, cpu);
    std::string error;
    const auto image = program->internals().native_block->compile_for_dump({true, false, false}, false, true, true, error);
    REQUIRE_MESSAGE(image != nullptr, error);
    CHECK(image->optimized_ir().find("vector.body") != std::string::npos);
    CHECK(image->optimized_ir().find("mul <") != std::string::npos);
    CHECK(image->optimized_ir().find("urem") == std::string::npos);
    if (cpu == "x86-64-v3") {
      CHECK(image->optimized_ir().find("<4 x i64>") != std::string::npos);
      CHECK(image->assembly().find("%ymm") != std::string::npos);
      CHECK(image->assembly().find("%zmm") == std::string::npos);
    }
    // Whole vectors only: no code for single rows, and two inputs that stand still are not read in the loop.
    CHECK(image->optimized_ir().find("scalar.ph") == std::string::npos);
    CHECK(image->optimized_ir().find(" mul i64") == std::string::npos);
    CHECK(ladder_checksum(program, 2'000'000) == ladder_checksum(build(kLadder, kLadderOutputs), 2'000'000));
  }
}

TEST_CASE("a chain has several vectors of rows in flight, chains side by side have one") {
  if (!has_native()) return;
  const auto products = [](const std::string& text) {
    std::string error;
    const auto image = build(text, {}, "x86-64-v3")->internals().native_block->compile_for_dump({true}, false, true, false, error);
    REQUIRE_MESSAGE(image != nullptr, error);
    const std::string& ir = image->optimized_ir();
    std::size_t count = 0;
    for (std::size_t at = ir.find("mul <4 x i64>"); at != std::string::npos; at = ir.find("mul <4 x i64>", at + 1)) ++count;
    return count;
  };
  std::string chain = "input x: u64\nc0 := hash(x)\n", chains = "input x: u64\n";
  for (int k = 1; k < 16; ++k) chain += "c" + std::to_string(k) + " := hash(c" + std::to_string(k - 1) + ")\n";
  for (int k = 0; k < 16; ++k) chains += "c" + std::to_string(k) + " := hash(u64_add(x, " + std::to_string(k) + "))\n";
  // Two products a hash.
  CHECK(products(chain) == 4 * 2 * 16);
  CHECK(products(chains) == 2 * 16);
}

TEST_CASE("the ladder's checksum over 20,000,000 rows") {
  if (!has_native()) return;
  CHECK(ladder_checksum(build(kLadder, kLadderOutputs), 20'000'000) == 0xd3a3d1e2dc41dfe7u);
}

TEST_CASE("every native node gives the same words in a block function, its wires in columns or standing still") {
  std::string error;
  if (!has_native()) return;
  CodeGenerator* generator = load_code_generator(error);
  const std::vector<NativeSample> samples = all_native_samples();
  constexpr std::size_t kRows = 640;
  // Slots and columns: the wire words, then the result words from 16 on. One function a sample and pattern of still words.
  struct Case {
    std::size_t sample;
    bool last_still;
  };
  std::vector<Case> cases;
  std::vector<u64> consts;
  CompileRequest request;
  std::size_t vector_nodes = 0;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const NativeSample& sample = samples[s];
    vector_nodes += generator->vectorizes(static_cast<std::uint16_t>(sample.row->native)) ? 1u : 0u;
    for (const bool last_still : {false, true}) {
      if (last_still && sample.input_words.size() < 2) continue;
      NativeFunction function;
      function.block = true;
      NativeOp op;
      op.native = static_cast<std::uint16_t>(sample.row->native);
      for (std::uint32_t w = 0; w < sample.input_words.size(); ++w)
        function.operands.push_back(
            {last_still && w + 1 == sample.input_words.size() ? WordOperand::Kind::Slot : WordOperand::Kind::Column, w, 0});
      for (std::size_t c = 0; c < sample.constants.words.size(); ++c) {
        if (sample.constants.is_address[c]) {
          function.operands.push_back({WordOperand::Kind::Address, static_cast<std::uint32_t>(consts.size()), 0});
          consts.push_back(sample.constants.words[c]);
        } else {
          function.operands.push_back({WordOperand::Kind::Immediate, 0, sample.constants.words[c]});
        }
      }
      op.operand_count = static_cast<std::uint32_t>(function.operands.size());
      op.result_words = static_cast<std::uint32_t>(sample.output_words.size());
      op.fallible = sample.row->can_fail();
      function.ops.push_back(op);
      for (std::uint32_t w = 0; w < sample.output_words.size(); ++w) function.stores.push_back({16 + w, {WordOperand::Kind::Result, w, 0}});
      request.functions.push_back(std::move(function));
      cases.push_back({s, last_still});
    }
  }
  for (const std::string cpu : {"", "x86-64-v3"}) {
    request.cpu = cpu;
    const auto image = generator->compile(request, error);
    REQUIRE_MESSAGE(image != nullptr, error);
    int bad = 0;
    for (std::size_t f = 0; f < cases.size() && bad < 10; ++f) {
      const NativeSample& sample = samples[cases[f].sample];
      AlignedColumns space(32, kRows);
      std::vector<u64*> columns(32);
      for (std::size_t c = 0; c < 32; ++c) columns[c] = space[c];
      std::vector<u64> slots(32, 0);
      const std::vector<u64> still = sample_words(sample, f);
      std::uint32_t expected_error = 0;
      std::vector<std::vector<u64>> expected(kRows);
      std::vector<bool> fails(kRows);
      for (std::size_t r = 0; r < kRows; ++r) {
        std::vector<u64> words = sample_words(sample, r);
        if (cases[f].last_still) words.back() = slots[words.size() - 1] = still.back();
        for (std::size_t w = 0; w < words.size(); ++w) columns[w][r] = words[w];
        const std::uint32_t row_error = run_row_closure(sample, words, expected[r]);
        fails[r] = row_error != 0;
        expected_error |= row_error;
      }
      const std::uint32_t got = image->block_function(f)(consts.data(), slots.data(), columns.data(), kRows);
      if (got != expected_error) {
        ++bad;
        FAIL_CHECK(sample.name << ": error word " << got << ", not " << expected_error);
      }
      for (std::size_t r = 0; r < kRows && bad < 10; ++r)
        for (std::size_t w = 0; w < sample.output_words.size(); ++w) {
          if (fails[r] || same_word(sample.output_words[w], columns[16 + w][r], expected[r][w])) continue;
          ++bad;
          FAIL_CHECK(sample.name << (cases[f].last_still ? ", last wire still" : "") << ", row " << r << ", word " << w << ": "
                                 << columns[16 + w][r] << ", not " << expected[r][w]);
        }
    }
  }
  MESSAGE(samples.size() << " native nodes, " << vector_nodes << " of them with vector code, " << cases.size() << " functions");
  CHECK(vector_nodes > 100);
}

TEST_CASE("a divisor that stands still: column loops and block functions divide by its reciprocal, exactly") {
  std::vector<u64> words;
  for (int bit = 0; bit < 64; ++bit)
    for (const u64 near : {~u64{0}, u64{0}, u64{1}}) words.push_back((u64{1} << bit) + near);
  for (u64 x = 1; words.size() < 400; x = x * 0x9e3779b97f4a7c15u + 12345) words.push_back(x >> (words.size() % 60));
  for (const char* text : {"input x: u64\ninput d: u64\nq := u64_div(x, d)\nr := u64_mod(x, d)\n",
                           "input x: u64\ninput d: u64\nq := div_wire(x, d)\nr := mod_wire(x, d)\n"}) {
    std::vector<Engine> engines{Engine::Closures};
    if (native_code_available()) engines.push_back(Engine::Hybrid);
    for (const Engine engine : engines) {
      CompileOptions options;
      options.engine = engine;
      const Compiled compiled = compile(Source("divide.polydat", text), options);
      REQUIRE(compiled.program != nullptr);
      BlockKernel kernel(compiled.program, words.size());
      std::copy(words.begin(), words.end(), kernel.coordinate_column(0));
      int bad = 0;
      for (const u64 d : words) {
        if (d == 0) continue;
        std::fill_n(kernel.coordinate_column(1), words.size(), d);
        REQUIRE(kernel.run(words.size()).rows == words.size());
        REQUIRE(kernel.column(0).stride == 1);
        for (std::size_t r = 0; r < words.size(); ++r)
          if (kernel.column(0).words[0][r] != words[r] / d || kernel.column(1).words[0][r] != words[r] % d) ++bad;
      }
      CHECK(bad == 0);
      std::fill_n(kernel.coordinate_column(1), words.size(), 0u);
      const BlockOutcome zero = kernel.run(words.size());
      if (std::string(text).find("_wire") != std::string::npos) CHECK(zero.failed);
      else CHECK(kernel.column(1).words[0][5] == 0);
    }
  }
}

TEST_CASE("closures and nodes without vector code run between the loops; every choice of moving inputs has its own code") {
  if (!has_native()) return;
  const auto program = build(
      "input x: u64\ninput y: u64\nextern k: u64 = 3\na := hash(x)\nt := \"{a}-{y}\"\nn := str_to_u64(t)\nb := u64_xor(n, a)\ns := sin(unit_interval(b))\n"
      "c := u64_add(b, mod(y, 10))\nw := __u64_to_u128(c)\nf := f64_mul(s, 3.5)\nm := checked_mul(c, k)\ng := in_range(mod(c, 1000), 0, 990)\n");
  for (const std::size_t size : {3u, 64u, 512u}) {
    BlockCheck check(program, size);
    const CoordinateRows both = counting(2, 200, 5);
    CHECK(check.compare(both, 200) == "");
    CHECK(check.compare({both[0], std::vector<u64>(200, 4)}, 200) == "");
    CHECK(check.compare({std::vector<u64>(200, 4), both[1]}, 200) == "");
    check.set_extern(2, Value::none(PortType::U64));
    CHECK(check.compare(both, 200) == "");
    check.set_extern(2, Value::u64(9));
    CHECK(check.compare(both, 200) == "");
    CHECK(check.failed > 0);
  }
  CHECK(program->internals().native_block->modules_compiled() == 3);
}

TEST_CASE("code that becomes ready is used from the next block on, by kernels of several threads") {
  if (!has_native()) return;
  const auto program = build(kLadder, kLadderOutputs);
  NativeBlock& native = *program->internals().native_block;
  CHECK(native.find({true, false, false}) == nullptr);
  std::vector<u64> sums(4, 0);
  std::vector<std::thread> threads;
  for (u64& sum : sums)
    threads.emplace_back([&native, &program, &sum] {
      native.compile({true, false, false});
      sum = ladder_checksum(program, 100'000);
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(native.modules_compiled() == 1);
  for (const u64 sum : sums) CHECK(sum == ladder_checksum(program, 100'000));
}
