// Nodes of the family "bytes".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> byte_nodes() { return {}; }

}  // namespace polydat
