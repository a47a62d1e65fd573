// Evaluates nodes the slow and obvious way: depth first from what is asked, each node's wires from left to right, over owned Values.
// The interpreter kernel runs on it, and every failure report comes from it: the failure met first in this order is the one that is
// reported (engine E5). Never recurses.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "graph/graph.h"
#include "nodes/scratch.h"

namespace polydat {

struct NodeFailure {
  std::uint32_t node = 0;
  std::uint32_t error = 0;    // the error word
  std::vector<Value> inputs;  // what the node was given
};

// Values of nodes, by node and port; `current[n]` tells whether values[n] may be used as it is. `failed` holds what failed in this read, so
// that a node whose failure many outputs meet runs once; whoever begins a read clears it.
struct NodeValues {
  std::vector<std::vector<Value>> values;
  std::vector<bool> current;
  std::map<std::uint32_t, NodeFailure> failed;
};

struct DepthFirstHooks {
  std::function<const Value&(std::uint32_t input)> input;       // the value of an input
  std::function<Scratch*(std::uint32_t node)> private_scratch;  // null, or the node's private entries
  std::function<void(std::uint32_t node)> before_run;           // may be empty
  std::uint64_t max_value = Buffer::default_limit;              // bytes that one value may take
};

// Makes `target` and what it needs current. False: `failure` says which node failed; nodes already computed stay current.
bool evaluate_depth_first(const Graph& graph, std::uint32_t target, NodeValues& values, const DepthFirstHooks& hooks, NodeFailure& failure);

}  // namespace polydat
