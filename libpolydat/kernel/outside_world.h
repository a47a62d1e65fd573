// What a graph may see of the world (design D13): files inside its folder and the allowed ones, environment variables on request.
#pragma once

#include <optional>
#include <string>

#include "graph/compile_graph.h"
#include "nodes/prepare.h"
#include "polydat/program.h"

namespace polydat {

OutsideWorld make_outside_world(const CompileOptions& options);

// Files of modules: beside the graph, in `libraries` and the folders of `allow_read`, after links are resolved.
ModuleFiles make_module_files(const CompileOptions& options);

// A regular file of at most `most` bytes; nothing and a reason otherwise. Never blocks on a FIFO or a device.
std::optional<std::string> read_whole_file(const std::string& path, std::uint64_t most, std::string& why);

}  // namespace polydat
