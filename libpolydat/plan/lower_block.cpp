#include "plan/lower_block.h"

#include <algorithm>
#include <numeric>

#include "plan/classify_nodes.h"
#include "plan/lower_nodes.h"

namespace polydat {

namespace {

// Code generation is linear in functions of this length and worse in longer ones (jit-notes 2.3).
constexpr std::size_t kMaxFunction = 256;
// Independent chains that are worth running side by side: their latencies overlap, and their values still fit the registers.
constexpr std::size_t kChains = 8;

class BlockLowering {
 public:
  BlockLowering(const Graph& graph, const Plan& plan, const std::function<bool(const GraphNode&)>& vectorizes, BlockPlan& block)
      : graph_(graph),
        plan_(plan),
        vectorizes_(vectorizes),
        block_(block),
        unit_of_(graph.nodes.size(), kNoUnit),
        moving_slot_(plan.slot_count, false) {}

  void run() {
    find_moving_nodes();
    form_units();
    lower_functions();
    assign_columns();
  }

 private:
  static constexpr std::uint32_t kNoUnit = ~0u;

  void find_moving_nodes() {
    std::vector<bool> set_moves;
    for (const BitSet& set : plan_.input_sets) {
      bool moves = false;
      set.for_each([&](std::size_t input) { moves = moves || (input < block_.moves.size() && block_.moves[input]); });
      set_moves.push_back(moves);
    }
    for (std::uint32_t i = 0; i < block_.moves.size(); ++i)
      for (std::uint32_t w = 0; w < words_of(graph_.inputs[i].type); ++w) moving_slot_[plan_.input_slot[i] + w] = block_.moves[i];
    plan_.eval_steps.for_each([&](std::size_t s) {
      if (!set_moves[plan_.steps[s].input_set]) return;
      block_.moving_steps.push_back(static_cast<std::uint32_t>(s));
      for (const NodeId node : plan_.steps[s].nodes) {
        nodes_.push_back(node.index);
        each_result_slot(node.index, [&](std::uint32_t slot) { moving_slot_[slot] = true; });
      }
    });
  }

  template <class F>
  void each_result_slot(std::uint32_t n, F&& f) const {
    std::uint32_t slot = plan_.node_slot[n];
    for (const PortType type : graph_.nodes[n].out_types)
      for (std::uint32_t w = 0; w < words_of(type); ++w) f(slot++);
  }

  // Even phases are loops, odd phases nodes by themselves; a phase needs only earlier ones and itself.
  void form_units() {
    std::vector<std::uint32_t> phase(graph_.nodes.size(), 0);
    std::vector<std::vector<std::uint32_t>> by_phase;
    for (const std::uint32_t n : nodes_) {
      const std::uint32_t kind = joins_loop(n) ? 0 : 1;
      phase[n] = kind;
      for (const WireSource& wire : graph_.nodes[n].wires) {
        if (!is_moving_node(wire)) continue;
        phase[n] = std::max(phase[n], phase[wire.index] + (phase[wire.index] % 2 != kind ? 1u : 0u));
      }
      if (by_phase.size() <= phase[n]) by_phase.resize(phase[n] + 1);
      by_phase[phase[n]].push_back(n);
    }
    for (std::size_t p = 0; p < by_phase.size(); ++p) {
      if (p % 2 == 0) {
        cut(side_by_side(by_phase[p]));
      } else {
        for (const std::uint32_t n : by_phase[p]) add_unit({false, n}, {n});
      }
    }
  }

  bool joins_loop(std::uint32_t n) const { return has_native_form(graph_.nodes[n]) && vectorizes_(graph_.nodes[n]); }
  bool is_moving_node(const WireSource& wire) const {
    return wire.kind == WireSource::Kind::Node && moving_slot_[plan_.node_slot[wire.index]];
  }

  // The nodes of up to kChains unconnected parts together, level by level; a part alone in the order it has.
  std::vector<std::uint32_t> side_by_side(const std::vector<std::uint32_t>& nodes) {
    std::vector<std::uint32_t> part(graph_.nodes.size(), kNoUnit), level(graph_.nodes.size(), 0);
    std::vector<std::uint32_t> parent;
    const auto find = [&](std::uint32_t x) {
      while (parent[x] != x) x = parent[x] = parent[parent[x]];
      return x;
    };
    for (const std::uint32_t n : nodes) {
      part[n] = static_cast<std::uint32_t>(parent.size());
      parent.push_back(part[n]);
      for (const WireSource& wire : graph_.nodes[n].wires) {
        if (wire.kind != WireSource::Kind::Node || part[wire.index] == kNoUnit) continue;
        level[n] = std::max(level[n], level[wire.index] + 1);
        const std::uint32_t a = find(part[wire.index]), b = find(part[n]);
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
    std::vector<std::uint32_t> number(parent.size(), kNoUnit);  // of a part, in order of first members
    std::uint32_t parts = 0;
    struct Place {
      std::uint32_t tile, level, node;
    };
    std::vector<Place> places;
    for (const std::uint32_t n : nodes) {
      std::uint32_t& mine = number[find(part[n])];
      if (mine == kNoUnit) mine = parts++;
      places.push_back({mine / static_cast<std::uint32_t>(kChains), level[n], n});
    }
    if (parts == 1) return nodes;
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.tile != b.tile ? a.tile < b.tile : a.level < b.level; });
    std::vector<std::uint32_t> ordered;
    for (const Place& place : places) ordered.push_back(place.node);
    return ordered;
  }

  void cut(const std::vector<std::uint32_t>& nodes) {
    for (std::size_t at = 0; at < nodes.size(); at += kMaxFunction) {
      const auto first = nodes.begin() + static_cast<std::ptrdiff_t>(at);
      add_unit({true, static_cast<std::uint32_t>(members_.size())},
               {first, nodes.begin() + static_cast<std::ptrdiff_t>(std::min(nodes.size(), at + kMaxFunction))});
    }
  }

  void add_unit(BlockUnit unit, std::vector<std::uint32_t> members) {
    for (const std::uint32_t n : members) unit_of_[n] = static_cast<std::uint32_t>(block_.units.size());
    if (unit.native) members_.push_back(std::move(members));
    block_.units.push_back(unit);
  }

  void lower_functions() {
    std::vector<bool> stored(graph_.nodes.size(), false);
    for (const std::uint32_t n : nodes_)
      for (const WireSource& wire : graph_.nodes[n].wires)
        if (wire.kind == WireSource::Kind::Node && unit_of_[wire.index] != unit_of_[n]) stored[wire.index] = true;
    for (const GraphOutput& output : graph_.outputs)
      if (output.source.kind == WireSource::Kind::Node) stored[output.source.index] = true;
    NodeLowering lowering(graph_, plan_, block_.const_addresses);
    for (const std::vector<std::uint32_t>& members : members_) {
      NativeFunction function;
      function.block = true;
      lowering.begin(function);
      for (const std::uint32_t n : members)
        lowering.lower(n, [&](std::uint32_t slot) { return moving_slot_[slot] ? WordOperand::Kind::Column : WordOperand::Kind::Slot; });
      for (const std::uint32_t n : members) {
        if (!stored[n]) continue;
        std::uint32_t word = 0;
        each_result_slot(n, [&](std::uint32_t slot) { function.stores.push_back({slot, lowering.result_of(n, word++)}); });
      }
      lowering.end(members);
      block_.functions.push_back(std::move(function));
    }
  }

  void assign_columns() {
    ColumnAllocator columns(graph_, plan_);
    const auto each_read = [&](const BlockUnit& unit, auto&& f) {
      if (unit.native) {
        for (const WordOperand& operand : block_.functions[unit.index].operands)
          if (operand.kind == WordOperand::Kind::Column) f(operand.index);
      } else {
        for (std::uint32_t w = plan_.wire_begin[unit.index]; w < plan_.wire_begin[unit.index + 1]; ++w) f(plan_.wire_slots[w]);
      }
    };
    for (const BlockUnit& unit : block_.units) each_read(unit, [&](std::uint32_t slot) { columns.will_read(slot); });
    for (const BlockUnit& unit : block_.units) {
      if (unit.native) {
        for (const NativeStore& store : block_.functions[unit.index].stores) columns.write(store.slot);
      } else {
        each_result_slot(unit.index, [&](std::uint32_t slot) { columns.write(slot); });
      }
      each_read(unit, [&](std::uint32_t slot) { columns.done_reading(slot); });
      columns.end_unit();
    }
    block_.layout = columns.take();
  }

  const Graph& graph_;
  const Plan& plan_;
  const std::function<bool(const GraphNode&)>& vectorizes_;
  BlockPlan& block_;
  std::vector<std::uint32_t> nodes_;    // that move, in step order
  std::vector<std::uint32_t> unit_of_;  // per node
  std::vector<bool> moving_slot_;
  std::vector<std::vector<std::uint32_t>> members_;  // per function
};

}  // namespace

BlockPlan lower_block(const Graph& graph, const Plan& plan, const std::vector<bool>& moves,
                      const std::function<bool(const GraphNode&)>& vectorizes) {
  BlockPlan block;
  block.moves = moves;
  BlockLowering(graph, plan, vectorizes, block).run();
  return block;
}

}  // namespace polydat
