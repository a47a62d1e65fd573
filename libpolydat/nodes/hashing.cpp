// Nodes of the family "hashing".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> hashing_nodes() { return {}; }

}  // namespace polydat
