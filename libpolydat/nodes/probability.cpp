// Nodes of the family "probability".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> probability_nodes() { return {}; }

}  // namespace polydat
