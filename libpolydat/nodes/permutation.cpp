// Nodes of the family "permutation".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> permutation_nodes() { return {}; }

}  // namespace polydat
