// One node over the rows of a block (block_columns.h).
#include <algorithm>

#include "kernel/block_columns.h"
#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// A JSON tree or an object, as bytes that a block keeps; its true size is not known.
constexpr std::size_t kBoxBytes = 256;

}  // namespace

void BlockColumns::run_node(std::uint32_t n) {
  const GraphNode& node = graph_.nodes[n];
  // A node that sees None gives it only where it reads some, or as a copy, which no column form makes.
  if ((node.def->accepts_none && node.def->column == nullptr) || reads_none(n)) return run_closure_with_none(n);
  forget_none(n);
  if (!has_native_form(node)) return run_closure(n);
  if (node.def->native_shape == NativeShape::Fold) return run_fold(n);
  run_loop(n);
}

// Loops run over whole groups of rows, since what would be left over runs row by row: columns have room, and surplus rows give what
// nobody reads.
std::size_t BlockColumns::loop_rows() const {
  return (limit_ + AlignedColumns::kGroup - 1) / AlignedColumns::kGroup * AlignedColumns::kGroup;
}

const std::uint64_t* BlockColumns::broadcast(std::size_t spare, std::uint64_t word) {
  std::fill_n(spare_[spare], loop_rows(), word);
  return spare_[spare];
}

void BlockColumns::run_loop(std::uint32_t n) {
  constexpr std::size_t kMostWords = 16;
  const GraphNode& node = graph_.nodes[n];
  const std::uint32_t* from = plan_.wire_slots.data() + plan_.wire_begin[n];
  std::uint64_t* args = still_.args.data() + internals.args_begin[n];
  const std::uint64_t* wires[kMostWords];
  std::uint64_t* outputs[kMostWords];
  // Still words at the end are constants of the loop; those in front of a moving one have to be columns.
  std::size_t words = still_.calls[n].wire_words;
  while (words != 0 && slot_moves_[from[words - 1]] == 0) {
    --words;
    args[words] = still_.slots[from[words]];
  }
  for (std::size_t w = 0; w < words; ++w) wires[w] = slot_moves_[from[w]] != 0 ? columns_[from[w]] : broadcast(w, still_.slots[from[w]]);
  std::uint32_t slot = plan_.node_slot[n];
  std::size_t out = 0;
  for (const PortType type : node.out_types)
    for (std::uint32_t w = 0; w < words_of(type); ++w) outputs[out++] = columns_[slot++];
  if (loops_[static_cast<std::size_t>(node.def->native)](wires, words, args + words, outputs, loop_rows()) != 0) find_failing_row(n);
}

// op(op(w0, w1), w2)...; with fewer than two wires the identity takes the missing places.
void BlockColumns::run_fold(std::uint32_t n) {
  const GraphNode& node = graph_.nodes[n];
  const ColumnLoop loop = loops_[static_cast<std::size_t>(node.def->native)];
  const std::uint32_t* from = plan_.wire_slots.data() + plan_.wire_begin[n];
  const std::size_t wires = node.wires.size();
  const std::uint64_t* left = slot_moves_[from[0]] != 0 ? columns_[from[0]] : broadcast(0, still_.slots[from[0]]);
  for (std::size_t k = 1; k < std::max<std::size_t>(wires, 2); ++k) {
    const bool moves = k < wires && slot_moves_[from[k]] != 0;
    const std::uint64_t constant = moves ? 0 : k < wires ? still_.slots[from[k]] : node.def->fold_identity;
    const std::uint64_t* operands[2] = {left, moves ? columns_[from[k]] : nullptr};
    std::uint64_t* output = k + 1 < wires ? spare_[1 + k % 2] : columns_[plan_.node_slot[n]];
    loop(operands, moves ? 2 : 1, &constant, &output, loop_rows());
    left = output;
  }
}

void BlockColumns::prepare_call(std::uint32_t n) {
  const GraphNode& node = graph_.nodes[n];
  Call& call = still_.calls[n];
  const std::uint32_t* from = plan_.wire_slots.data() + plan_.wire_begin[n];
  std::uint64_t* args = still_.args.data() + internals.args_begin[n];
  call_.gather.clear();
  for (std::uint32_t w = 0; w < call.wire_words; ++w) {
    if (slot_moves_[from[w]] != 0) call_.gather.push_back({args + w, columns_[from[w]]});
    else args[w] = still_.slots[from[w]];
  }
  call_.scatter.clear();
  call_.kept.clear();
  std::uint32_t slot = plan_.node_slot[n], entry = internals.scratch_begin[n], word = 0;
  for (const PortType type : node.out_types) {
    for (std::uint32_t w = 0; w < words_of(type); ++w) call_.scatter.emplace_back(call.out + word++, columns_[slot++]);
    if (color_of(type) != SlotColor::Ref2) continue;
    call_.kept.push_back({&still_.scratch[entry], &boxes_[entry], type});
    still_.scratch[entry].bytes.release_kept();
    boxes_[entry].clear();
    ++entry;
  }
  out_none_.assign(node.out_types.size() + 1, 0);
  call.in_none = nullptr;
  call.out_none = out_none_.data();
}

void BlockColumns::keep_row(std::size_t row) {
  for (const RowCall::Kept& kept : call_.kept) {
    const std::uint32_t size = element_size(kept.type);
    if (size != 0) {
      kept_bytes_ += kept.entry->bytes.size();
      kept.entry->bytes.keep(size);
    } else {
      kept_bytes_ += kBoxBytes;
      if (kept.type == PortType::Json) kept.boxes->push_back(std::move(kept.entry->json));
      else kept.boxes->push_back(std::move(kept.entry->ext));
    }
  }
  if (kept_bytes_ > kMaxKeptBytes) end_early(row + 1);
}

void BlockColumns::run_closure(std::uint32_t n) {
  prepare_call(n);
  const Call& call = still_.calls[n];
  if (const ColumnFn many = graph_.nodes[n].def->column; many != nullptr) {
    ColumnCall rows{call, call_.gather, call_.scatter[0].second, call_.scatter[1].second, limit_, kMaxKeptBytes, kept_bytes_};
    const std::uint32_t error = many(rows);
    kept_bytes_ = rows.bytes;
    if (error != 0) fail(rows.done);
    else if (rows.done < limit_) end_early(rows.done);
    return;
  }
  const RowFn function = graph_.nodes[n].def->row;
  for (std::size_t r = 0; r < limit_; ++r) {
    call_.load(r);
    if (function(call) != 0) return fail(r);
    call_.store(r);
    if (!call_.kept.empty()) keep_row(r);
  }
}

// The None rule (axioms N1, N2), as KernelState::run_closure_with_none has it.
void BlockColumns::run_closure_with_none(std::uint32_t n) {
  const GraphNode& node = graph_.nodes[n];
  prepare_call(n);
  Call& call = still_.calls[n];
  const std::uint32_t begin = internals.wire_none_begin[n];
  const std::size_t wires = node.wires.size();
  in_none_.assign(wires + 1, 0);
  std::vector<std::uint8_t*> marks;
  std::uint32_t slot = plan_.node_slot[n];
  for (const PortType type : node.out_types) {
    marks.push_back(none_column(slot));
    may_be_none_[slot] = 0;
    slot += words_of(type);
  }
  std::vector<std::uint8_t> given(marks.size(), 0);
  for (std::size_t r = 0; r < limit_; ++r) {
    bool any = false;
    for (std::size_t w = 0; w < wires; ++w) {
      const std::uint32_t from = internals.wire_none[begin + w];
      in_none_[w] = slot_moves_[from] == 0 ? still_.none[from] : may_be_none_[from] != 0 ? none_columns_[from][r] : std::uint8_t{0};
      any |= in_none_[w] != 0;
    }
    call_.load(r);
    if (any && !node.def->accepts_none) {
      std::fill(out_none_.begin(), out_none_.end(), std::uint8_t{1});
      still_.unpublish(n);
    } else {
      std::fill(out_none_.begin(), out_none_.end(), std::uint8_t{0});
      call.in_none = any ? in_none_.data() : nullptr;
      if (node.def->row(call) != 0) return fail(r);
    }
    call_.store(r);
    for (std::size_t p = 0; p < marks.size(); ++p) {
      marks[p][r] = out_none_[p];
      given[p] |= out_none_[p];
    }
    if (!call_.kept.empty()) keep_row(r);
  }
  slot = plan_.node_slot[n];
  for (std::size_t p = 0; p < marks.size(); ++p) {
    may_be_none_[slot] = given[p];
    slot += words_of(node.out_types[p]);
  }
}

bool BlockColumns::reads_none(std::uint32_t n) const {
  if (still_.none_count == 0 && !seen_none_) return false;
  for (std::uint32_t k = internals.wire_none_begin[n]; k < internals.wire_none_begin[n + 1]; ++k) {
    const std::uint32_t slot = internals.wire_none[k];
    if (slot_moves_[slot] != 0 ? may_be_none_[slot] != 0 : still_.none[slot] != 0) return true;
  }
  return false;
}

bool BlockColumns::gave_none(std::uint32_t n) const {
  std::uint32_t slot = plan_.node_slot[n];
  for (const PortType type : graph_.nodes[n].out_types) {
    if (may_be_none_[slot] != 0) return true;
    slot += words_of(type);
  }
  return false;
}

void BlockColumns::forget_none(std::uint32_t n) {
  if (!seen_none_) return;
  std::uint32_t slot = plan_.node_slot[n];
  for (const PortType type : graph_.nodes[n].out_types) {
    may_be_none_[slot] = 0;
    slot += words_of(type);
  }
}

std::uint8_t* BlockColumns::none_column(std::uint32_t slot) {
  if (none_columns_[slot] == nullptr) none_columns_[slot] = std::make_unique<std::uint8_t[]>(block_rows);
  seen_none_ = true;
  return none_columns_[slot].get();
}

// A loop tells that some row failed: the row closure tells which. None, when it was a surplus row.
void BlockColumns::find_failing_row(std::uint32_t n) {
  prepare_call(n);
  for (std::size_t r = 0; r < limit_; ++r) {
    call_.load(r);
    if (graph_.nodes[n].def->row(still_.calls[n]) != 0) return fail(r);
  }
}

}  // namespace polydat
