// Nodes of the family "context".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> context_nodes() { return {}; }

}  // namespace polydat
