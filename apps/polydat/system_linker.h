// The linker of this system, for exported code.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace polydat::app {

struct LinkedFile {
  std::optional<std::string> bytes;
  std::string error;  // a sentence, when there are no bytes
};

// A shared object that shows NAME_row and NAME_block; `runtime` is a second object, or empty. Needs a C compiler (cc, gcc or clang).
LinkedFile link_shared_object(std::string_view object, std::string_view runtime, const std::string& name);
// Two objects as one. Needs `ld`.
LinkedFile join_objects(std::string_view object, std::string_view runtime);

}  // namespace polydat::app
