// Division by a constant in a form that vectorises.
#pragma once

#include <llvm/IR/Function.h>

namespace polydat::jit {

// Replaces every 64-bit `udiv` and `urem` by a constant that is not 0, or, in a loop, by a value that the entry block has, through a
// multiplication by the reciprocal in 32-bit pieces, or a shift or mask for a power of two. Equal for every dividend. Worth it only where the code becomes vector code: LLVM's cost
// model refuses the division itself, while scalar code has one instruction for the high half of a product.
void divide_by_reciprocals(llvm::Function& function);

}  // namespace polydat::jit
