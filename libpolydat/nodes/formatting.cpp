// Nodes of the family "formatting".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> formatting_nodes() { return {}; }

}  // namespace polydat
