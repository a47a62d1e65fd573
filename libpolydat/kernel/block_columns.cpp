#include "kernel/block_columns.h"

#include <algorithm>

#include "kernel/interpreter.h"

namespace polydat {

namespace {

constexpr std::size_t kNever = ~std::size_t{0};
// The first block waits for the code of so many nodes. Larger graphs stay on column loops until somebody has compiled them
// (NativeBlock::compile), which takes seconds.
constexpr std::size_t kMostWaitedFor = 512;

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
      spare_(spare_columns(graph_), rows),
      loop_columns_(layout, rows),
      columns_(loop_columns_.of.data()),
      moves_(internals.driven_count, false),
      known_(internals.driven_count, false),
      set_moves_(plan_.input_sets.size(), 0),
      slot_moves_(plan_.slot_count, 0),
      may_be_none_(plan_.slot_count, 0),
      none_columns_(plan_.slot_count),
      boxes_(internals.scratch_count),
      quota_(rows) {
  add_driven(loop_columns_);
  for (std::uint32_t i = internals.coord_count; i < internals.driven_count; ++i) still_.set_none(plan_.input_slot[i], false);
  dirty_.set_all(plan_.steps.size());
  classify_slots();
  capture_inputs();
}

BlockColumns::Columns::Columns(const ColumnLayout& layout, std::size_t rows)
    : space(layout.count, rows), of(layout.column_of.size(), nullptr) {
  for (std::size_t slot = 0; slot < of.size(); ++slot)
    if (layout.column_of[slot] != ColumnLayout::kNoColumn) of[slot] = space[layout.column_of[slot]];
}

void BlockColumns::add_driven(Columns& columns) {
  for (std::uint32_t i = 0; i < internals.driven_count; ++i)
    for (std::uint32_t w = 0; w < words_of(graph_.inputs[i].type); ++w)
      columns.of[plan_.input_slot[i] + w] = driven[internals.driven_column[i] + w];
}

void BlockColumns::capture_inputs() {
  if (internals.captured_inputs.empty()) return;
  const HybridKernel kernel(program);
  ready = kernel.ready();
  if (!ready) {
    failure = kernel.failure();
    return;
  }
  for (const std::uint32_t input : internals.captured_inputs) set_extern(input, kernel.input_value(input));
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
  ran_native = false;
  find_still_inputs(asked);
  run_still_steps();
  if (limit_ != 0) {
    if (!find_code()) return {0, true};
    ran_native = code_ != nullptr && run_code();
    if (!ran_native) {
      columns_ = loop_columns_.of.data();
      limit_ = asked;
      failed_at_ = kNever;
      kept_bytes_ = 0;
      run_moving_steps();
    }
    for (const std::uint32_t s : moving_steps_) ++runs[s];
  }
  const bool failed = failed_at_ == limit_;
  if (failed) describe_failure(limit_);
  else quota_ = limit_ < asked ? limit_ : std::min(block_rows, 2 * quota_);
  return {limit_, failed};
}

void BlockColumns::find_still_inputs(std::size_t rows) {
  bool others_move = false;
  for (std::uint32_t i = 0; i < internals.driven_count; ++i) {
    const std::uint32_t first = internals.driven_column[i], words = internals.driven_column[i + 1] - first;
    const bool moves = !stands_still(driven[first], rows) || (words == 2 && !stands_still(driven[first + 1], rows));
    if (moves != moves_[i]) {
      moves_[i] = moves;
      others_move = true;
    }
    // The same address may have another content by now.
    bool is_change = !moves && (!known_[i] || color_of(graph_.inputs[i].type) == SlotColor::Ref2);
    for (std::uint32_t w = 0; w < words && !moves; ++w) {
      std::uint64_t& slot = still_.slots[plan_.input_slot[i] + w];
      is_change = is_change || slot != driven[first + w][0];
      slot = driven[first + w][0];
    }
    if (is_change) dirty_ |= plan_.reach[i];
    known_[i] = !moves;
  }
  if (!others_move) return;
  classify_slots();
  code_ = nullptr;
}

void BlockColumns::classify_slots() {
  still_steps_.clear();
  moving_steps_.clear();
  for (std::size_t s = 0; s < plan_.input_sets.size(); ++s) {
    set_moves_[s] = 0;
    plan_.input_sets[s].for_each([&](std::size_t i) {
      if (i < internals.driven_count && moves_[i]) set_moves_[s] = 1;
    });
  }
  for (std::uint32_t i = 0; i < internals.driven_count; ++i)
    for (std::uint32_t w = 0; w < words_of(graph_.inputs[i].type); ++w) slot_moves_[plan_.input_slot[i] + w] = moves_[i] ? 1 : 0;
  for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
    std::uint32_t slot = plan_.node_slot[n];
    for (const PortType type : graph_.nodes[n].out_types)
      for (std::uint32_t w = 0; w < words_of(type); ++w) slot_moves_[slot++] = set_moves_[plan_.node_input_set[n]];
  }
  moving_nodes_ = 0;
  plan_.eval_steps.for_each([&](std::size_t s) {
    if (set_moves_[plan_.steps[s].input_set] != 0) moving_nodes_ += plan_.steps[s].nodes.size();
    (set_moves_[plan_.steps[s].input_set] != 0 ? moving_steps_ : still_steps_).push_back(static_cast<std::uint32_t>(s));
  });
}

void BlockColumns::run_still_steps() {
  for (const std::uint32_t s : still_steps_) {
    if (!dirty_.test(s)) {
      ++skips[s];
      continue;
    }
    ++runs[s];
    if (still_.run_step(s) != 0) return fail(0);
    dirty_.reset(s);
  }
}

void BlockColumns::run_moving_steps() {
  for (const std::uint32_t s : moving_steps_)
    for (const NodeId node : plan_.steps[s].nodes) {
      if (limit_ == 0) return;
      run_node(node.index);
    }
}

bool BlockColumns::find_code() {
  if (internals.native_block == nullptr || moving_steps_.empty()) return true;
  NativeBlock& native = *internals.native_block;
  if (still_.none_count != 0 || native.left()) {  // generated code knows no None
    code_ = nullptr;
    return true;
  }
  if (code_ != nullptr) return true;
  code_ = native.find(moves_);
  if (code_ == nullptr && native.when() == NativeBlock::When::InBackground) {
    native.wish(moves_);
    return true;
  }
  if (code_ == nullptr && moving_nodes_ <= kMostWaitedFor && native.compile(moves_)) code_ = native.find(moves_);
  if (code_ == nullptr) {
    const std::string error = native.error();
    if (error.empty()) return true;  // a large graph, or compiled for enough other blocks
    failure = Failure{};
    failure.kind = FailureKind::Limit;
    failure.report = "native code could not be made: " + error;
    return false;
  }
  const auto [columns, is_new] = code_columns_.try_emplace(code_, code_->plan.layout, block_rows);
  if (is_new) add_driven(columns->second);
  return true;
}

bool BlockColumns::run_code() {
  columns_ = code_columns_.at(code_).of.data();
  for (const BlockUnit& unit : code_->plan.units) {
    if (limit_ == 0) return true;
    if (unit.native) {
      if (code_->functions[unit.index](code_->plan.const_addresses.data(), still_.slots, columns_, limit_) != 0) return false;
    } else {
      run_node(unit.index);
      if (seen_none_ && gave_none(unit.index)) return false;
    }
  }
  return true;
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
    kernel.set_input_at(i, i < internals.driven_count ? driven_value(i, row) : still_.input_values[i]);
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
