#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// Why the node has no native form; empty when it has one.
std::string_view why_not_native(const GraphNode& node) {
  if (node.def == nullptr) return "constant";
  const NodeDef& def = *node.def;
  if (def.native_shape == NativeShape::None) return def.why_closure;
  if (def.purity == Purity::SideChannel) return "its run is observable";
  if (def.accepts_none) return "must see None";
  return {};
}

NodeForm classify(const GraphNode& node, const PlanOptions& options) {
  if (!has_native_form(node)) return {false, std::string(why_not_native(node))};
  if (!options.native) return {false, "the closures engine runs every node as a closure"};
  return {true, {}};
}

}  // namespace

bool has_native_form(const GraphNode& node) {
  return node.def != nullptr && node.def->native_shape != NativeShape::None && why_not_native(node).empty();
}

std::vector<NodeForm> classify_nodes(const Graph& graph, const PlanOptions& options) {
  std::vector<NodeForm> forms;
  forms.reserve(graph.nodes.size());
  for (const GraphNode& node : graph.nodes) forms.push_back(classify(node, options));
  return forms;
}

}  // namespace polydat
