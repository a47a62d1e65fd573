// Nodes as operations of a native function: what row and block functions have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "plan/plan.h"

namespace polydat {

// One function after another: begin(), then lower() for each node, then result_of() for what is to be stored, then end().
class NodeLowering {
 public:
  // `addresses` receives the constant words that must not be baked, and is what WordOperand::Address indexes.
  NodeLowering(const Graph& graph, const Plan& plan, std::vector<std::uint64_t>& addresses)
      : graph_(graph), plan_(plan), addresses_(addresses), result_(graph.nodes.size(), kNone) {}

  void begin(NativeFunction& function) {
    function_ = &function;
    results_ = 0;
  }
  // How a word that this function does not make is read: its kind, for a slot.
  void lower(std::uint32_t node, const std::function<WordOperand::Kind(std::uint32_t slot)>& outside);
  WordOperand result_of(std::uint32_t node, std::uint32_t word) const { return {WordOperand::Kind::Result, result_[node] + word, 0}; }
  void end(const std::vector<std::uint32_t>& nodes) {
    for (const std::uint32_t n : nodes) result_[n] = kNone;
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  void add_wire(const WireSource& wire, std::uint32_t first_slot, const std::function<WordOperand::Kind(std::uint32_t)>& outside);
  void add_constants(const GraphNode& node);
  void lower_fold(std::uint32_t node, NativeOp op, const std::function<WordOperand::Kind(std::uint32_t)>& outside);

  const Graph& graph_;
  const Plan& plan_;
  std::vector<std::uint64_t>& addresses_;
  NativeFunction* function_ = nullptr;
  std::uint32_t results_ = 0;          // result words made so far
  std::vector<std::uint32_t> result_;  // per node: its first result word in the function being lowered
};

}  // namespace polydat
