// The native node functions as LLVM functions: read lazily from the embedded bitcode, linked one by one into a module.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace polydat::jit {

struct NativeBody {
  llvm::Function* function = nullptr;  // over words, see nodes/native/bitcode.cpp
  bool floating = false;               // its body does floating-point arithmetic
};

// By NativeId.
using NativeBodies = std::unordered_map<std::uint16_t, NativeBody>;

// Links the functions of `ids` and all that they call into `module`, whose triple and data layout are set. They become internal and
// carry no CPU of their own. An error when a number is not in the table of the bitcode.
llvm::Expected<NativeBodies> link_native_functions(llvm::Module& module, const std::vector<std::uint16_t>& ids);

// Whether a loop over the body of `id` becomes vector code (CodeGenerator::vectorizes). Thread-safe; each number is looked into once.
bool native_function_vectorizes(std::uint16_t id);

}  // namespace polydat::jit
