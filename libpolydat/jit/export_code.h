// Code as a file: an object, assembly or IR with two C functions that need nothing of polydat.
//
//   uint32_t NAME_row(const uint64_t *inputs, uint64_t *outputs);
//     One row: a word an input, a word an output word. 0, or not 0 when a value could not be computed; outputs are then undefined.
//   uint64_t NAME_block(const uint64_t *const *inputs, uint64_t *const *outputs, uint64_t rows);
//     A column an input, a column an output word, of any alignment. The number of rows before the first that could not be computed.
//
// Both are pure and thread-safe. The file needs of its surroundings memcpy, memset and, where the graph calls them, the functions of
// nodes/native/runtime.h and of the compiler's run-time library.
#pragma once

#include <llvm/Support/Error.h>

#include "plan/code_generator.h"

namespace polydat::jit {

llvm::Expected<ExportedCode> export_code(const ExportRequest& request);

}  // namespace polydat::jit
