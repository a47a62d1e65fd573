// Machine code kept between runs: found again, never believed when damaged, bounded, shared by threads.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "nodes/native/native_id.h"
#include "support/jit_generator.h"
#include "support/temporary_folder.h"

using namespace polydat;
using polydat::testing::generator;
using polydat::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// slot 1 = slot 0 + `amount`.
CompileRequest addition(const fs::path& folder, std::uint64_t amount) {
  NativeFunction function;
  function.operands = {{WordOperand::Kind::Slot, 0, 0}, {WordOperand::Kind::Immediate, 0, amount}};
  function.ops = {{static_cast<std::uint16_t>(NativeId::u64_add), 0, 2, 1, false}};
  function.stores = {{1, {WordOperand::Kind::Result, 0, 0}}};
  CompileRequest request;
  request.functions = {function};
  request.cache_folder = folder.string();
  return request;
}

// Compiles, checks what the code computes, and tells whether it came out of the cache.
bool cached(const CompileRequest& request, std::uint64_t amount) {
  std::string error;
  const auto image = generator()->compile(request, error);
  REQUIRE_MESSAGE(image != nullptr, error);
  std::uint64_t slots[2] = {40, 0};
  REQUIRE(image->row_function(0)(nullptr, slots) == 0);
  REQUIRE(slots[1] == 40 + amount);
  return image->times().cached;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes; }

}  // namespace

TEST_CASE("the second compile of equal code comes out of the cache, and only that") {
  if (generator() == nullptr) return;
  const TemporaryFolder folder;
  const fs::path deep = folder.path / "not" / "there yet";
  CHECK_FALSE(cached(addition(deep, 2), 2));
  CHECK(cached(addition(deep, 2), 2));
  CHECK_FALSE(cached(addition(deep, 3), 3));
  CompileRequest other_cpu = addition(deep, 2);
  other_cpu.cpu = "x86-64-v3";
  CHECK_FALSE(cached(other_cpu, 2));
  CHECK(cached(other_cpu, 2));
  CHECK(files_in(deep).size() == 3);
  CHECK((fs::status(deep).permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
}

TEST_CASE("without a folder nothing is kept") {
  if (generator() == nullptr) return;
  CHECK_FALSE(cached(addition({}, 2), 2));
  CHECK_FALSE(cached(addition({}, 2), 2));
}

TEST_CASE("a damaged file is compiled again, whatever is wrong with it") {
  if (generator() == nullptr) return;
  const TemporaryFolder folder;
  cached(addition(folder.path, 2), 2);
  const fs::path file = files_in(folder.path).at(0);
  const std::string whole = read(file);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{40}, whole.size() - 1}) {
    CAPTURE(size);
    write(file, whole.substr(0, size));
    CHECK_FALSE(cached(addition(folder.path, 2), 2));
    CHECK(read(file) == whole);  // mended
  }
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 97) {
    CAPTURE(at);
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    write(file, flipped);
    CHECK_FALSE(cached(addition(folder.path, 2), 2));
  }
  // Whole, but another compile's: the code is for another request.
  fs::remove(file);
  fs::create_directory(file);
  CHECK_FALSE(cached(addition(folder.path, 2), 2));
}

TEST_CASE("a folder that others can write to, or that cannot be written, is not used") {
  if (generator() == nullptr) return;
  const TemporaryFolder folder;
  fs::permissions(folder.path, fs::perms::all);
  CHECK_FALSE(cached(addition(folder.path, 2), 2));
  CHECK_FALSE(cached(addition(folder.path, 2), 2));
  CHECK(files_in(folder.path).empty());
  const fs::path file = folder.path / "a file";
  write(file, "");
  CHECK_FALSE(cached(addition(file, 2), 2));
  CHECK_FALSE(cached(addition(file / "below", 2), 2));
  CHECK_FALSE(cached(addition("/proc/nowhere", 2), 2));
}

TEST_CASE("files used longest ago are removed when there are too many bytes") {
  if (generator() == nullptr) return;
  const TemporaryFolder folder;
  const auto request = [&](std::uint64_t amount, std::uint64_t most) {
    CompileRequest made = addition(folder.path, amount);
    made.cache_bytes = most;
    return made;
  };
  cached(request(0, 1 << 20), 0);
  const std::uint64_t size = fs::file_size(files_in(folder.path).at(0));
  const std::uint64_t most = size * 4 + size / 2;
  for (std::uint64_t amount = 1; amount < 4; ++amount) cached(request(amount, most), amount);
  CHECK(cached(request(0, most), 0));  // used again: now the youngest
  cached(request(4, most), 4);
  CHECK(files_in(folder.path).size() == 4);
  CHECK(cached(request(0, most), 0));
  CHECK_FALSE(cached(request(1, most), 1));
}

TEST_CASE("many threads share a folder") {
  if (generator() == nullptr) return;
  const TemporaryFolder folder;
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> wrong(8);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 12; ++i) {
        CompileRequest request = addition(folder.path, i % 3);
        request.cache_bytes = i % 4 == 0 ? 1 : 1 << 20;
        std::string error;
        const auto image = generator()->compile(request, error);
        std::uint64_t slots[2] = {40, 0};
        if (image == nullptr || image->row_function(0)(nullptr, slots) != 0 || slots[1] != 40 + i % 3) ++wrong[t];
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t count : wrong) CHECK(count == 0);
  for (const fs::path& file : files_in(folder.path)) CHECK(file.extension() == ".objects");
}
