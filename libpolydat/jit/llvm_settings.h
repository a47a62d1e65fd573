// LLVM's global state, set once a process before anything else of it is used.
#pragma once

#include <string>
#include <vector>

namespace polydat::jit {

// Registers the target and sets LLVM's hidden options. Returns what this LLVM does not have of them: nothing with LLVM 19.
// A missing option costs compile time, not correctness.
std::vector<std::string> set_up_llvm();

}  // namespace polydat::jit
