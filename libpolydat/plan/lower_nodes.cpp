#include "plan/lower_nodes.h"

#include <algorithm>

namespace polydat {

// One operand a word.
void NodeLowering::add_wire(const WireSource& wire, std::uint32_t first_slot,
                            const std::function<WordOperand::Kind(std::uint32_t)>& outside) {
  const std::uint32_t words = words_of(graph_.type_of(wire));
  for (std::uint32_t w = 0; w < words; ++w) {
    WordOperand operand;
    if (wire.kind == WireSource::Kind::Node && graph_.nodes[wire.index].def == nullptr) {
      const Value& constant = graph_.nodes[wire.index].constant;
      operand.value = w == 0 ? constant.low() : constant.high();
    } else if (wire.kind == WireSource::Kind::Node && result_[wire.index] != kNone) {
      operand.kind = WordOperand::Kind::Result;
      operand.index = result_[wire.index] + (first_slot - plan_.node_slot[wire.index]) + w;
    } else {
      operand.kind = outside(first_slot + w);
      operand.index = first_slot + w;
    }
    function_->operands.push_back(operand);
  }
}

void NodeLowering::add_constants(const GraphNode& node) {
  for (std::size_t c = 0; c < node.constants.words.size(); ++c) {
    WordOperand operand;
    if (node.constants.is_address[c]) {
      operand.kind = WordOperand::Kind::Address;
      operand.index = static_cast<std::uint32_t>(addresses_.size());
      addresses_.push_back(node.constants.words[c]);
    } else {
      operand.value = node.constants.words[c];
    }
    function_->operands.push_back(operand);
  }
}

void NodeLowering::lower(std::uint32_t n, const std::function<WordOperand::Kind(std::uint32_t)>& outside) {
  const GraphNode& node = graph_.nodes[n];
  NativeOp op;
  op.native = static_cast<std::uint16_t>(node.def->native);
  op.fallible = node.def->can_fail();
  if (node.def->native_shape == NativeShape::Fold) return lower_fold(n, op, outside);
  const std::uint32_t* slots = plan_.wire_slots.data() + plan_.wire_begin[n];
  op.first_operand = static_cast<std::uint32_t>(function_->operands.size());
  for (const WireSource& wire : node.wires) {
    add_wire(wire, *slots, outside);
    slots += words_of(graph_.type_of(wire));
  }
  add_constants(node);
  op.operand_count = static_cast<std::uint32_t>(function_->operands.size()) - op.first_operand;
  op.result_words = 0;
  for (const PortType type : node.out_types) op.result_words += words_of(type);
  function_->ops.push_back(op);
  result_[n] = results_;
  results_ += op.result_words;
}

// A variadic node: op(op(w0, w1), w2)...; with fewer than two wires the identity takes the missing places.
void NodeLowering::lower_fold(std::uint32_t n, NativeOp op, const std::function<WordOperand::Kind(std::uint32_t)>& outside) {
  const GraphNode& node = graph_.nodes[n];
  const std::uint32_t* slots = plan_.wire_slots.data() + plan_.wire_begin[n];
  const WordOperand identity{WordOperand::Kind::Immediate, 0, node.def->fold_identity};
  const std::size_t count = std::max<std::size_t>(node.wires.size(), 2);
  for (std::size_t k = 1; k < count; ++k) {
    op.first_operand = static_cast<std::uint32_t>(function_->operands.size());
    if (k > 1) function_->operands.push_back({WordOperand::Kind::Result, results_ - 1, 0});
    else if (node.wires.empty()) function_->operands.push_back(identity);
    else add_wire(node.wires[0], slots[0], outside);
    if (k < node.wires.size()) add_wire(node.wires[k], slots[k], outside);
    else function_->operands.push_back(identity);
    op.operand_count = 2;
    function_->ops.push_back(op);
    ++results_;
  }
  result_[n] = results_ - 1;
}

}  // namespace polydat
