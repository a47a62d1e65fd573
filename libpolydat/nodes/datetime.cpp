// Nodes of the family "datetime".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> datetime_nodes() { return {}; }

}  // namespace polydat
