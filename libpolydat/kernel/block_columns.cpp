#include "kernel/block_columns.h"

#include <algorithm>

#include "kernel/interpreter.h"

namespace polydat {

namespace {

constexpr std::size_t kNever = ~std::size_t{0};

std::size_t spare_columns(const Graph& graph) {
  std::size_t most = 2;
  for (const GraphNode& node : graph.nodes) {
    if (node.def == nullptr || node.def->native_shape != NativeShape::Plain) continue;
    std::size_t words = 0;
    for (const PortType type : node.in_types) words += words_of(type);
    most = std::max(most, words);
  }
  return most + 2;
}

// All rows have the value of the first one.
bool stands_still(const std::uint64_t* column, std::size_t rows) {
  if (column[0] != column[rows - 1]) return false;
  std::uint64_t differs = 0;
  for (std::size_t r = 0; r < rows; ++r) differs |= column[r] ^ column[0];
  return differs == 0;
}

}  // namespace

BlockColumns::BlockColumns(std::shared_ptr<const Program> p, std::size_t rows, const ColumnLayout& layout)
    : BlockState(std::move(p), rows),
      graph_(internals.graph),
      plan_(internals.plan),
      loops_(column_loops()),
      still_(internals),
      dirty_(plan_.steps.size()),
      space_(layout.count, rows),
      spare_(spare_columns(graph_), rows),
      columns_(plan_.slot_count, nullptr),
      moves_(internals.coord_count, false),
      known_(internals.coord_count, false),
      set_moves_(plan_.input_sets.size(), 0),
      slot_moves_(plan_.slot_count, 0),
      may_be_none_(plan_.slot_count, 0),
      none_columns_(plan_.slot_count),
      boxes_(internals.scratch_count),
      quota_(rows) {
  for (std::uint32_t slot = 0; slot < plan_.slot_count; ++slot)
    if (layout.column_of[slot] != ColumnLayout::kNoColumn) columns_[slot] = space_[layout.column_of[slot]];
  for (std::uint32_t c = 0; c < internals.coord_count; ++c) columns_[plan_.input_slot[c]] = coordinates[c];
  dirty_.set_all(plan_.steps.size());
  capture_consts();
}

void BlockColumns::capture_consts() {
  if (internals.const_slots.empty()) return;
  const HybridKernel kernel(program);
  ready = kernel.ready();
  if (!ready) {
    failure = kernel.failure();
    return;
  }
  for (const std::uint32_t input : internals.const_slots) set_extern(input, kernel.input_value(input));
}

void BlockColumns::set_extern(std::uint32_t input, const Value& value) {
  still_.store_input(input, value);
  dirty_ |= plan_.reach[input];
}

BlockOutcome BlockColumns::run(std::size_t rows) {
  if (!ready || rows == 0) return {0, !ready};
  const std::size_t asked = std::min(rows, quota_);
  limit_ = asked;
  failed_at_ = kNever;
  kept_bytes_ = 0;
  find_still_inputs(asked);
  run_steps();
  const bool failed = failed_at_ == limit_;
  if (failed) describe_failure(limit_);
  else quota_ = limit_ < asked ? limit_ : std::min(block_rows, 2 * quota_);
  return {limit_, failed};
}

void BlockColumns::find_still_inputs(std::size_t rows) {
  bool other_inputs_move = false;
  for (std::uint32_t c = 0; c < internals.coord_count; ++c) {
    const std::uint64_t* column = coordinates[c];
    const bool moves = !stands_still(column, rows);
    if (moves != moves_[c]) {
      moves_[c] = moves;
      other_inputs_move = true;
    }
    std::uint64_t& slot = still_.slots[plan_.input_slot[c]];
    if (!moves && (!known_[c] || slot != column[0])) {
      slot = column[0];
      dirty_ |= plan_.reach[c];
    }
    known_[c] = !moves;
  }
  if (other_inputs_move) classify_slots();
}

void BlockColumns::classify_slots() {
  for (std::size_t s = 0; s < plan_.input_sets.size(); ++s) {
    set_moves_[s] = 0;
    plan_.input_sets[s].for_each([&](std::size_t i) { set_moves_[s] |= i < internals.coord_count && moves_[i] ? 1 : 0; });
  }
  for (std::uint32_t c = 0; c < internals.coord_count; ++c) slot_moves_[plan_.input_slot[c]] = moves_[c] ? 1 : 0;
  for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
    std::uint32_t slot = plan_.node_slot[n];
    for (const PortType type : graph_.nodes[n].out_types)
      for (std::uint32_t w = 0; w < words_of(type); ++w) slot_moves_[slot++] = set_moves_[plan_.node_input_set[n]];
  }
}

void BlockColumns::run_steps() {
  for (std::size_t w = 0; w < plan_.eval_steps.word_count(); ++w) {
    for (std::uint64_t bits = plan_.eval_steps.words()[w]; bits != 0; bits &= bits - 1) {
      if (limit_ == 0) return;
      const auto s = static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      const Step& step = plan_.steps[s];
      if (set_moves_[step.input_set] != 0) {
        ++runs[s];
        for (const NodeId node : step.nodes) run_node(node.index);
      } else if (!dirty_.test(s)) {
        ++skips[s];
      } else {
        ++runs[s];
        if (still_.run_step(s) == 0) dirty_.reset(s);
        else fail(0);
      }
    }
  }
}

void BlockColumns::fail(std::size_t row) {
  failed_at_ = row;  // never behind an earlier one: nobody looks past limit_
  limit_ = row;
}

void BlockColumns::end_early(std::size_t rows) { limit_ = rows; }

// What a row kernel reports for that row.
void BlockColumns::describe_failure(std::size_t row) {
  InterpreterKernel kernel(program);
  kernel.init();
  for (std::uint32_t i = 0; i < internals.inputs.size(); ++i)
    kernel.set_input_at(i, i < internals.coord_count ? Value::u64(coordinates[i][row]) : still_.input_values[i]);
  if (kernel.eval()) {
    failure = Failure{};
    failure.report = "internal error: a block reported a failure that the interpreter does not find; please report this graph";
  } else {
    failure = kernel.failure();
  }
}

ColumnView BlockColumns::column(std::uint32_t output) const {
  ColumnView view;
  view.type = graph_.outputs[output].type;
  const std::uint32_t slot = plan_.output_slot[output];
  const bool moves = slot_moves_[slot] != 0;
  view.stride = moves ? 1 : 0;
  for (std::uint32_t w = 0; w < words_of(view.type); ++w) view.words[w] = moves ? columns_[slot + w] : &still_.slots[slot + w];
  if (moves) view.none = may_be_none_[slot] != 0 ? none_columns_[slot].get() : nullptr;
  else view.none = still_.none[slot] != 0 ? &still_.none[slot] : nullptr;
  return view;
}

}  // namespace polydat
