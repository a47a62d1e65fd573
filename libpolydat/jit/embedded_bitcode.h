// Files as they lie in the JIT object.
#pragma once

#include <string_view>

namespace polydat::jit {

// Of nodes/native/bitcode.cpp, and of jit/export_shell.cpp. Valid for the whole run.
std::string_view embedded_bitcode();
std::string_view embedded_shell();
// The object file of the functions of nodes/native/runtime.h, for exported code.
std::string_view embedded_runtime();

}  // namespace polydat::jit
