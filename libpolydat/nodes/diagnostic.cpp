// Nodes of the family "diagnostic".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> diagnostic_nodes() { return {}; }

}  // namespace polydat
