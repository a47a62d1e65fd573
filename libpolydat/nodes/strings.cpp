// Nodes of the family "strings".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> string_nodes() { return {}; }

}  // namespace polydat
