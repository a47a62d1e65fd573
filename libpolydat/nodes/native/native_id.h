// A number for each native function; the index into every table of forms.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nodes/native/native_functions.h"

namespace polydat {

enum class NativeId : std::uint16_t {
#define POLYDAT_ID(name) name,
  POLYDAT_NATIVE_FUNCTIONS(POLYDAT_ID)
#undef POLYDAT_ID
  none,  // not a native function; also the number of native functions
};
inline constexpr std::size_t kNativeCount = static_cast<std::size_t>(NativeId::none);

}  // namespace polydat
