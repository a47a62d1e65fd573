// Nodes of the family "arithmetic".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> arithmetic_nodes() { return {}; }

}  // namespace polydat
