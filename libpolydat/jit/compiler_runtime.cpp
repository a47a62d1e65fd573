#include "jit/compiler_runtime.h"

#include <cmath>
#include <cstring>

// The compiler's own support functions; each toolchain links them into what needs them.
// NOLINTBEGIN(bugprone-reserved-identifier): their names are the toolchain's
extern "C" {
__extension__ typedef __int128 polydat_i128;
__extension__ typedef unsigned __int128 polydat_u128;
polydat_i128 __divti3(polydat_i128, polydat_i128);
polydat_i128 __modti3(polydat_i128, polydat_i128);
polydat_u128 __udivti3(polydat_u128, polydat_u128);
polydat_u128 __umodti3(polydat_u128, polydat_u128);
double __floattidf(polydat_i128);
double __floatuntidf(polydat_u128);
float __floattisf(polydat_i128);
float __floatuntisf(polydat_u128);
polydat_i128 __fixdfti(double);
polydat_u128 __fixunsdfti(double);
polydat_i128 __fixsfti(float);
polydat_u128 __fixunssfti(float);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace polydat::jit {

std::span<const RuntimeSymbol> compiler_runtime_symbols() {
  const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
  static const RuntimeSymbol symbols[] = {
      {"memcpy", address(&std::memcpy)},
      {"memmove", address(&std::memmove)},
      {"memset", address(&std::memset)},
      {"__divti3", address(&__divti3)},
      {"__modti3", address(&__modti3)},
      {"__udivti3", address(&__udivti3)},
      {"__umodti3", address(&__umodti3)},
      {"__floattidf", address(&__floattidf)},
      {"__floatuntidf", address(&__floatuntidf)},
      {"__floattisf", address(&__floattisf)},
      {"__floatuntisf", address(&__floatuntisf)},
      {"__fixdfti", address(&__fixdfti)},
      {"__fixunsdfti", address(&__fixunsdfti)},
      {"__fixsfti", address(&__fixsfti)},
      {"__fixunssfti", address(&__fixunssfti)},
      {"fmod", address(static_cast<double (*)(double, double)>(&std::fmod))},
      {"fmodf", address(static_cast<float (*)(float, float)>(&std::fmod))},
  };
  return symbols;
}

}  // namespace polydat::jit
