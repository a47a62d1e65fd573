// Data files: which may be opened, how rows are found in large ones, and what happens when they change under a running graph.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "nodes/data_file.h"
#include "nodes/text_forms.h"
#include "polydat/kernel.h"
#include "polydat/program.h"
#include "support/temporary_folder.h"

using namespace polydat;

namespace fs = std::filesystem;

namespace {

struct Folder : polydat::testing::TemporaryFolder {
  std::string write(std::string_view name, std::string_view content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
};

struct Built {
  std::shared_ptr<const Program> program;
  std::unique_ptr<AnyKernel> kernel;
  std::string errors;

  // The text of the only output at a coordinate; "failed: ..." with the report.
  std::string at(std::uint64_t cycle) {
    const std::uint64_t coords[] = {cycle};
    kernel->set_inputs(coords);
    if (!kernel->pull(0)) return "failed: " + kernel->failure().report;
    Value v;
    REQUIRE(kernel->value(0, v) == AccessError::None);
    return std::string(v.text());
  }
};

Built build(const Folder& folder, std::string_view call, std::vector<std::string> allow_read = {}) {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.folder = folder.file(".");
  options.allow_read = std::move(allow_read);
  const Source source("test", "input cycle: u64\nout := " + std::string(call) + "\n");
  Compiled compiled = compile(source, options);
  Built built;
  built.program = compiled.program;
  for (const Diagnostic& d : compiled.diagnostics.all()) built.errors += d.message + "\n";
  if (built.program == nullptr) return built;
  bool ok = false;
  built.kernel = make_kernel(built.program, ok);
  REQUIRE(ok);
  return built;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::shared_ptr<const DataRows> rows_of(const Folder& folder, RowKind kind, std::string_view content, std::string& why) {
  const std::string path = folder.write("rows", content);
  DataFiles files([&](std::string_view, std::string&) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  return files.rows("rows", kind, why);
}

}  // namespace

TEST_CASE("only files of the folder and the allowed ones are opened, after links are resolved") {
  const Folder inside;
  const Folder outside;
  const std::string secret = outside.write("secret.txt", "secret\n");
  inside.write("lines.txt", "a\nb\n");
  fs::create_symlink(secret, inside.file("link.txt"));
  fs::create_directory(inside.file("folder"));
  REQUIRE(mkfifo(inside.file("fifo").c_str(), 0600) == 0);
  CHECK(build(inside, "file_line_at(cycle, \"lines.txt\")").at(3) == "b");
  CHECK(build(inside, "file_line_at(cycle, \"folder/../lines.txt\")").at(0) == "a");
  for (const std::string& name :
       {secret, std::string("link.txt"), "../" + fs::path(outside.file(".")).parent_path().filename().string() + "/secret.txt"}) {
    CAPTURE(name);
    const std::string call = "file_line_at(cycle, \"" + name + "\")";
    const Built refused = build(inside, call);
    CHECK(refused.program == nullptr);
    CHECK(has(refused.errors, name));
    CHECK(has(refused.errors, "--allow-read"));
    CHECK(build(inside, call, {outside.file(".")}).at(0) == "secret");
  }
  for (const char* name : {"missing.txt", "folder", "fifo", "lines.txt/x", ""}) {
    CAPTURE(name);
    const Built refused = build(inside, "file_line_at(cycle, \"" + std::string(name) + "\")");
    CHECK(refused.program == nullptr);
    CHECK(has(refused.errors, "'" + std::string(name) + "'"));
  }
}

TEST_CASE("rows of a file with more rows than marks are found in any order") {
  const Folder folder;
  std::string content;
  const std::uint64_t count = 3 * kMostMarks + 17;
  for (std::uint64_t i = 0; i < count; ++i) content += std::to_string(i) + (i % 1000 == 7 ? "\n \n" : "\r\n");
  std::string why;
  const auto rows = rows_of(folder, RowKind::FilledLines, content, why);
  REQUIRE(rows != nullptr);
  CHECK(rows->count() == count);
  RowPlace place;
  std::mt19937_64 random(20261130);
  std::uint64_t wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t start = random();
    for (std::uint64_t step = 0; step < 3; ++step)
      wrong += rows->row(start + step, place) == std::to_string((start + step) % count) ? 0u : 1u;
  }
  for (const std::uint64_t last : {count - 1, count, 2 * count - 1})
    wrong += rows->row(last, place) == std::to_string(last % count) ? 0u : 1u;
  CHECK(wrong == 0);
}

TEST_CASE("CSV records: quotes, line breaks inside them, and what is refused with its line") {
  const Folder folder;
  std::string why;
  const auto rows = rows_of(folder, RowKind::Records, "k\r\n\"a\n\"\"b\"\"\",2\r\n\n x , \"y\"\nlast\r", why);
  REQUIRE(rows != nullptr);
  RowPlace place;
  CHECK(rows->count() == 4);
  CHECK(rows->header() == "k");
  CHECK(rows->row(0, place) == "\"a\n\"\"b\"\"\",2");
  CHECK(rows->row(1, place).empty());
  CHECK(rows->row(2, place) == " x , \"y\"");
  CHECK(rows->row(3, place) == "last\r");
  CHECK(rows_of(folder, RowKind::Records, "k\n\"a\nb\"\n\"c\n", why) == nullptr);
  CHECK(why == "line 4: a quoted field does not end");
  CHECK(rows_of(folder, RowKind::Records, "k\n1\n\"a\"b\n", why) == nullptr);
  CHECK(has(why, "line 3: "));
  CHECK(rows_of(folder, RowKind::Lines, "a\nb\xff\n", why) == nullptr);
  CHECK(why == "line 2: it is not UTF-8");
  CHECK(rows_of(folder, RowKind::JsonLines, "{}\n\n{\"a\":}\n", why) == nullptr);
  CHECK(has(why, "line 3: "));
}

TEST_CASE("a file that changes under a running graph fails the row and is named") {
  const Folder folder;
  std::string content;
  for (int i = 0; i < 5000; ++i) content += "row " + std::to_string(i) + "\n";
  for (const bool cut : {false, true}) {
    CAPTURE(cut);
    const std::string path = folder.write("lines.txt", content);
    Built built = build(folder, "file_line_at(cycle, \"lines.txt\")");
    CHECK(built.at(4999) == "row 4999");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (cut) fs::resize_file(path, 100);
    else folder.write("lines.txt", std::string(content.size(), 'x'));
    std::string text = built.at(4998);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (!has(text, "failed")) text = built.at(4997);
    CHECK(has(text, "changed"));
    CHECK(has(text, "lines.txt"));
    CHECK(has(built.at(1), "failed"));
  }
}

TEST_CASE("reading what was cut off a mapped file gives zeros and a mark, not a signal") {
  const Folder folder;
  const std::string path = folder.write("cut", std::string(100000, 'x'));
  std::string why;
  const auto file = MappedFile::map(open(path.c_str(), O_RDONLY | O_CLOEXEC), why);
  REQUIRE(file != nullptr);
  fs::resize_file(path, 10);
  CHECK(file->content()[90000] == '\0');
  CHECK_FALSE(file->intact());
}

TEST_CASE("an index of a large file does not fill the memory") {
  const Folder folder;
  const std::string path = folder.file("large");
  {
    std::ofstream out(path, std::ios::binary);
    const std::string block = std::string(199, 'x') + "\n";
    std::string many;
    for (int i = 0; i < 5000; ++i) many += block;
    for (int i = 0; i < 200; ++i) out << many;  // 200 MB
  }
  const auto resident = [] {
    std::ifstream in("/proc/self/statm");
    std::uint64_t all = 0, pages = 0;
    in >> all >> pages;
    return pages * 4096;
  };
  const std::uint64_t before = resident();
  DataFiles files([&](std::string_view, std::string&) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  std::string why;
  const auto rows = files.rows("large", RowKind::Lines, why);
  REQUIRE(rows != nullptr);
  CHECK(rows->count() == 1'000'000);
  RowPlace place;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < rows->count(); ++i) bytes += rows->row(i, place).size();
  CHECK(bytes == 199'000'000);
  CHECK(resident() < before + (std::uint64_t{40} << 20));
}
