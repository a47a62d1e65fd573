// One module of a compile: lowering, passes, machine code.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <span>

#include "jit/cpu_target.h"
#include "jit/deadline.h"
#include "jit/linked_image.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// The name of a request's function in its object: a number, never text of the user.
std::string row_function_name(std::size_t index);

// Compiles functions [first, first + count) of the request into one object and adds to the outcome's texts and times.
// `quick`, for big requests: nothing is packed, and code generation is linear in the size of a function.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compile_module(const CompileRequest& request, std::size_t first, std::size_t count,
                                                                   bool quick, const CpuTarget& cpu, const Deadline& deadline,
                                                                   llvm::LLVMContext& context, CompileOutcome& outcome);

}  // namespace polydat::jit
