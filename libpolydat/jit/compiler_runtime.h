// What code generation may call although no node asked for it.
#pragma once

#include <span>

#include "plan/code_generator.h"

namespace polydat::jit {

// Memory moves, 128-bit division and conversions of 128-bit integers: all that LLVM can invent for the native subset on x86-64.
std::span<const RuntimeSymbol> compiler_runtime_symbols();

}  // namespace polydat::jit
