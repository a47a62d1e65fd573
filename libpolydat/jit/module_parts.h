// Steps that every module goes through, whether it is linked into this process or becomes a file.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "jit/cpu_target.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// The native functions that are called, each once, in order of their first calls.
std::vector<std::uint16_t> natives_of(std::initializer_list<std::span<const NativeFunction>> lists);

// Words in the widest vector that pays.
unsigned lanes_of(const llvm::TargetMachine& machine);

// Removes node bodies whose every call was inlined, and declarations that nobody uses.
void drop_unused_bodies(llvm::Module& module);

// Every function of the module, also node bodies that stayed calls, is for the same CPU.
void set_target(llvm::Module& module, const CpuTarget& cpu);

std::string text_of(const llvm::Module& module);

// Code generation; changes the module.
llvm::Error emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type, llvm::raw_pwrite_stream& out);

}  // namespace polydat::jit
