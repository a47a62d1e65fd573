// Objects -> executable memory, in a closed world: code sees the helpers it was given and nothing else of the process.
#pragma once

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plan/code_generator.h"

namespace polydat::jit {

// The linked objects of one compile.
struct LinkedObjects {
  llvm::orc::JITDylib* dylib = nullptr;
  std::uint64_t number = 0;              // of the image in this process, for names in profiles
  std::vector<std::uint64_t> addresses;  // of the names asked for, in their order
};

class LinkSession {
 public:
  // The helpers stay valid for the whole run.
  static llvm::Expected<std::unique_ptr<LinkSession>> create(std::span<const RuntimeSymbol> helpers,
                                                             std::span<const RuntimeSymbol> more_helpers);

  // Links all objects together and finds `names` in them. Thread-safe. On an error nothing stays in memory.
  llvm::Expected<LinkedObjects> link(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects, const std::vector<std::string>& names);
  // Frees the memory of the objects. Thread-safe. No code of theirs may be running.
  void release(llvm::orc::JITDylib& dylib);

 private:
  explicit LinkSession(std::unique_ptr<llvm::orc::ExecutorProcessControl> process);

  llvm::orc::ExecutionSession session_;
  llvm::orc::ObjectLinkingLayer linking_;
  llvm::orc::JITDylib& helpers_;
  std::atomic<std::uint64_t> images_ = 0;
};

}  // namespace polydat::jit
