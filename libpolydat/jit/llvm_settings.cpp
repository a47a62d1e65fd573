#include "jit/llvm_settings.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>

namespace polydat::jit {

std::vector<std::string> set_up_llvm() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::vector<std::string> missing;
#if defined(__x86_64__)
  // Quadratic in the length of a function, on AVX-512 machines, and without effect on this code: 83 % of the time to compile 500
  // nodes.
  const char* name = "disable-x86-domain-reassignment";
  const auto& options = llvm::cl::getRegisteredOptions();
  if (const auto found = options.find(name); found != options.end()) static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(true);
  else missing.emplace_back(name);
#endif
  return missing;
}

}  // namespace polydat::jit
