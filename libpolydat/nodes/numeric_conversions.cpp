// Nodes of the family "numeric".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> numeric_conversion_nodes() { return {}; }

}  // namespace polydat
