// The table of the runtime functions (native/runtime.h); libpolydat/runtime_functions.cmake makes the functions themselves.
#include "nodes/native/runtime.h"

namespace polydat {

std::span<const NativeRuntimeSymbol> native_runtime_symbols() {
  const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
  static const NativeRuntimeSymbol symbols[] = {
      {"polydat_sin", address(&polydat_sin)},     {"polydat_cos", address(&polydat_cos)},   {"polydat_tan", address(&polydat_tan)},
      {"polydat_asin", address(&polydat_asin)},   {"polydat_acos", address(&polydat_acos)}, {"polydat_atan", address(&polydat_atan)},
      {"polydat_atan2", address(&polydat_atan2)}, {"polydat_exp", address(&polydat_exp)},   {"polydat_ln", address(&polydat_ln)},
      {"polydat_pow", address(&polydat_pow)},     {"polydat_fmod", address(&polydat_fmod)},
  };
  return symbols;
}

}  // namespace polydat
