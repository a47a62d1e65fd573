// What a compile's objects depend on, as one number.
#pragma once

#include <string>

#include "jit/cpu_target.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// 32 hexadecimal digits: a 128-bit hash (XXH3) of this build of the code generator, the CPU and its features, and everything in the
// request that code is made from. The request determines the unoptimised module, so it stands for it. Empty when the build is not known.
std::string object_key(const CompileRequest& request, const CpuTarget& cpu);

}  // namespace polydat::jit
