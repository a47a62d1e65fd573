// One value of a block of rows, seen as columns: what a block kernel gives and row writers take.
#pragma once

#include <cstddef>
#include <cstdint>

#include "polydat/port_type.h"

namespace polydat {

// Row r of slot word w is words[w][r * stride]. A 128-bit value has two words; a reference has an address and a count, and its
// content lives until the next run of the kernel that published it. Never owns anything.
struct ColumnView {
  PortType type = PortType::U64;
  const std::uint64_t* words[2] = {nullptr, nullptr};
  std::size_t stride = 1;              // 0: every row has the same value
  const std::uint8_t* none = nullptr;  // marks, none[r * stride]; null: no row is None
};

}  // namespace polydat
