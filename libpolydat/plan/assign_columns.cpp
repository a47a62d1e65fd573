#include "plan/assign_columns.h"

namespace polydat {

ColumnAllocator::ColumnAllocator(const Graph& graph, const Plan& plan) : reads_left_(plan.slot_count, 0) {
  layout_.column_of.assign(plan.slot_count, ColumnLayout::kNoColumn);
  for (std::size_t o = 0; o < graph.outputs.size(); ++o)
    for (std::uint32_t w = 0; w < words_of(graph.outputs[o].type); ++w) reads_left_[plan.output_slot[o] + w] |= kPinned;
}

void ColumnAllocator::write(std::uint32_t slot) {
  std::uint32_t& column = layout_.column_of[slot];
  if (free_.empty() || reads_left_[slot] >= kPinned) {
    column = layout_.count++;
  } else {
    column = free_.back();
    free_.pop_back();
  }
  if (reads_left_[slot] == 0) unread_.push_back(slot);
}

void ColumnAllocator::done_reading(std::uint32_t slot) {
  if (--reads_left_[slot] == 0) release(slot);
}

void ColumnAllocator::end_unit() {
  for (const std::uint32_t slot : unread_) release(slot);
  unread_.clear();
}

void ColumnAllocator::release(std::uint32_t slot) {
  if (layout_.column_of[slot] != ColumnLayout::kNoColumn) free_.push_back(layout_.column_of[slot]);
}

ColumnLayout assign_node_columns(const Graph& graph, const Plan& plan) {
  ColumnAllocator columns(graph, plan);
  const auto each_wire_slot = [&](NodeId node, auto&& f) {
    for (std::uint32_t w = plan.wire_begin[node.index]; w < plan.wire_begin[node.index + 1]; ++w) f(plan.wire_slots[w]);
  };
  plan.eval_steps.for_each([&](std::size_t s) {
    for (const NodeId node : plan.steps[s].nodes) each_wire_slot(node, [&](std::uint32_t slot) { columns.will_read(slot); });
  });
  plan.eval_steps.for_each([&](std::size_t s) {
    for (const NodeId node : plan.steps[s].nodes) {
      std::uint32_t slot = plan.node_slot[node.index];
      for (const PortType type : graph.nodes[node.index].out_types)
        for (std::uint32_t w = 0; w < words_of(type); ++w) columns.write(slot++);
      each_wire_slot(node, [&](std::uint32_t read) { columns.done_reading(read); });
      columns.end_unit();
    }
  });
  return columns.take();
}

}  // namespace polydat
