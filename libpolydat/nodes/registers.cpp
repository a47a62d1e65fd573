// Nodes of the family "registers".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> register_nodes() { return {}; }

}  // namespace polydat
