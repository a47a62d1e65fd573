// The tables of column loops, one a CPU level, and the choice between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "nodes/native/native_id.h"

namespace polydat {

// Runs a native function over `rows` rows. `wires`: one column a wire word (`wire_words` of them); `constants`: the constant
// words; `outputs`: one column an output word. No column may be both input and output. Returns the OR of the rows' errors.
using ColumnLoop = std::uint32_t (*)(const std::uint64_t* const* wires, std::size_t wire_words, const std::uint64_t* constants,
                                     std::uint64_t* const* outputs, std::size_t rows);

extern const ColumnLoop column_loops_v3[kNativeCount];  // x86-64-v3: AVX2
extern const ColumnLoop column_loops_v4[kNativeCount];  // x86-64-v4: AVX-512

// The best table this CPU can run, chosen once. Thread-safe.
std::span<const ColumnLoop, kNativeCount> column_loops();

}  // namespace polydat
