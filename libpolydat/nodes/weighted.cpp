// Nodes of the family "weighted".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> weighted_nodes() { return {}; }

}  // namespace polydat
