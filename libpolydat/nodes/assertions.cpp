// Nodes of the family "assertions".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> assertion_nodes() { return {}; }

}  // namespace polydat
