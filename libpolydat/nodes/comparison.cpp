// Nodes of the family "comparison".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> comparison_nodes() { return {}; }

}  // namespace polydat
