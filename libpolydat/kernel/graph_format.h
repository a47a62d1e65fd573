// Which of the two graph formats a source is in.
#pragma once

#include "polydat/program.h"

namespace polydat {

// Whether the source is read as JSON: as `format` says; Auto: by the suffix .json or .polydat of its name, else when its first
// character that is not blank is `{`.
bool is_json_graph(const Source& source, GraphFormat format);

}  // namespace polydat
