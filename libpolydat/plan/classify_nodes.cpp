#include "plan/classify_nodes.h"

namespace polydat {

namespace {

NodeForm classify(const GraphNode& node, const PlanOptions& options) {
  if (node.def == nullptr) return {false, "constant"};
  const NodeDef& def = *node.def;
  if (def.native_shape == NativeShape::None) return {false, std::string(def.why_closure)};
  if (def.purity == Purity::SideChannel) return {false, "its run is observable"};
  if (def.accepts_none) return {false, "must see None"};
  if (!options.native) return {false, "the closures engine runs every node as a closure"};
  return {true, {}};
}

}  // namespace

std::vector<NodeForm> classify_nodes(const Graph& graph, const PlanOptions& options) {
  std::vector<NodeForm> forms;
  forms.reserve(graph.nodes.size());
  for (const GraphNode& node : graph.nodes) forms.push_back(classify(node, options));
  return forms;
}

}  // namespace polydat
