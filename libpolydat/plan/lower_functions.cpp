#include "plan/lower_functions.h"

#include <algorithm>
#include <map>

#include "plan/lower_nodes.h"

namespace polydat {

namespace {

// jit-notes 5.2: the SLP pass is complete up to about a thousand operations in a function and gives up silently beyond; scalar
// code generation is super-linear, so it is cut earlier.
constexpr std::size_t kMaxPacked = 1100;
constexpr std::size_t kMaxScalar = 512;

class Lowering {
 public:
  Lowering(const Graph& graph, Plan& plan)
      : graph_(graph), plan_(plan), nodes_(graph, plan, plan.const_addresses), escapes_(graph.nodes.size(), false) {
    for (const GraphOutput& output : graph.outputs) mark_read(output.source, Plan::kNoStep);
    for (const GraphInput& input : graph.inputs)
      if (input.source) mark_read(*input.source, Plan::kNoStep);
    for (std::uint32_t s = 0; s < plan.steps.size(); ++s)
      for (const NodeId member : plan.steps[s].nodes)
        for (const WireSource& wire : graph.nodes[member.index].wires) mark_read(wire, s);
  }

  // `read_later(node)`: besides what escapes its step, this function's value of the node is read by another function.
  template <class ReadLater>
  NativeFunction lower(const std::vector<std::uint32_t>& nodes, bool pack, ReadLater&& read_later) {
    NativeFunction function;
    function.pack = pack;
    nodes_.begin(function);
    for (const std::uint32_t n : nodes) nodes_.lower(n, [](std::uint32_t) { return WordOperand::Kind::Slot; });
    for (const std::uint32_t n : nodes) {
      if (!escapes_[n] && !read_later(n)) continue;
      std::uint32_t words = 0;
      for (const PortType type : graph_.nodes[n].out_types) words += words_of(type);
      for (std::uint32_t w = 0; w < words; ++w) function.stores.push_back({plan_.node_slot[n] + w, nodes_.result_of(n, w)});
    }
    std::sort(function.stores.begin(), function.stores.end(), [](const NativeStore& a, const NativeStore& b) { return a.slot < b.slot; });
    nodes_.end(nodes);
    return function;
  }

 private:
  void mark_read(const WireSource& source, std::uint32_t reader_step) {
    if (source.kind == WireSource::Kind::Node && plan_.step_of[source.index] != reader_step) escapes_[source.index] = true;
  }

  const Graph& graph_;
  Plan& plan_;
  NodeLowering nodes_;
  std::vector<bool> escapes_;  // per node: read outside its step
};

// Longest path from the start of the function, per node of `nodes`.
std::vector<std::uint32_t> levels_within(const Graph& graph, const std::vector<std::uint32_t>& nodes, std::vector<std::uint32_t>& scratch) {
  std::vector<std::uint32_t> levels;
  for (const std::uint32_t n : nodes) {
    std::uint32_t level = 0;
    for (const WireSource& wire : graph.nodes[n].wires)
      if (wire.kind == WireSource::Kind::Node) level = std::max(level, scratch[wire.index]);
    scratch[n] = level + 1;
    levels.push_back(level + 1);
  }
  for (const std::uint32_t n : nodes) scratch[n] = 0;
  return levels;
}

// Vector packing pays where many operations of one kind stand at one level (equal chains side by side).
bool worth_packing(const Graph& graph, const std::vector<std::uint32_t>& nodes, const std::vector<std::uint32_t>& levels) {
  std::map<std::pair<std::uint32_t, NativeId>, std::size_t> alike;
  for (std::size_t k = 0; k < nodes.size(); ++k) ++alike[{levels[k], graph.nodes[nodes[k]].def->native}];
  std::size_t packable = 0;
  for (const auto& [key, count] : alike)
    if (count >= 4) packable += count;
  return nodes.size() >= 16 && packable * 2 >= nodes.size();
}

// One more than the changes between native and closure steps on the way to a step: native steps run in even phases.
std::vector<std::uint32_t> phases(const Plan& plan) {
  std::vector<std::uint32_t> phase(plan.steps.size(), 0);
  for (std::uint32_t s = 0; s < phase.size(); ++s) {
    const StepKind kind = plan.steps[s].kind;
    phase[s] = kind == StepKind::Closure ? 1 : 0;
    for (std::uint32_t k = plan.producer_begin[s]; k < plan.producer_begin[s + 1]; ++k) {
      const std::uint32_t p = plan.producers[k];
      phase[s] = std::max(phase[s], phase[p] + (plan.steps[p].kind != kind ? 1u : 0u));
    }
  }
  return phase;
}

class Schedule {
 public:
  Schedule(const Graph& graph, Plan& plan, Lowering& lowering)
      : graph_(graph), plan_(plan), lowering_(lowering), chunk_of_(graph.nodes.size(), 0), levels_(graph.nodes.size(), 0) {}

  void build() {
    const std::vector<std::uint32_t> phase = phases(plan_);
    std::vector<std::vector<std::uint32_t>> by_phase;
    plan_.eval_steps.for_each([&](std::size_t s) {
      if (by_phase.size() <= phase[s]) by_phase.resize(phase[s] + 1);
      by_phase[phase[s]].push_back(static_cast<std::uint32_t>(s));
    });
    for (std::size_t p = 0; p < by_phase.size(); ++p) {
      if (p % 2 == 0) add_native(by_phase[p]);
      else
        for (const std::uint32_t s : by_phase[p]) plan_.eval_schedule.push_back({false, StepId{s}, 0});
    }
    lower_chunks();
  }

 private:
  // Whole steps in step order, cut where a function would become too long; never across a step.
  void add_native(const std::vector<std::uint32_t>& steps) {
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t s : steps) {
      const std::vector<NodeId>& members = plan_.steps[s].nodes;
      if (!nodes.empty() && nodes.size() + members.size() > kMaxPacked) close(nodes);
      for (const NodeId member : members) nodes.push_back(member.index);
    }
    if (!nodes.empty()) close(nodes);
  }

  void close(std::vector<std::uint32_t>& nodes) {
    const std::vector<std::uint32_t> levels = levels_within(graph_, nodes, levels_);
    if (worth_packing(graph_, nodes, levels)) {
      std::vector<std::size_t> order(nodes.size());
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
      std::vector<std::uint32_t> sorted;
      for (const std::size_t k : order) sorted.push_back(nodes[k]);
      add_chunk(std::move(sorted), true);
    } else {
      for (std::size_t at = 0; at < nodes.size(); at += kMaxScalar) {
        const auto first = nodes.begin() + static_cast<std::ptrdiff_t>(at);
        add_chunk({first, nodes.begin() + static_cast<std::ptrdiff_t>(std::min(nodes.size(), at + kMaxScalar))}, false);
      }
    }
    nodes.clear();
  }

  void add_chunk(std::vector<std::uint32_t> nodes, bool pack) {
    const auto chunk = static_cast<std::uint32_t>(chunks_.size());
    for (const std::uint32_t n : nodes) chunk_of_[n] = chunk + 1;
    chunks_.push_back({std::move(nodes), pack});
    plan_.eval_schedule.push_back({true, StepId{}, chunk});
  }

  void lower_chunks() {
    std::vector<bool> crosses(graph_.nodes.size(), false);
    for (const auto& [nodes, pack] : chunks_)
      for (const std::uint32_t n : nodes)
        for (const WireSource& wire : graph_.nodes[n].wires)
          if (wire.kind == WireSource::Kind::Node && chunk_of_[wire.index] != chunk_of_[n]) crosses[wire.index] = true;
    for (const auto& [nodes, pack] : chunks_)
      plan_.whole_functions.push_back(lowering_.lower(nodes, pack, [&](std::uint32_t n) { return static_cast<bool>(crosses[n]); }));
  }

  struct Chunk {
    std::vector<std::uint32_t> nodes;
    bool pack;
  };
  const Graph& graph_;
  Plan& plan_;
  Lowering& lowering_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> chunk_of_;  // per node: chunk + 1; 0: none
  std::vector<std::uint32_t> levels_;    // scratch of levels_within, all zero between calls
};

}  // namespace

void lower_functions(const Graph& graph, Plan& plan) {
  Lowering lowering(graph, plan);
  for (Step& step : plan.steps) {
    if (step.kind != StepKind::Segment) continue;
    std::vector<std::uint32_t> nodes;
    for (const NodeId member : step.nodes) nodes.push_back(member.index);
    step.function = static_cast<std::uint32_t>(plan.segment_functions.size());
    plan.segment_functions.push_back(lowering.lower(nodes, false, [](std::uint32_t) { return false; }));
  }
  Schedule(graph, plan, lowering).build();
}

}  // namespace polydat
