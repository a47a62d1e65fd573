// A block by columns: every node that depends on a moving coordinate or element runs over the whole block; what depends only on inputs
// that stand still runs once, in a row state, and only when they changed. Tier 0 (design D9): native nodes through their column loops, the
// others through their row closures. Tier 1: native nodes through the loops of NativeBlock, from the first block on that finds them there.
//
// Rows fail exactly as in row mode: a failing node shortens the block to the rows before it, the nodes behind it see fewer rows, and
// what is left at the end are the rows that nothing failed in.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernel/block_state.h"
#include "kernel/kernel_state.h"
#include "nodes/native/column_loops.h"
#include "plan/assign_columns.h"

namespace polydat {

class BlockColumns final : public BlockState {
 public:
  BlockColumns(std::shared_ptr<const Program> p, std::size_t rows, const ColumnLayout& layout);

  void set_extern(std::uint32_t input, const Value& value) override;
  BlockOutcome run(std::size_t rows) override;
  ColumnView column(std::uint32_t output) const override;

 private:
  // How one row of a node is called: where its words come from and go to.
  struct RowCall {
    struct Kept {
      Scratch* entry;
      std::vector<std::shared_ptr<const void>>* boxes;
      PortType type;
    };
    std::vector<ColumnCall::Word> gather;                                  // argument word, column
    std::vector<std::pair<const std::uint64_t*, std::uint64_t*>> scatter;  // result word, column
    std::vector<Kept> kept;                                                // reference outputs
    void load(std::size_t row) const {
      for (const ColumnCall::Word& word : gather) *word.to = word.from[row];
    }
    void store(std::size_t row) const {
      for (const auto& [from, to] : scatter) to[row] = *from;
    }
  };

  void capture_inputs();
  void find_still_inputs(std::size_t rows);
  void classify_slots();
  void run_still_steps();
  void run_moving_steps();
  // The native code for this block; null: tier 0 runs it. False when an engine was asked for that cannot be had.
  bool find_code();
  bool run_code();  // false: tier 0 has to tell which row failed, or what is None
  void describe_failure(std::size_t row);
  void fail(std::size_t row);  // row `row` of the block cannot be computed
  void end_early(std::size_t rows);

  // One node over rows 0 .. limit_; may lower limit_.
  void run_node(std::uint32_t node);
  void run_loop(std::uint32_t node);
  void run_fold(std::uint32_t node);
  void run_closure(std::uint32_t node);
  void run_closure_with_none(std::uint32_t node);
  void prepare_call(std::uint32_t node);
  void keep_row(std::size_t row);
  void find_failing_row(std::uint32_t node);
  bool reads_none(std::uint32_t node) const;
  bool gave_none(std::uint32_t node) const;
  void forget_none(std::uint32_t node);
  std::uint8_t* none_column(std::uint32_t slot);
  std::size_t loop_rows() const;
  const std::uint64_t* broadcast(std::size_t spare, std::uint64_t word);

  struct Columns {
    Columns(const ColumnLayout& layout, std::size_t rows);
    AlignedColumns space;
    std::vector<std::uint64_t*> of;  // per slot; null: it has none
  };
  void add_driven(Columns& columns);

  const Graph& graph_;
  const Plan& plan_;
  std::span<const ColumnLoop, kNativeCount> loops_;
  KernelState still_;     // inputs, constants and steps that stand still; also the argument words of rows
  BitSet dirty_;          // over StepId: steps that stand still and are not current
  AlignedColumns spare_;  // broadcast words and the intermediate values of folds
  Columns loop_columns_;  // of tier 0
  std::unordered_map<const BlockCode*, Columns> code_columns_;
  std::uint64_t* const* columns_;  // of the last block, per slot
  const BlockCode* code_ = nullptr;
  std::vector<std::uint32_t> still_steps_, moving_steps_;
  std::size_t moving_nodes_ = 0;
  std::vector<bool> moves_;                                      // per driven input: it differs within the block
  std::vector<bool> known_;                                      // per driven input: still_ holds it
  std::vector<std::uint8_t> set_moves_;                          // per input set
  std::vector<std::uint8_t> slot_moves_;                         // per slot
  std::vector<std::uint8_t> may_be_none_;                        // per first slot of a moving value: its None column counts
  std::vector<std::unique_ptr<std::uint8_t[]>> none_columns_;    // per slot; made when first needed
  bool seen_none_ = false;                                       // some None column was ever made
  std::vector<std::vector<std::shared_ptr<const void>>> boxes_;  // per scratch entry: the trees and objects of a block
  std::vector<std::uint8_t> in_none_, out_none_;
  RowCall call_;
  std::size_t limit_ = 0, failed_at_ = 0, kept_bytes_ = 0;  // limit_: rows of the block that are still good
  std::size_t quota_;                                       // rows that the last early end suggests
};

}  // namespace polydat
