// From a block function as data to its IR: one loop over rows.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <string>

#include "jit/native_library.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// Adds `function` to the module under `name`. Its loop is marked to be vectorised with `lanes` words a vector, whatever the cost model
// says (jit-notes 4.1).
llvm::Expected<llvm::Function*> lower_block(const NativeFunction& function, const std::string& name, unsigned lanes,
                                            const NativeBodies& bodies, llvm::Module& module);

// Promises that the memory accesses of the function's loop do not depend on each other from row to row. Once locals are gone: those
// do depend on each other.
void mark_parallel(llvm::Function& function);

// Vectors in flight in the function's loop: a power of two; 1 when nothing is said.
void set_interleave(llvm::Function& function, unsigned count);

}  // namespace polydat::jit
