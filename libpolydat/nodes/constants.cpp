// Nodes of the family "constants".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> constant_nodes() { return {}; }

}  // namespace polydat
