// Nodes of the family "json".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> json_nodes() { return {}; }

}  // namespace polydat
