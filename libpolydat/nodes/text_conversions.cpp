// Nodes of the family "text".
#include "nodes/families.h"

namespace polydat {

std::span<const NodeDef> text_conversion_nodes() { return {}; }

}  // namespace polydat
