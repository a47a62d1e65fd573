// Nodes of the family "interpolation".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> interpolation_nodes() { return {}; }

}  // namespace polydat
