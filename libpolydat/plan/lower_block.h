// What a block runs when native code is there (design D8): loops over connected native parts, and between them the nodes that have no
// vector form, one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "plan/assign_columns.h"
#include "plan/plan.h"

namespace polydat {

// One thing that runs over the whole block: a function, or a node through its column loop or closure.
struct BlockUnit {
  bool native = false;
  std::uint32_t index = 0;  // into BlockPlan::functions, or a node
};

// Of one graph, for the blocks in which certain coordinates and elements move. What depends on none of those is not in it: it runs
// once, as in row mode, and functions read it from the slots.
struct BlockPlan {
  std::vector<bool> moves;       // per coordinate, then per element
  std::vector<BlockUnit> units;  // in order
  std::vector<NativeFunction> functions;
  std::vector<std::uint64_t> const_addresses;  // what WordOperand::Address indexes
  ColumnLayout layout;
  std::vector<std::uint32_t> moving_steps;  // the steps that the units do the work of
};

// `vectorizes(node)`: a native node that may join a loop. Nodes that need not run are left out. Linear in nodes and wires.
BlockPlan lower_block(const Graph& graph, const Plan& plan, const std::vector<bool>& moves,
                      const std::function<bool(const GraphNode&)>& vectorizes);

}  // namespace polydat
