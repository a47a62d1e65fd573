#include "cache_folder.h"

#include <cstdlib>
#include <string_view>

namespace polydat::app {

std::string cache_folder() {
  const auto absolute = [](const char* name) -> std::string {
    const char* const value = std::getenv(name);
    return value != nullptr && value[0] == '/' ? value : std::string();
  };
  if (const std::string caches = absolute("XDG_CACHE_HOME"); !caches.empty()) return caches + "/polydat";
  if (const std::string home = absolute("HOME"); !home.empty()) return home + "/.cache/polydat";
  return {};
}

}  // namespace polydat::app
