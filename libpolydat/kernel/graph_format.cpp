#include "kernel/graph_format.h"

namespace polydat {

bool is_json_graph(const Source& source, GraphFormat format) {
  if (format != GraphFormat::Auto) return format == GraphFormat::Json;
  if (source.name().ends_with(".json")) return true;
  if (source.name().ends_with(".polydat")) return false;
  const std::size_t first = source.text().find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && source.text()[first] == '{';
}

}  // namespace polydat
