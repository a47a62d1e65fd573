// The IR passes that generated functions get: few, because the node bodies come optimised (jit-notes in docs/decisions.md).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <vector>

#include "jit/deadline.h"

namespace polydat::jit {

enum class CodeShape : std::uint8_t {
  Row,        // locals into registers where there are any
  PackedRow,  // and neighbouring outputs packed into vectors
  Block,      // the loop over rows vectorised
};

struct GeneratedCode {
  llvm::Function* function = nullptr;
  CodeShape shape = CodeShape::Row;
};

// Runs the pipeline of its shape over each function.
llvm::Error run_passes(const std::vector<GeneratedCode>& functions, llvm::TargetMachine& machine, const Deadline& deadline);

}  // namespace polydat::jit
