#include "plan/assign_slots.h"

namespace polydat {

namespace {

constexpr std::uint32_t kUnassigned = ~0u;

class Layout {
 public:
  Layout(const Graph& graph, Plan& plan) : graph_(graph), plan_(plan) {}

  std::uint32_t add(PortType type) {
    const std::uint32_t first = plan_.slot_count;
    plan_.slot_count += words_of(type);
    plan_.slot_is_reference.resize(plan_.slot_count, color_of(type) == SlotColor::Ref2);
    return first;
  }
  void place(std::uint32_t node) {
    if (plan_.node_slot[node] != kUnassigned) return;
    plan_.node_slot[node] = plan_.slot_count;
    for (const PortType type : graph_.nodes[node].out_types) add(type);
  }
  std::uint32_t slot_of(const WireSource& source) const {
    if (source.kind == WireSource::Kind::Input) return plan_.input_slot[source.index];
    std::uint32_t slot = plan_.node_slot[source.index];
    for (std::uint32_t p = 0; p < source.port; ++p) slot += words_of(graph_.nodes[source.index].out_types[p]);
    return slot;
  }

 private:
  const Graph& graph_;
  Plan& plan_;
};

}  // namespace

void assign_slots(const Graph& graph, Plan& plan) {
  Layout layout(graph, plan);
  plan.node_slot.assign(graph.nodes.size(), kUnassigned);
  std::vector<bool> crosses(graph.nodes.size(), false);
  for (const GraphInput& input : graph.inputs) plan.input_slot.push_back(layout.add(input.type));
  for (const GraphOutput& output : graph.outputs)
    if (output.source.kind == WireSource::Kind::Node && !graph.is_constant(output.source)) layout.place(output.source.index);
  // What one step makes for another is stored by whole-graph functions too: side by side, so that packed code stores vectors.
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
    for (const WireSource& wire : graph.nodes[n].wires)
      if (wire.kind == WireSource::Kind::Node && !graph.is_constant(wire) && plan.step_of[wire.index] != plan.step_of[n])
        crosses[wire.index] = true;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
    if (crosses[n]) layout.place(n);
  for (const bool constants : {false, true})
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
      if ((graph.nodes[n].def == nullptr) == constants) layout.place(n);

  for (const GraphOutput& output : graph.outputs) plan.output_slot.push_back(layout.slot_of(output.source));
  plan.wire_begin.reserve(graph.nodes.size() + 1);
  for (const GraphNode& node : graph.nodes) {
    plan.wire_begin.push_back(static_cast<std::uint32_t>(plan.wire_slots.size()));
    for (const WireSource& wire : node.wires) {
      const std::uint32_t first = layout.slot_of(wire);
      for (std::uint32_t w = 0; w < words_of(graph.type_of(wire)); ++w) plan.wire_slots.push_back(first + w);
    }
  }
  plan.wire_begin.push_back(static_cast<std::uint32_t>(plan.wire_slots.size()));
}

}  // namespace polydat
