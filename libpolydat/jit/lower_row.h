// Native function -> LLVM function over one row.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>

#include <string>

#include "jit/native_library.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// Adds `i32 name(ptr consts, ptr slots)` to the module: operations in order, each inlined at once; all slots are read before
// the first store; the stores stand last, in order; the result is the sticky error word. An error when the request is not
// well formed (an operand that is not there, a count that is not the node function's).
llvm::Expected<llvm::Function*> lower_row(const NativeFunction& function, const std::string& name, const NativeBodies& bodies,
                                          llvm::Module& module);

}  // namespace polydat::jit
