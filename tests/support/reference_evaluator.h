// THE TEST REFERENCE. Recursive, no slots, no dirty sets, nothing kept between reads: too slow and too simple to be wrong in the ways
// kernels can be. It lives here so that production cannot link it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace polydat::testing {

struct ReferenceResult {
  bool failed = false;
  std::string failed_node;  // catalog name of the node a depth-first evaluation finds failing first
  Value value;
};

class ReferenceEvaluator {
 public:
  explicit ReferenceEvaluator(const Graph& graph);

  void set_coordinate(std::uint32_t input, std::uint64_t value) { inputs_[input] = Value::u64(value); }
  void set_input(std::uint32_t input, Value value) { inputs_[input] = std::move(value); }
  const Value& input(std::uint32_t input) const { return inputs_[input]; }

  ReferenceResult read(const WireSource& source) const;
  // Whether running this node alone fails, its producers being fine. A node whose producers fail: nothing.
  std::optional<bool> node_fails(std::uint32_t node) const;

 private:
  using Memo = std::map<std::uint32_t, std::vector<Value>>;  // of one read: a diamond would take exponential time without
  bool evaluate(std::uint32_t node, Memo& memo, std::string& failed_node) const;

  const Graph& graph_;
  std::vector<Value> inputs_;
};

}  // namespace polydat::testing
