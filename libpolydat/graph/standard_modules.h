// The modules that every program can call (language 6): the files of libpolydat/modules, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace polydat {

struct StandardModuleFile {
  std::string_view name;  // "waves.polydat"
  std::string_view text;
};

// By name.
std::span<const StandardModuleFile> standard_module_files();

}  // namespace polydat
