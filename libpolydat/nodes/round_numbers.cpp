// Nodes of the family "round".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> round_number_nodes() { return {}; }

}  // namespace polydat
