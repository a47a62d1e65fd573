// Nodes of the family "vectors".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> vector_nodes() { return {}; }

}  // namespace polydat
