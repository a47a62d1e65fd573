// The rows of list nodes that exist for several element types.
#pragma once

#include <vector>

#include "nodes/node_def.h"

namespace polydat {

void add_list_rows(std::vector<NodeDef>& rows);  // vec_len_T, vec_at_T, ..., vec_eq_T, str_to_vec_T

}  // namespace polydat
