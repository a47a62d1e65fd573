// The loader of the JIT object.
#include "plan/jit_loader.h"

#ifdef POLYDAT_JIT
#include <dlfcn.h>
#include <sys/stat.h>

#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "nodes/native/runtime.h"
#endif

namespace polydat {

#ifdef POLYDAT_JIT
namespace {

constexpr const char* kObjectName = "libpolydat_jit.so";

// The folder of the running program; empty when it cannot be found.
std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || length == static_cast<ssize_t>(sizeof path)) return {};
  const std::string program(path, static_cast<std::size_t>(length));
  return program.substr(0, program.rfind('/'));
}

bool is_file(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// A path named by the user is the only one tried: a wrong one is an error, never another object.
std::string find_object(std::string& error) {
  if (const char* named = std::getenv("POLYDAT_JIT_OBJECT"); named != nullptr && *named != '\0') return named;
  const std::string folder = program_folder();
  std::vector<std::string> candidates;
  if (!folder.empty()) candidates = {folder + "/" + kObjectName, folder + "/../lib/polydat/" + kObjectName};
  candidates.emplace_back(POLYDAT_JIT_BUILD_OBJECT);
  for (const std::string& candidate : candidates)
    if (is_file(candidate)) return candidate;
  error = std::string(kObjectName) + " is neither beside the program nor in ../lib/polydat";
  return {};
}

CodeGenerator* load(std::string& error) {
  const std::string path = find_object(error);
  if (path.empty()) return nullptr;
  // Never closed: generated code and LLVM's exit handlers live in it.
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) {
    error = std::string("cannot load the JIT object: ") + dlerror();
    return nullptr;
  }
  const auto entry = reinterpret_cast<CodeGeneratorEntry>(dlsym(object, kCodeGeneratorSymbol));
  if (entry == nullptr) {
    error = path + " is not a JIT object of polydat";
    return nullptr;
  }
  static const std::vector<RuntimeSymbol> symbols = [] {
    std::vector<RuntimeSymbol> list;
    for (const NativeRuntimeSymbol& symbol : native_runtime_symbols()) list.push_back({symbol.name, symbol.address});
    return list;
  }();
  CodeGenerator* generator = entry(kCodeGeneratorAbi, symbols.data(), symbols.size());
  if (generator == nullptr) error = path + " belongs to another version of polydat, or LLVM has no target for this machine";
  return generator;
}

struct Outcome {
  CodeGenerator* generator;
  std::string error;
};

}  // namespace

bool has_code_generator(std::string& error) {
  const std::string path = find_object(error);
  if (path.empty()) return false;
  if (access(path.c_str(), R_OK) == 0) return true;
  error = "cannot load the JIT object: " + path + ": " + std::strerror(errno);
  return false;
}

CodeGenerator* load_code_generator(std::string& error) {
  static const Outcome outcome = [] {
    Outcome made{};
    made.generator = load(made.error);
    return made;
  }();
  if (outcome.generator == nullptr) error = outcome.error;
  return outcome.generator;
}
#else
CodeGenerator* load_code_generator(std::string& error) {
  error = "this build has no JIT";
  return nullptr;
}
bool has_code_generator(std::string& error) {
  error = "this build has no JIT";
  return false;
}
#endif

}  // namespace polydat
