// Nodes of the family "variadic".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> variadic_nodes() { return {}; }

}  // namespace polydat
