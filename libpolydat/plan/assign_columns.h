// Which column each slot word of a block lies in: a column is used again after its last reader, as registers are (jit-notes 2.4).
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace polydat {

struct ColumnLayout {
  static constexpr std::uint32_t kNoColumn = ~0u;
  std::vector<std::uint32_t> column_of;  // per slot; kNoColumn: inputs, constants and values that nothing but one function sees
  std::uint32_t count = 0;
};

// Told what a block runs, in order and twice: first who reads what, then what is written and read. Words that are read by an output
// keep a column of their own.
class ColumnAllocator {
 public:
  ColumnAllocator(const Graph& graph, const Plan& plan);

  // First pass.
  void will_read(std::uint32_t slot) { ++reads_left_[slot]; }
  // Second pass, for each unit that runs at once: all that it writes, then all that it reads, so that none of its columns is both.
  void write(std::uint32_t slot);
  void done_reading(std::uint32_t slot);
  // After each unit: frees what it wrote for nobody.
  void end_unit();

  ColumnLayout take() { return std::move(layout_); }

 private:
  void release(std::uint32_t slot);

  static constexpr std::uint32_t kPinned = 1u << 31;
  ColumnLayout layout_;
  std::vector<std::uint32_t> reads_left_;  // per slot; at least kPinned: an output's
  std::vector<std::uint32_t> free_, unread_;
};

// The layout when every node runs by itself, in step order.
ColumnLayout assign_node_columns(const Graph& graph, const Plan& plan);

}  // namespace polydat
