// The catalog as the page docs/nodes.md.
#pragma once

#include <string>

namespace polydat {

// All nodes by family, then by name: signature, aliases, meaning, failures, forms, example. Depends on the catalog alone.
std::string node_catalog_markdown();

}  // namespace polydat
