// Nodes of the family "numeric".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> numeric_adapter_nodes() { return {}; }

}  // namespace polydat
