// What a relocatable object says about itself.
#pragma once

#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdint>
#include <map>
#include <string>

namespace polydat::jit {

struct ObjectFacts {
  std::uint64_t code_bytes = 0;                        // all text sections
  std::map<std::string, std::uint64_t> function_size;  // by symbol name
};

llvm::Expected<ObjectFacts> read_object_facts(llvm::MemoryBufferRef object);

}  // namespace polydat::jit
