// A number for each native function; the index into every table of forms.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nodes/native/native_functions.h"

namespace polydat {

// node_def.h declares this enumeration without its list, so that a new native function does not rebuild everything that sees a graph.
enum class NativeId : std::uint16_t {
#define POLYDAT_ID(name) name,
  POLYDAT_NATIVE_FUNCTIONS(POLYDAT_ID)
#undef POLYDAT_ID
      count_,     // the number of native functions
  none = 0xffff,  // not a native function
};
inline constexpr std::size_t kNativeCount = static_cast<std::size_t>(NativeId::count_);

}  // namespace polydat
