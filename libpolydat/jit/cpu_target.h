// The CPU that code is made for: found or named, checked against the floor, and never more than this machine can run.
#pragma once

#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>
#include <optional>
#include <string>

namespace polydat::jit {

struct CpuTarget {
  const llvm::Target* target = nullptr;
  llvm::Triple triple;
  std::string cpu;
  std::string features;  // "+a,-b,...", sorted, so that equal machines give equal strings
};

// Empty `name`: this machine. A named CPU keeps only the features that this machine has too. Nothing, and a sentence in
// `error`, for a name that LLVM does not know and for a CPU below x86-64-v3.
std::optional<CpuTarget> find_cpu_target(const std::string& name, std::string& error);

// One for each compile: a target machine is not thread-safe. Null when LLVM cannot make code for the target.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const CpuTarget& cpu, llvm::CodeGenOptLevel level);

}  // namespace polydat::jit
