// The block shape of execution against the row shape: same bits, same failures, for every node, length and block size.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "kernel/program_internals.h"
#include "nodes/catalog.h"
#include "support/block_check.h"
#include "support/lockstep.h"
#include "support/random_graph.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

std::shared_ptr<const Program> build(const std::string& text, Engine engine = Engine::Closures, std::vector<std::string> outputs = {}) {
  CompileOptions options;
  options.engine = engine;
  options.outputs = std::move(outputs);
  const Source source("block.polydat", text);
  const Compiled compiled = compile(source, options);
  for (const Diagnostic& d : compiled.diagnostics.sorted())
    if (d.severity == Severity::Error) FAIL_CHECK(render_text(d, source, false));
  return compiled.program;
}

// `moving`: coordinate 0 counts from `first`; the others step at their own pace from other places.
CoordinateRows counting(std::uint32_t coordinates, std::size_t rows, std::uint64_t first) {
  CoordinateRows columns(coordinates, std::vector<std::uint64_t>(rows));
  for (std::uint32_t c = 0; c < coordinates; ++c)
    for (std::size_t r = 0; r < rows; ++r) columns[c][r] = first + c * 17 + r * (2 * c + 1);
  return columns;
}

const char* const kLadder =
    "input cycle: u64\ninput tenant_seed: u64\ninput operation_seed: u64\nseeded_cycle := u64_add(cycle, tenant_seed)\n"
    "identity_entropy := hash(seeded_cycle)\naccount_id := mod(identity_entropy, 10000000)\nroute_seed := u64_xor(account_id, operation_seed)\n"
    "route_entropy := hash(route_seed)\nshard := mod(route_entropy, 64)\npayload_seed := u64_add(identity_entropy, operation_seed)\n"
    "payload_entropy := hash(payload_seed)\npayload_class := mod(payload_entropy, 8)\ntoken_seed := u64_add(route_entropy, payload_entropy)\n"
    "event_token := hash(token_seed)\n";

const std::uint64_t kStarts[] = {0, 1000, ~std::uint64_t{0} - 40, std::uint64_t{1} << 63};

}  // namespace

TEST_CASE("the example of every node gives the same rows in blocks") {
  std::size_t nodes = 0, rows = 0, failures = 0;
  for (const NodeDef* def : all_nodes()) {
    // What such a node gives is not a function of its inputs; counter has a case of its own.
    if (def->example.empty() || def->purity != Purity::Pure) continue;
    INFO(std::string(def->example));
    CompileOptions options;
    options.engine = Engine::Closures;
    options.allow_env = true;
    const Compiled compiled = compile(Source("example.polydat", std::string(def->example)), options);
    if (compiled.program == nullptr) continue;
    ++nodes;
    const std::uint32_t coordinates = compiled.program->coord_count();
    BlockCheck check(compiled.program, 64);
    for (const std::uint64_t start : kStarts) {
      CHECK(check.compare(counting(coordinates, 140, start), 140) == "");
      CHECK(check.compare(counting(coordinates, 5, start), 5, 1) == "");
    }
    rows += check.compared;
    failures += check.failed;
  }
  MESSAGE(nodes << " nodes, " << rows << " rows, " << failures << " failing rows");
  CHECK(nodes > 300);
  CHECK(failures > 0);
}

TEST_CASE("every length up to 70, around the block size and around 2^64, and every block size") {
  const std::string mixed =
      std::string(kLadder) +
      "text := \"{account_id}-{shard}\"\nvec := hash_vec(cycle, 3)\nnorm := vec_norm(vec)\nwide := __u64_to_u128(cycle)\n"
      "ratio := unit_interval(event_token)\nwords := number_to_words(shard)\n";
  for (const std::string& text : {std::string(kLadder), mixed}) {
    const auto program = build(text);
    for (const std::size_t size : {2u, 3u, 512u, 1024u}) {
      BlockCheck check(program, size);
      REQUIRE(check.block().block_rows() == size);
      for (const std::uint64_t start : kStarts) {
        for (std::size_t n = 0; n <= 70; ++n) CHECK(check.compare(counting(3, n, start), n) == "");
        for (std::size_t n = size - 1; n <= size + 1; ++n) CHECK(check.compare(counting(3, n, start), n) == "");
      }
      CHECK(check.compared > 0);
    }
  }
}

TEST_CASE("the ladder's checksum") {
  const auto program = build(kLadder, Engine::Closures, {"account_id", "shard", "payload_class", "event_token"});
  BlockKernel kernel(program);
  const std::size_t rows = kernel.block_rows();
  std::fill_n(kernel.coordinate_column(1), rows, 7);
  std::fill_n(kernel.coordinate_column(2), rows, 11);
  std::uint64_t checksum = 0;
  constexpr std::uint64_t kRows = 20'000'000;
  for (std::uint64_t first = 0; first < kRows; first += rows) {
    const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(rows, kRows - first));
    for (std::size_t r = 0; r < n; ++r) kernel.coordinate_column(0)[r] = first + r;
    const BlockOutcome outcome = kernel.run(n);
    REQUIRE(outcome.rows == n);
    for (std::uint32_t o = 0; o < 4; ++o) {
      const ColumnView column = kernel.column(o);
      REQUIRE(column.stride == 1);
      for (std::size_t r = 0; r < n; ++r) checksum ^= column.words[0][r];
    }
  }
  CHECK(checksum == 0xd3a3d1e2dc41dfe7u);
}

TEST_CASE("steps over inputs that stand still run once a change, and are counted") {
  const auto program = build(
      "input cycle: u64\ninput seed: u64\nextern salt: u64 = 3\na := hash(seed)\nb := u64_xor(hash(salt), a)\nc := u64_add(cycle, b)\n");
  const Plan& plan = program->internals().plan;
  const auto step_of = [&](const char* name) {
    const std::uint32_t output = *program->output_index(name);
    return plan.step_of[program->internals().graph.outputs[output].source.index];
  };
  BlockKernel kernel(program, 16);
  const auto block = [&](std::uint64_t first, std::uint64_t seed) {
    for (std::size_t r = 0; r < 16; ++r) {
      kernel.coordinate_column(0)[r] = first + r;
      kernel.coordinate_column(1)[r] = seed;
    }
    CHECK(kernel.run(16).rows == 16);
  };
  block(0, 5);
  block(16, 5);
  block(32, 5);
  CHECK(kernel.step_runs()[step_of("a")] == 1);
  CHECK(kernel.step_skips()[step_of("a")] == 2);
  CHECK(kernel.step_runs()[step_of("c")] == 3);
  CHECK(kernel.column(0).stride == 0);
  CHECK(kernel.column(2).stride == 1);
  CHECK(kernel.set_input_at(2, Value::u64(4)) == AccessError::None);
  block(48, 5);
  CHECK(kernel.step_runs()[step_of("a")] == 1);
  CHECK(kernel.step_runs()[step_of("b")] == 2);
  block(64, 6);
  CHECK(kernel.step_runs()[step_of("a")] == 2);
  CHECK(kernel.step_runs()[step_of("b")] == 3);
  // A block in which the seed moves, and back: what stood in the columns meanwhile is not taken for the old value.
  for (std::size_t r = 0; r < 16; ++r) kernel.coordinate_column(1)[r] = r;
  CHECK(kernel.run(16).rows == 16);
  CHECK(kernel.column(0).stride == 1);
  BlockCheck check(program, 16);
  CHECK(check.compare({std::vector<std::uint64_t>(16, 9), std::vector<std::uint64_t>(16, 6)}, 16) == "");
  CHECK(check.compare(counting(2, 32, 0), 32) == "");
  CHECK(check.compare({std::vector<std::uint64_t>(16, 9), std::vector<std::uint64_t>(16, 6)}, 16) == "");
}

TEST_CASE("a failing row has its own number and report, wherever it is and whatever fails before and behind it") {
  // Both fail, at other rows; the block ends before the first, and row mode reports the first output in order that fails there.
  const auto program = build(
      "input x: u64\ninput y: u64\na := in_range(x, 0, 50)\nb := in_range(y, 0, 30)\nc := \"{a}:{b}\"\nd := is_positive(u64_sub(40, x))\n");
  for (const std::size_t size : {2u, 3u, 64u, 512u}) {
    BlockCheck check(program, size);
    for (std::uint64_t shift = 0; shift < 8; ++shift) {
      CoordinateRows rows(2, std::vector<std::uint64_t>(70));
      for (std::size_t r = 0; r < 70; ++r) {
        rows[0][r] = r * (shift + 1);
        rows[1][r] = r + shift * 3;
      }
      CHECK(check.compare(rows, 70) == "");
    }
    CHECK(check.failed > 100);
  }
}

TEST_CASE("nothing runs for a row that is not asked for") {
  const auto program = build("input x: u64\na := in_range(x, 0, 5)\n");
  BlockKernel kernel(program, 8);
  for (std::size_t r = 0; r < 8; ++r) kernel.coordinate_column(0)[r] = r;
  const BlockOutcome fine = kernel.run(6);
  CHECK(fine.rows == 6);
  CHECK_FALSE(fine.failed);
  const BlockOutcome failing = kernel.run(8);
  CHECK(failing.rows == 6);
  CHECK(failing.failed);
  CHECK(kernel.failure().report.find("in_range") != std::string::npos);
  CHECK(kernel.run(0).rows == 0);
}

TEST_CASE("None in externs, and nodes that see it") {
  const auto program = build(
      "input x: u64\nextern e: u64\nextern s: str\na := u64_add(x, e)\nb := default_or(e, 5)\nc := this_or(a, x)\nd := \"{s}/{x}\"\nf := default_or(a, 9)\n"
      "g := u64_xor(c, b)\nh := hash(x)\n");
  BlockCheck check(program, 32);
  const auto e = *program->input_index("e"), s = *program->input_index("s");
  const CoordinateRows rows = counting(1, 80, 3);
  for (const bool with_e : {false, true, false, true})
    for (const bool with_s : {false, true, false}) {
      check.set_extern(e, with_e ? Value::u64(11) : Value::none(PortType::U64));
      check.set_extern(s, with_s ? Value::str("text") : Value::none(PortType::Str));
      CHECK(check.compare(rows, 80) == "");
      CHECK(check.compare({std::vector<std::uint64_t>(4, 9)}, 4) == "");
    }
}

TEST_CASE("volatile steps run in row order, once a row") {
  const auto program = build("input x: u64\nn := counter(100)\nvolatile h := hash(x)\nt := \"{n}-{x}\"\nk := in_range(x, 0, 60)\n");
  BlockCheck check(program, 32);
  CHECK(check.compare(counting(1, 75, 0), 75) == "");
  CHECK(check.failed == 14);
}

TEST_CASE("contents too large to be kept at once end a block early, and no row is lost") {
  const auto program = build("input x: u64\np := zero_pad_u64(x, 60000)\nt := \"{p}{p}{p}{p}{p}\"\nu := str_upper(t)\nh := hash(x)\n");
  BlockCheck check(program, 512);
  CHECK(check.compare(counting(1, 130, 0), 130) == "");
  BlockKernel kernel(program, 512);
  for (std::size_t r = 0; r < 512; ++r) kernel.coordinate_column(0)[r] = r;
  std::size_t done = 0, blocks = 0;
  while (done < 512) {
    const BlockOutcome outcome = kernel.run(512 - done);
    REQUIRE(outcome.rows != 0);
    CHECK(outcome.rows < 64);
    const ColumnView column = kernel.column(1);
    for (std::size_t r = 0; r < outcome.rows; ++r)
      CHECK(std::string_view(view_data<char>(column.words[0][r]) + 299990, 10) == fmt::format("{:010}", done + r));
    done += outcome.rows;
    kernel.discard(outcome.rows);
    ++blocks;
  }
  CHECK(done == 512);
  CHECK(blocks > 8);
}

TEST_CASE("kept values of a buffer stay where they are") {
  Buffer buffer;
  std::vector<std::pair<const char*, std::string>> kept;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t n = 0; n < 200; ++n) {
      const std::string text(n * 7 % 311, static_cast<char>('a' + n % 26));
      buffer.append(text);
      CHECK(buffer.view() == text);
      kept.emplace_back(buffer.data(), text);
      buffer.keep(n % 2 == 0 ? 8 : 1);
      CHECK(buffer.size() == 0);
    }
    for (const auto& [at, text] : kept) CHECK(std::string_view(text.empty() ? "" : at, text.size()) == text);
    kept.clear();
    buffer.release_kept();
  }
}

TEST_CASE("random graphs: blocks give what rows give, also when inputs stand still in some blocks and externs change between them") {
  std::size_t rows = 0, failures = 0;
  std::vector<Engine> engines{Engine::Closures};
  if (native_code_available()) engines.push_back(Engine::Hybrid);
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    GraphShape shape;
    shape.max_inputs = 6;
    shape.with_volatile = seed % 5 == 0;
    shape.fallible_percent = seed % 3 == 0 ? 30 : 3;
    const RandomGraph graph = make_random_graph(1000 + seed, shape);
    for (const Engine engine : engines) {
      if (engine == Engine::Hybrid && seed % 10 != 0) continue;
      const auto program = build(graph.text(), engine, graph.outputs);
      if (program == nullptr) continue;
      INFO("seed " << seed << "\n" << graph.text());
      Random random(seed);
      const std::size_t sizes[] = {2, 3, 32, 512};
      BlockCheck check(program, sizes[seed % 4]);
      std::string wrong;
      for (int part = 0; part < 6 && wrong.empty(); ++part) {
        CoordinateRows columns(program->coord_count());
        for (auto& column : columns) {
          const bool still = random.chance(40);
          const std::uint64_t base = random.chance(50) ? random.below(12) : random.next();
          for (std::size_t r = 0; r < 90; ++r) column.push_back(still ? base : random.chance(60) ? random.below(12) : random.next());
        }
        wrong = check.compare(columns, 20 + random.below(71));
        for (std::uint32_t i = program->coord_count(); i < program->inputs().size(); ++i) {
          const PortType type = program->inputs()[i].type;
          if (random.chance(30)) check.set_extern(i, Value::none(type));
          else if (type == PortType::U64) check.set_extern(i, Value::u64(random.below(20)));
          else if (type == PortType::F64) check.set_extern(i, Value::f64(static_cast<double>(random.below(9)) - 1.5));
          else check.set_extern(i, Value::str(random.chance(50) ? "42" : "t"));
        }
      }
      if (!wrong.empty()) FAIL_CHECK(wrong);
      rows += check.compared;
      failures += check.failed;
    }
  }
  MESSAGE(rows << " rows, " << failures << " failing rows");
  CHECK(rows > 20'000);
  CHECK(failures > 1'000);
}

TEST_CASE("negative control: a block that computes with another input than the rows is found, in values and in failures") {
  const CoordinateRows rows = counting(1, 8, 0);
  for (const char* output : {"h", "t", "q"}) {
    const auto selected = build("input x: u64\nextern k: u64 = 1\nh := hash(u64_add(x, k))\nt := \"{x}/{k}\"\nq := div_wire(x, k)\n",
                                Engine::Closures, {output});
    BlockCheck check(selected, 8);
    REQUIRE(check.compare(rows, 8) == "");
    (void)check.block().set_input_at(1, Value::u64(2));
    CHECK(check.compare(rows, 8) != "");
    (void)check.block().set_input_at(1, Value::u64(0));
    CHECK(check.compare(rows, 8) != "");
  }
}
