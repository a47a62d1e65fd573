// Nodes of the family "noise".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> noise_nodes() { return {}; }

}  // namespace polydat
