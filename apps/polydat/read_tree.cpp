// A graph's text in either format, as a syntax tree.
#include "read_tree.h"

#include "graph/json_reader.h"
#include "lang/parse.h"

namespace polydat::app {

bool is_json_graph(const Source& source, GraphFormat format) {
  if (format != GraphFormat::Auto) return format == GraphFormat::Json;
  if (source.name().ends_with(".json")) return true;
  if (source.name().ends_with(".polydat")) return false;
  const std::size_t first = source.text().find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && source.text()[first] == '{';
}

lang::Program read_tree(const Source& source, GraphFormat format, const Limits& limits, Diagnostics& diagnostics) {
  return is_json_graph(source, format) ? read_json_graph(source, limits, diagnostics) : lang::parse(source, limits, diagnostics);
}

}  // namespace polydat::app
