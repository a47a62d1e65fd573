#include "system_linker.h"

#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

extern char** environ;

namespace polydat::app {

namespace {

namespace fs = std::filesystem;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "polydat-link-XXXXXX").string();
    if (!failed && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  explicit operator bool() const { return !path_.empty(); }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

bool write_file(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

enum class Ran : std::uint8_t { Fine, Failed, NotFound };

Ran run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return Ran::NotFound;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return Ran::Failed;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return Ran::NotFound;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Ran::Fine : Ran::Failed;
}

// Runs the first of `programs` that is there.
LinkedFile link(const std::vector<std::string>& programs, std::vector<std::string> words, const std::string& result) {
  for (const std::string& program : programs) {
    words.front() = program;
    switch (run(words)) {
      case Ran::NotFound: continue;
      case Ran::Failed: return {std::nullopt, fmt::format("{} failed; its message is above", program)};
      case Ran::Fine: break;
    }
    std::ifstream in(result, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.empty()) return {std::nullopt, fmt::format("{} wrote nothing", program)};
    return {std::move(bytes), {}};
  }
  return {std::nullopt, fmt::format("needs one of {} on the PATH", fmt::join(programs, ", "))};
}

LinkedFile no_folder() { return {std::nullopt, fmt::format("cannot write into a temporary folder: {}", std::strerror(errno))}; }

}  // namespace

LinkedFile link_shared_object(std::string_view object, std::string_view runtime, const std::string& name) {
  const TemporaryFolder folder;
  if (!folder) return no_folder();
  const std::string first = folder.file("graph.o"), second = folder.file("runtime.o"), map = folder.file("exports"),
                    result = folder.file("result.so");
  if (!write_file(first, object) || !write_file(map, fmt::format("{{ global: {0}_row; {0}_block; local: *; }};\n", name)))
    return no_folder();
  std::vector<std::string> words = {"", "-shared", "-o", result, first};
  if (!runtime.empty()) {
    if (!write_file(second, runtime)) return no_folder();
    words.push_back(second);
  }
  for (const char* flag : {"-Wl,--gc-sections", "-Wl,-z,noexecstack", "-Wl,-s"}) words.emplace_back(flag);
  words.push_back("-Wl,--version-script=" + map);
  return link({"cc", "gcc", "clang", "clang-19"}, std::move(words), result);
}

LinkedFile join_objects(std::string_view object, std::string_view runtime) {
  const TemporaryFolder folder;
  if (!folder) return no_folder();
  const std::string first = folder.file("graph.o"), second = folder.file("runtime.o"), result = folder.file("result.o");
  if (!write_file(first, object) || !write_file(second, runtime)) return no_folder();
  return link({"ld", "ld.lld-19", "ld.lld"}, {"", "-r", "-o", result, first, second}, result);
}

}  // namespace polydat::app
