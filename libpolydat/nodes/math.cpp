// Nodes of the family "math".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> math_nodes() { return {}; }

}  // namespace polydat
