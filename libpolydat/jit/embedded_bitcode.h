// The bitcode of nodes/native/bitcode.cpp as it lies in the JIT object.
#pragma once

#include <string_view>

namespace polydat::jit {

// Valid for the whole run.
std::string_view embedded_bitcode();

}  // namespace polydat::jit
