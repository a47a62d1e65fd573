// Which build of the JIT object this is.
#pragma once

#include <string_view>

namespace polydat::jit {

// The build id that the linker wrote into this object: a hash of all its content, LLVM and node library included. Two builds that could
// make different code have different ids. Empty when the object has none. Thread-safe.
std::string_view build_identity();

}  // namespace polydat::jit
