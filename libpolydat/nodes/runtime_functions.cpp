// The runtime functions over the C library (native/runtime.h). This file is compiled with -fno-builtin: a call here is a call of
// the library, whatever its arguments.
#include "nodes/native/runtime.h"

#include <cmath>

extern "C" {
double polydat_sin(double x) noexcept { return std::sin(x); }
double polydat_cos(double x) noexcept { return std::cos(x); }
double polydat_tan(double x) noexcept { return std::tan(x); }
double polydat_asin(double x) noexcept { return std::asin(x); }
double polydat_acos(double x) noexcept { return std::acos(x); }
double polydat_atan(double x) noexcept { return std::atan(x); }
double polydat_atan2(double y, double x) noexcept { return std::atan2(y, x); }
double polydat_exp(double x) noexcept { return std::exp(x); }
double polydat_ln(double x) noexcept { return std::log(x); }
double polydat_pow(double base, double exponent) noexcept { return std::pow(base, exponent); }
double polydat_fmod(double a, double b) noexcept { return std::fmod(a, b); }
}

namespace polydat {

std::span<const NativeRuntimeSymbol> native_runtime_symbols() {
  const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
  static const NativeRuntimeSymbol symbols[] = {
      {"polydat_sin", address(&polydat_sin)},   {"polydat_cos", address(&polydat_cos)},     {"polydat_tan", address(&polydat_tan)},
      {"polydat_asin", address(&polydat_asin)}, {"polydat_acos", address(&polydat_acos)},   {"polydat_atan", address(&polydat_atan)},
      {"polydat_atan2", address(&polydat_atan2)}, {"polydat_exp", address(&polydat_exp)},   {"polydat_ln", address(&polydat_ln)},
      {"polydat_pow", address(&polydat_pow)},   {"polydat_fmod", address(&polydat_fmod)},
  };
  return symbols;
}

}  // namespace polydat
