// Once warm, rows allocate nothing: neither row by row nor in blocks. Counts every malloc of this program.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "kernel/block_kernel.h"
#include "polydat/kernel.h"
#include "stream/row_writer.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define POLYDAT_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define POLYDAT_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef POLYDAT_COUNTS_ALLOCATIONS
#define POLYDAT_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<std::uint64_t> allocations{0};
}

#if POLYDAT_COUNTS_ALLOCATIONS
// A sanitizer brings an allocator of its own; elsewhere glibc's is called through its other names.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* malloc(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, bytes);
}
void* realloc(void* old, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(old, bytes);
}
}
#endif

using namespace polydat;

namespace {

constexpr std::uint64_t kWarm = 20'000, kRows = 100'000;

struct Graph {
  const char* name;
  const char* text;
  const char* only_output = nullptr;  // null: all bindings
};

const Graph kGraphs[] = {
    {"printf", R"(label := printf("user-{}-{}-{}", cycle, mod(hash(cycle), 1000), mod(hash(cycle), 7)))"},
    {"str_concat", R"(h := format_u64(hash(cycle), 10) s := str_concat("a-", h, "-z"))"},
    {"weighted_strings", R"(tier := weighted_strings(hash(cycle), "free:70;pro:25;enterprise:5"))"},
    {"hashed_uuid", R"(id := hashed_uuid(hash(cycle)))"},
    {"vectors", R"(v := hash_vec(cycle, 128) w := vec_add(v, v))"},
    {"numbers as text",
     R"(a := number_to_words(mod(hash(cycle), 1000)) b := format_f64(to_f64(cycle), 2) c := to_timestamp(u64_add(1700000000000, mod(hash(cycle), 100000000))))"},
    {"a text tile", R"(h := hash(cycle) name := full_names(h) price := f64_div(to_f64(mod(h, 1000)), 100.0)
tile doc := "user ${cycle | 08} ${name | >30} ${name | <30} ${name | ^31} ${price | .2} ${price} ${h | x} ${h | b}")",
     "doc"},
    {"a csv tile", R"(h := hash(cycle) s := printf("say \"{}\", {}", full_names(h), h) bits := u64_to_bytes(h)
tile doc : csv := "${cycle},${s},${s | >60},${h | <24},${bits},${h | .2}")",
     "doc"},
    {"a json tile", R"(h := hash(cycle) s := printf("say \"{}\", {}", full_names(h), h) bits := u64_to_bytes(h) odd := mod(cycle, 2)
tile doc : json := { "id": ${cycle}, "s": ${s}, "wide": ${s | >60}, "within": "${s} and ${s | <60} and ${cycle | 08}", "bits": ${bits},
  "price": ${f64_div(to_f64(cycle), 100.0) | .2}, "ratio": ${unit_interval(h)} @if odd { , "odd": true } @else { , "even": ${s} } })",
     "doc"},
};

std::shared_ptr<const Program> program_of(const Graph& graph, Engine engine) {
  CompileOptions options;
  options.engine = engine;
  if (graph.only_output != nullptr) options.outputs = {graph.only_output};
  const Compiled compiled = compile(Source("test", std::string("input cycle: u64\n") + graph.text + "\n"), options);
  REQUIRE_MESSAGE(compiled.program != nullptr, std::string(graph.name));
  return compiled.program;
}

std::uint64_t count_of(const auto& work) {
  const std::uint64_t before = allocations.load();
  work();
  return allocations.load() - before;
}

}  // namespace

TEST_CASE("allocations are counted at all") {
#if POLYDAT_COUNTS_ALLOCATIONS
  const auto allocate = [] {
    void* volatile bytes = std::malloc(64);  // volatile: the pair must not be optimised away
    std::free(bytes);
  };
  CHECK(count_of(allocate) == 1);
#endif
}

TEST_CASE("100,000 rows of a warm row kernel allocate nothing") {
  for (const Graph& graph : kGraphs) {
    HybridKernel kernel(program_of(graph, Engine::Closures));
    std::uint64_t failed = 0;
    const auto run = [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t r = first; r < end; ++r) {
        kernel.set_inputs(std::array{r});
        failed += kernel.eval() ? 0 : 1;
      }
    };
    run(0, kWarm);
    const std::uint64_t count = count_of([&] { run(kWarm, kWarm + kRows); });
    CHECK(failed == 0);
    CHECK_MESSAGE(count == 0, std::string(graph.name));
  }
}

TEST_CASE("100,000 rows in warm blocks, written as JSON or as documents, allocate nothing") {
  for (const Graph& graph : kGraphs) {
    const auto program = program_of(graph, Engine::Closures);
    BlockKernel kernel(program);
    std::vector<Column> columns;
    for (const OutputInfo& output : program->outputs()) columns.push_back({output.name, output.type, output.may_be_none});
    RowOptions options;
    options.format = graph.only_output != nullptr ? RowFormat::Tile : RowFormat::Jsonl;
    const auto writer = make_row_writer(columns, options);
    std::vector<ColumnView> views(columns.size());
    Buffer text;
    std::uint64_t next = 0, failed = 0;
    const auto run_until = [&](std::uint64_t end) {
      while (next < end) {
        std::uint64_t* const cycles = kernel.coordinate_column(0);
        for (std::size_t r = 0; r < kernel.block_rows(); ++r) cycles[r] = next + r;
        const BlockOutcome outcome = kernel.run(kernel.block_rows());
        if (outcome.failed || outcome.rows == 0) {
          ++failed;
          return;
        }
        for (std::uint32_t o = 0; o < views.size(); ++o) views[o] = kernel.column(o);
        text.clear();
        for (RowSelection rows{0, outcome.rows, nullptr}; rows.count != 0;) {
          const std::size_t written = writer->write_block(views, rows, text, std::size_t{1} << 20);
          rows.first += written;
          rows.count -= written;
          text.clear();
        }
        next += outcome.rows;
      }
    };
    run_until(kWarm);
    const std::uint64_t count = count_of([&] { run_until(kWarm + kRows); });
    CHECK(failed == 0);
    CHECK_MESSAGE(count == 0, std::string(graph.name));
  }
}
