// The functions that every form of a node calls by name: row closures, column loops, generated code and constant folding run
// one and the same code, so a value cannot change with the form (design D5).
//
// They are those of LLVM's libc (pow is musl's) under names of our own: no optimiser knows them and folds a call with its own
// arithmetic, and the last bit depends neither on the CPU nor on the C library. All but pow were correctly
// rounded on every argument tried; pow was within 0.504 units in the last place (tests/libm_test.cpp).
#pragma once

#include <span>

extern "C" {
[[gnu::const]] double polydat_sin(double x) noexcept;
[[gnu::const]] double polydat_cos(double x) noexcept;
[[gnu::const]] double polydat_tan(double x) noexcept;
[[gnu::const]] double polydat_asin(double x) noexcept;
[[gnu::const]] double polydat_acos(double x) noexcept;
[[gnu::const]] double polydat_atan(double x) noexcept;
[[gnu::const]] double polydat_atan2(double y, double x) noexcept;
[[gnu::const]] double polydat_exp(double x) noexcept;
[[gnu::const]] double polydat_ln(double x) noexcept;
[[gnu::const]] double polydat_pow(double base, double exponent) noexcept;
[[gnu::const]] double polydat_fmod(double a, double b) noexcept;
}

namespace polydat {

struct NativeRuntimeSymbol {
  const char* name;
  void* address;
};

// Every function above, for the linker of generated code. The addresses are valid for the whole run.
std::span<const NativeRuntimeSymbol> native_runtime_symbols();

}  // namespace polydat
