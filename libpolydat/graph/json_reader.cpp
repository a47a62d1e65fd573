#include "graph/json_reader.h"

namespace polydat {

lang::Program read_json_graph(const Source&, const Limits&, Diagnostics& diagnostics) {
  diagnostics.error("unsupported", {}, "JSON graphs cannot be read yet");
  return {};
}

}  // namespace polydat
