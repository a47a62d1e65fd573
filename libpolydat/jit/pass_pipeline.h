// The IR passes that generated functions get: few, because the node bodies come optimised (jit-notes in docs/decisions.md).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>
#include <llvm/Target/TargetMachine.h>

#include <vector>

#include "jit/deadline.h"

namespace polydat::jit {

struct RowCode {
  llvm::Function* function = nullptr;
  bool pack = false;
};

// Runs the row pipeline over each function: locals into registers where there are any, and for `pack` the packing of
// neighbouring outputs into vectors.
llvm::Error run_row_passes(const std::vector<RowCode>& functions, llvm::TargetMachine& machine, const Deadline& deadline);

}  // namespace polydat::jit
