// The JIT object: generated row functions against the row closures, packing, and the life of images.
#include "plan/code_generator.h"

#include <doctest/doctest.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "nodes/native/native_id.h"
#include "support/jit_generator.h"
#include "support/native_samples.h"

using namespace polydat;
using polydat::testing::generator;
using polydat::testing::NativeSample;

namespace {

using u64 = std::uint64_t;

std::shared_ptr<CodeImage> compiled(CodeGenerator* g, const CompileRequest& request) {
  std::string error;
  std::shared_ptr<CodeImage> image = g->compile(request, error);
  REQUIRE_MESSAGE(image != nullptr, error);
  return image;
}

WordOperand slot(std::uint32_t index) { return {WordOperand::Kind::Slot, index, 0}; }
WordOperand result(std::uint32_t index) { return {WordOperand::Kind::Result, index, 0}; }
WordOperand immediate(u64 value) { return {WordOperand::Kind::Immediate, 0, value}; }
WordOperand table_address(std::uint32_t index) { return {WordOperand::Kind::Address, index, 0}; }

// Adds an operation and returns the number of its first result word.
struct Builder {
  NativeFunction function;
  std::uint32_t results = 0;

  std::uint32_t op(NativeId id, const std::vector<WordOperand>& operands, std::uint32_t result_words = 1, bool fallible = false) {
    function.ops.push_back({static_cast<std::uint16_t>(id), static_cast<std::uint32_t>(function.operands.size()),
                            static_cast<std::uint32_t>(operands.size()), result_words, fallible});
    function.operands.insert(function.operands.end(), operands.begin(), operands.end());
    const std::uint32_t first = results;
    results += result_words;
    return first;
  }
  void store(std::uint32_t to, WordOperand word) { function.stores.push_back({to, word}); }
};

// design 6: slots 0..2 are cycle, tenant_seed, operation_seed; 3..6 the outputs.
NativeFunction ladder() {
  Builder b;
  const auto id = b.op(NativeId::hash, {result(b.op(NativeId::u64_add, {slot(0), slot(1)}))});
  const auto account = b.op(NativeId::mod, {result(id), immediate(10000000)});
  const auto route = b.op(NativeId::hash, {result(b.op(NativeId::u64_xor, {result(account), slot(2)}))});
  const auto shard = b.op(NativeId::mod, {result(route), immediate(64)});
  const auto payload = b.op(NativeId::hash, {result(b.op(NativeId::u64_add, {result(id), slot(2)}))});
  const auto payload_class = b.op(NativeId::mod, {result(payload), immediate(8)});
  const auto token = b.op(NativeId::hash, {result(b.op(NativeId::u64_add, {result(route), result(payload)}))});
  const std::uint32_t outputs[] = {account, shard, payload_class, token};
  for (std::uint32_t o = 0; o < 4; ++o) b.store(3 + o, result(outputs[o]));
  return b.function;
}

u64 checksum_of_ladder(RowFunction row, u64 rows) {
  u64 slots[7] = {0, 7, 11}, sum = 0;
  for (u64 cycle = 0; cycle < rows; ++cycle) {
    slots[0] = cycle;
    REQUIRE(row(nullptr, slots) == 0);
    sum ^= slots[3] ^ slots[4] ^ slots[5] ^ slots[6];
  }
  return sum;
}

u64 splitmix(u64 x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

u64 expected_ladder_checksum(u64 rows) {
  u64 sum = 0;
  for (u64 cycle = 0; cycle < rows; ++cycle) {
    const u64 id = splitmix(cycle + 7), account = id % 10000000, route = splitmix(account ^ 11), payload = splitmix(id + 11);
    sum ^= account ^ (route % 64) ^ (payload % 8) ^ splitmix(route + payload);
  }
  return sum;
}

// `chains` chains of `depth` hashes, emitted level by level; chain c starts from slot 0 + c.
NativeFunction chains_of_hashes(std::uint32_t chains, std::uint32_t depth, bool pack) {
  Builder b;
  b.function.pack = pack;
  std::vector<WordOperand> at;
  for (std::uint32_t c = 0; c < chains; ++c) at.push_back(result(b.op(NativeId::add, {slot(0), immediate(c)})));
  for (std::uint32_t d = 0; d < depth; ++d)
    for (WordOperand& word : at) word = result(b.op(NativeId::hash, {word}));
  for (std::uint32_t c = 0; c < chains; ++c) b.store(1 + c, at[c]);
  return b.function;
}

// How the wire words of a call are given.
enum class Form { Slots, Immediates, Mixed };

struct NativeCase {
  std::size_t sample;
  Form form;
  std::vector<u64> words;  // those that are immediates
};

// One function a case. Slots: the wire words, then the result words from 16 on. Addresses come from `consts`.
NativeFunction function_of(const NativeSample& sample, const NativeCase& c, std::vector<u64>& consts, bool pack) {
  Builder b;
  b.function.pack = pack;
  std::vector<WordOperand> operands;
  for (std::uint32_t w = 0; w < sample.input_words.size(); ++w) {
    const bool baked = c.form == Form::Immediates || (c.form == Form::Mixed && (w + c.words[0]) % 2 == 0);
    operands.push_back(baked ? immediate(c.words[w]) : slot(w));
  }
  for (std::size_t k = 0; k < sample.constants.words.size(); ++k) {
    if (!sample.constants.is_address[k]) {
      operands.push_back(immediate(sample.constants.words[k]));
      continue;
    }
    operands.push_back(table_address(static_cast<std::uint32_t>(consts.size())));
    consts.push_back(sample.constants.words[k]);
  }
  const auto words = static_cast<std::uint32_t>(sample.output_words.size());
  const auto first = b.op(sample.row->native, operands, words, sample.row->can_fail());
  for (std::uint32_t w = 0; w < words; ++w) b.store(16 + w, result(first + w));
  return b.function;
}

void compare_with_closures(CodeGenerator* g, const std::string& cpu, bool pack, std::size_t baked_cases, std::size_t rows) {
  const std::vector<NativeSample> samples = polydat::testing::all_native_samples();
  std::vector<NativeCase> cases;
  std::vector<u64> consts;
  CompileRequest request;
  request.cpu = cpu;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    cases.push_back({s, Form::Slots, {}});
    for (std::size_t n = 0; n < baked_cases && !samples[s].input_words.empty(); ++n)
      for (const Form form : {Form::Immediates, Form::Mixed}) cases.push_back({s, form, polydat::testing::sample_words(samples[s], 7 * n)});
  }
  for (const NativeCase& c : cases) request.functions.push_back(function_of(samples[c.sample], c, consts, pack));
  const std::shared_ptr<CodeImage> image = compiled(g, request);

  int bad = 0;
  for (std::size_t f = 0; f < cases.size() && bad < 10; ++f) {
    const NativeSample& sample = samples[cases[f].sample];
    const bool from_slots = cases[f].form == Form::Slots;
    for (std::size_t n = 0; n < (from_slots ? rows : 1) && bad < 10; ++n) {
      const std::vector<u64> words = from_slots ? polydat::testing::sample_words(sample, n) : cases[f].words;
      u64 slots[32] = {};
      for (std::size_t w = 0; w < words.size(); ++w) slots[w] = words[w];
      std::vector<u64> expected;
      const std::uint32_t expected_error = polydat::testing::run_row_closure(sample, words, expected);
      const std::uint32_t error = image->row_function(f)(consts.data(), slots);
      bool same = error == expected_error;
      for (std::size_t w = 0; w < sample.output_words.size() && same && error == 0; ++w)
        same = polydat::testing::same_word(sample.output_words[w], slots[16 + w], expected[w]);
      for (std::size_t w = 0; w < words.size(); ++w) same = same && slots[w] == words[w];
      if (same) continue;
      ++bad;
      FAIL_CHECK(sample.name << " form " << static_cast<int>(cases[f].form) << " set " << n << " first word "
                             << (words.empty() ? 0 : words[0]) << ": generated " << slots[16] << " error " << error << ", closure "
                             << expected[0] << " error " << expected_error);
    }
  }
  CHECK(bad == 0);
}

// AddressSanitizer keeps freed memory for a while, so growth says nothing there.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kFreedMemoryStays = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kFreedMemoryStays = true;
#else
constexpr bool kFreedMemoryStays = false;
#endif
#else
constexpr bool kFreedMemoryStays = false;
#endif

long resident_kib() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  REQUIRE(file != nullptr);
  long size = 0, resident = 0;
  REQUIRE(std::fscanf(file, "%ld %ld", &size, &resident) == 2);
  std::fclose(file);
  return resident * 4;
}

}  // namespace

TEST_CASE("the hidden options that compile time depends on exist") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CHECK(g->missing_settings().empty());
  CHECK(std::string(g->llvm_version()).starts_with("19."));
}

TEST_CASE("every native function gives what its row closure gives") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  SUBCASE("for this machine") { compare_with_closures(g, "", false, 6, 400); }
  SUBCASE("packed") { compare_with_closures(g, "", true, 2, 400); }
  // More than 4,096 operations: code generation without optimisation, which may call what the other does inline.
  SUBCASE("as a big request") { compare_with_closures(g, "", false, 12, 100); }
  SUBCASE("for x86-64-v3") { compare_with_closures(g, "x86-64-v3", false, 2, 400); }
}

TEST_CASE("the ladder graph") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  request.functions = {ladder()};
  const u64 rows = 100000;
  for (const char* cpu : {"", "x86-64-v3"}) {
    request.cpu = cpu;
    for (const bool pack : {false, true}) {
      request.functions[0].pack = pack;
      CHECK(checksum_of_ladder(compiled(g, request)->row_function(0), rows) == expected_ladder_checksum(rows));
    }
  }
}

TEST_CASE("packed chains are vector code and give what scalar code gives") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  request.functions = {chains_of_hashes(64, 16, false), chains_of_hashes(64, 16, true)};
  request.want_optimized_ir = true;
  const auto image = compiled(g, request);
  for (u64 cycle = 0; cycle < 200; ++cycle) {
    u64 scalar[65] = {cycle * 0x123456789abcdefull}, packed[65] = {scalar[0]};
    CHECK(image->row_function(0)(nullptr, scalar) == 0);
    CHECK(image->row_function(1)(nullptr, packed) == 0);
    CHECK(std::memcmp(scalar, packed, sizeof scalar) == 0);
    u64 x = scalar[0] + 5;
    for (int d = 0; d < 16; ++d) x = splitmix(x);
    CHECK(scalar[1 + 5] == x);
  }
  const std::size_t second = image->optimized_ir().find("@row1(");
  CHECK(image->optimized_ir().find("x i64>") > second);
  CHECK(image->optimized_ir().find("x i64>", second) != std::string::npos);
}

TEST_CASE("the packed remainder and quotient equal the node functions") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  std::vector<u64> divisors = {1,
                               2,
                               3,
                               5,
                               7,
                               8,
                               10,
                               641,
                               1000,
                               10000000,
                               0xffffffffu,
                               0x100000000u,
                               0x100000001u,
                               (1ull << 63) - 1,
                               1ull << 63,
                               (1ull << 63) + 1,
                               ~0ull - 1,
                               ~0ull};
  std::mt19937_64 random(1);
  while (divisors.size() < 160) divisors.push_back((random() >> (random() % 63)) | 1u);
  CompileRequest request;
  for (const u64 d : divisors) {
    Builder b;
    b.function.pack = true;
    const auto remainder = b.op(NativeId::mod, {slot(0), immediate(d)});
    const auto quotient = b.op(NativeId::div, {slot(0), immediate(d)});
    const auto in_range = b.op(NativeId::hash_range, {slot(0), immediate(d)});
    b.store(1, result(remainder));
    b.store(2, result(quotient));
    b.store(3, result(in_range));
    request.functions.push_back(b.function);
  }
  request.want_optimized_ir = true;
  const auto image = compiled(g, request);
  CHECK(image->optimized_ir().find("urem") == std::string::npos);
  CHECK(image->optimized_ir().find("udiv") == std::string::npos);
  std::size_t bad = 0;
  for (std::size_t f = 0; f < divisors.size(); ++f) {
    const u64 d = divisors[f];
    const RowFunction row = image->row_function(f);
    const auto check = [&](u64 x) {
      u64 slots[4] = {x};
      row(nullptr, slots);
      bad += slots[1] != x % d || slots[2] != x / d || slots[3] != splitmix(x) % d;
    };
    for (u64 k = 0; k < 40; ++k)
      for (u64 e = 0; e < 3; ++e) {
        check(k * d + e - 1);                    // around small multiples
        check(~u64{0} / d * d - k * d + e - 1);  // around the largest ones
        check(~u64{0} - 3 * k - e);
      }
    for (int k = 0; k < 20000; ++k) check(random() >> (k % 64));
  }
  CHECK(bad == 0);
}

TEST_CASE("an operation that fails sets the word, the others run all the same") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  Builder b;
  const auto quotient = b.op(NativeId::div_wire, {slot(0), slot(1)}, 1, true);
  const auto remainder = b.op(NativeId::mod_wire, {slot(0), immediate(7)}, 1, true);
  b.store(2, result(quotient));
  b.store(3, result(remainder));
  b.store(0, result(remainder));  // a slot that is read may be stored to: all reads come first
  b.store(4, slot(0));
  CompileRequest request;
  request.functions = {b.function};
  const auto image = compiled(g, request);
  u64 good[5] = {100, 3};
  CHECK(image->row_function(0)(nullptr, good) == 0);
  CHECK(good[2] == 33);
  CHECK(good[3] == 2);
  CHECK(good[0] == 2);
  CHECK(good[4] == 100);
  u64 failing[5] = {100, 0, 9, 9, 9};
  CHECK(image->row_function(0)(nullptr, failing) != 0);
  CHECK(failing[2] == 0);
  CHECK(failing[3] == 2);
}

TEST_CASE("a request that is not well formed is refused with a reason") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  const auto refused = [&](const NativeFunction& function) {
    CompileRequest request;
    request.functions = {function};
    std::string error;
    const bool none = g->compile(request, error) == nullptr;
    return none && !error.empty();
  };
  Builder unknown, few, forward, outside;
  unknown.op(NativeId::none, {slot(0)});
  few.op(NativeId::hash, {});
  forward.op(NativeId::hash, {result(0)});
  outside.op(NativeId::hash, {slot(0)});
  outside.function.operands.clear();
  CHECK(refused(unknown.function));
  CHECK(refused(few.function));
  CHECK(refused(forward.function));
  CHECK(refused(outside.function));
  CHECK_FALSE(refused(ladder()));
}

TEST_CASE("an unknown CPU and one below the floor are refused") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  for (const char* cpu : {"no-such-cpu", "x86-64", "x86-64-v2", "nehalem"}) {
    std::string error;
    CHECK(g->describe_cpu(cpu, error).empty());
    CHECK(error.find(cpu) != std::string::npos);
    CompileRequest request;
    request.functions = {ladder()};
    request.cpu = cpu;
    error.clear();
    CHECK(g->compile(request, error) == nullptr);
    CHECK_FALSE(error.empty());
  }
  std::string error;
  CHECK_FALSE(g->describe_cpu("", error).empty());
  CHECK(g->describe_cpu("x86-64-v3", error).starts_with("x86-64-v3"));
}

TEST_CASE("a compile that may take no time is given up") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  request.functions = {ladder()};
  request.max_seconds = 0;
  std::string error;
  CHECK(g->compile(request, error) == nullptr);
  CHECK(error.find("--max-compile") != std::string::npos);
}

TEST_CASE("big requests: many functions, and one long function") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  for (int f = 0; f < 40; ++f) request.functions.push_back(chains_of_hashes(8, 32, false));
  request.functions.push_back(chains_of_hashes(8, 2500, false));
  request.functions.push_back(chains_of_hashes(8, 8, true));
  const auto image = compiled(g, request);
  CHECK(image->code_bytes() > 100000);
  const std::pair<std::size_t, int> depths[] = {{0, 32}, {39, 32}, {40, 2500}, {41, 8}};
  for (const auto& [index, depth] : depths) {
    u64 slots[9] = {42};
    CHECK(image->row_function(index)(nullptr, slots) == 0);
    u64 x = 42 + 3;
    for (int d = 0; d < depth; ++d) x = splitmix(x);
    CHECK(slots[4] == x);
  }
}

TEST_CASE("the texts that dump-plan shows") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  request.functions = {ladder()};
  request.want_ir = request.want_optimized_ir = request.want_assembly = true;
  const auto image = compiled(g, request);
  CHECK(image->ir().find("i32 @row0(") != std::string::npos);
  CHECK(image->optimized_ir().find("i32 @row0(") != std::string::npos);
  CHECK(image->assembly().find("row0:") != std::string::npos);
  // No node body stays behind, and nothing is called.
  CHECK(image->ir().find("call") == std::string::npos);
  CHECK(image->ir().find("define internal") == std::string::npos);
}

TEST_CASE("two threads may compile at once, and images outlive the compile") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  const u64 expected = expected_ladder_checksum(1000);
  std::vector<std::shared_ptr<CodeImage>> images[2];
  std::vector<std::thread> threads;
  for (auto& list : images)
    threads.emplace_back([&list, g] {
      CompileRequest request;
      request.functions = {ladder(), chains_of_hashes(8, 4, true)};
      for (int k = 0; k < 20; ++k) {
        std::string error;
        list.push_back(g->compile(request, error));
      }
    });
  for (std::thread& t : threads) t.join();
  for (const auto& list : images)
    for (const auto& image : list) {
      REQUIRE(image != nullptr);
      CHECK(checksum_of_ladder(image->row_function(0), 1000) == expected);
    }
}

TEST_CASE("B32: code is linked within its reach while other threads map and unmap memory") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&stop] {
      constexpr std::size_t piece = std::size_t{64} << 20, pieces = 48;  // 3 GiB a thread, reserved and never touched
      std::vector<void*> mapped(pieces, MAP_FAILED);
      for (std::size_t n = 0; !stop; ++n) {
        void*& at = mapped[n % pieces];
        if (at != MAP_FAILED) munmap(at, piece);
        at = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      }
      for (void* at : mapped)
        if (at != MAP_FAILED) munmap(at, piece);
    });
  CompileRequest request;
  Builder sine;  // calls a helper of the program
  sine.store(1, result(sine.op(NativeId::sin, {slot(0)})));
  request.functions = {ladder(), sine.function};
  const u64 expected = expected_ladder_checksum(3);
  std::vector<std::shared_ptr<CodeImage>> kept;
  int wrong = 0;
  for (int k = 0; k < 100; ++k) {
    std::string error;
    kept.push_back(g->compile(request, error));
    if (kept.back() == nullptr || checksum_of_ladder(kept.back()->row_function(0), 3) != expected) ++wrong;
    u64 slots[2] = {std::bit_cast<u64>(1.25), 0};
    if (kept.back() != nullptr &&
        (kept.back()->row_function(1)(nullptr, slots) != 0 || std::fabs(std::bit_cast<double>(slots[1]) - 0.9489846) > 1e-6))
      ++wrong;
  }
  stop = true;
  for (std::thread& t : threads) t.join();
  CHECK(wrong == 0);
}

// A second copy of the object is a second generator, which can be given other helpers.
TEST_CASE("the object refuses another version, and code that needs a function the program does not declare") {
  if (generator() == nullptr) return;
  Dl_info info;
  REQUIRE(dladdr(*reinterpret_cast<void**>(generator()), &info) != 0);  // its virtual table lies in the object
  char copy[] = "/tmp/polydat_jit_copy_XXXXXX";
  const int fd = mkstemp(copy);
  REQUIRE(fd >= 0);
  close(fd);
  std::filesystem::copy_file(info.dli_fname, copy, std::filesystem::copy_options::overwrite_existing);
  void* object = dlopen(copy, RTLD_NOW | RTLD_LOCAL);
  std::filesystem::remove(copy);
  REQUIRE_MESSAGE(object != nullptr, dlerror());
  const auto entry = reinterpret_cast<CodeGeneratorEntry>(dlsym(object, kCodeGeneratorSymbol));
  REQUIRE((entry != nullptr));
  CHECK(entry(kCodeGeneratorAbi + 1, nullptr, 0) == nullptr);
  CodeGenerator* bare = entry(kCodeGeneratorAbi, nullptr, 0);
  REQUIRE(bare != nullptr);
  Builder sine;
  sine.store(1, result(sine.op(NativeId::sin, {slot(0)})));
  CompileRequest request;
  request.functions = {sine.function};
  std::string error;
  CHECK(bare->compile(request, error) == nullptr);
  CHECK(error.find("polydat_sin") != std::string::npos);
  request.functions = {ladder()};  // and stays usable
  CHECK(checksum_of_ladder(compiled(bare, request)->row_function(0), 100) == expected_ladder_checksum(100));
}

TEST_CASE("images that are dropped give their memory back") {
  CodeGenerator* g = generator();
  if (g == nullptr) return;
  CompileRequest request;
  request.functions = {ladder()};
  for (int k = 0; k < 50; ++k) compiled(g, request);
  const long before = resident_kib();
  for (int k = 0; k < 1000; ++k) compiled(g, request);
  const long growth = resident_kib() - before;
  MESSAGE("1,000 compiles: " << growth << " KiB more");
  if (!kFreedMemoryStays) CHECK(growth < 32 * 1024);
}
