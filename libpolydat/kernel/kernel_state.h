// One kernel's state over a program, and how steps run. Everything here is independent of the provenance mode; the currency rules
// are in currency.h.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernel/program_internals.h"
#include "nodes/call.h"
#include "polydat/kernel.h"

namespace polydat {

// Invariants
//  - slots, scratch, args and calls never move after construction: calls point into them.
//  - none[s] is the None mark of the value whose first slot is s; none_count is the number of marks set. Where it is zero, no
//    value of the whole kernel is None and nobody looks at marks.
//  - A Ref2 pair in slots always names live storage: its node's scratch entry, an extern's Value, or a constant of the program.
struct KernelState {
  explicit KernelState(const ProgramInternals& program);
  // A copy of values, never of storage: every pair is published again into this state's own entries.
  KernelState(const KernelState& other);
  KernelState& operator=(const KernelState&) = delete;

  // Stores a coordinate or extern; the caller has found that it is a change.
  void store_input(std::uint32_t input, const Value& value);
  void set_none(std::uint32_t slot, bool none);

  // Runs one step with whatever is in the slots. Returns its error word; on an error its reference outputs are empty.
  [[gnu::always_inline]] std::uint32_t run_step(std::uint32_t step) {
    if (step_code[step] != nullptr && none_count == 0) [[likely]]
      return step_code[step](consts, slots);
    return run_step_by_kind(step);
  }
  // Runs everything in schedule order. Only legal when no value is None and has_whole_code().
  [[gnu::always_inline]] std::uint32_t run_whole() { return whole_row != nullptr ? whole_row(consts, slots) : run_schedule(); }
  bool has_whole_code() const { return whole_code != nullptr; }
  // One more coordinate was written for the first time.
  void count_first_write() {
    if (--unwritten_coords == 0) usual_coords = program.coord_count;
  }
  void adopt_whole_code(const RowFunction* code);

  // Axiom S9: every reference pair of a node equals what its scratch entry publishes now. Returns the first slot that does not, or
  // slot_count. Debug builds ask after every read.
  std::uint32_t first_stale_reference() const;

  // The node's reference outputs become empty values.
  void unpublish(std::uint32_t node);

  Value value_at(std::uint32_t slot, PortType type) const { return Value::from_words(type, &slots[slot], none[slot] != 0); }

  // What a read of pure native code touches lies together: once a row, these are all there is.
  const ProgramInternals& program;
  std::uint64_t* slots = nullptr;           // 64-byte aligned
  const std::uint64_t* consts = nullptr;    // the program's table of addresses
  RowFunction whole_row = nullptr;          // everything as one call, once compiled; null: several stages
  const RowFunction* whole_code = nullptr;  // of plan.whole_functions; null until compiled, and when runs are counted
  std::vector<RowFunction> step_code;       // per step: its native function; null: not asked for yet, a closure, or counted
  std::vector<OutputPath> paths;            // per output; push only
  const BitSet* reach = nullptr;            // per input: plan.reach
  BitSet dirty;                             // push: steps that are not current; other modes: side-channel steps only
  std::uint32_t none_count = 0;
  // The number of coordinates, once each of them was written; before, a number that no caller can give.
  std::size_t usual_coords = kNoCount;
  static constexpr std::size_t kNoCount = ~std::size_t{0};

  std::unique_ptr<std::uint64_t[]> storage;  // slots, over-allocated for alignment
  std::vector<std::uint8_t> none;
  std::vector<Value> input_values;  // per input; coordinates: unused (their slot holds them)
  std::vector<bool> written;        // per input
  std::uint32_t unwritten_coords;
  std::vector<Scratch> scratch;
  std::vector<std::uint64_t> args;
  std::vector<Call> calls;  // per node; constants: empty

  // Currency (currency.h).
  std::uint64_t now = 1, round = 1, read_id = 0;
  bool wrote = true;
  std::uint64_t whole_now = 0;  // value of `now` when everything was last completely current
  std::uint64_t whole_round = 0;
  std::vector<std::uint64_t> class_stamp;                   // per input set: last change of any of its inputs
  std::vector<std::uint64_t> input_stamp;                   // per input: its last change
  std::vector<std::uint64_t> done_out;                      // per output: value of `now` when its cone was last completely current
  std::vector<std::uint64_t> ran_round, ran_read, ran_now;  // per step; ran_now 0: never, or failed since

  std::vector<const Cone*> cones;   // per output: fetched by its first pull
  std::vector<std::uint64_t> runs;  // per step, when the program counts
  Failure failure;
  bool captured = false;

 private:
  std::uint32_t run_step_by_kind(std::uint32_t step);
  std::uint32_t run_schedule();
  void bind();  // points args, calls and pairs at this state's own storage
  std::uint32_t run_closure(std::uint32_t node);
  std::uint32_t run_closure_with_none(std::uint32_t node, Call& call);
};

}  // namespace polydat
