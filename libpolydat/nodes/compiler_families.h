// The families whose nodes the compiler makes calls of, or prepares: what tiles and cursors become. They are in the catalog like all others.
#pragma once

#include <span>

#include "nodes/node_def.h"

namespace polydat {

std::span<const NodeDef> cursor_nodes();
std::span<const NodeDef> streamer_nodes();
std::span<const NodeDef> tile_encode_nodes();
std::span<const NodeDef> tile_nodes();

}  // namespace polydat
