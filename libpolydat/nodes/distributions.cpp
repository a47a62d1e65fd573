// Nodes of the family "distributions".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> distribution_nodes() { return {}; }

}  // namespace polydat
