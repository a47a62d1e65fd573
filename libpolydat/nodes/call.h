// The calling convention of row closures.
#pragma once

#include <cstdint>
#include <span>

#include "nodes/scratch.h"
#include "polydat/port_type.h"

namespace polydat {

// One call of a node. `args` holds the words of all wires in port order, then the node's constant words, contiguous.
// A closure writes its Ref2 content into own[k], in output port order, and publishes the pairs into `out`; it writes every
// output word unless it returns an error.
struct Call {
  const std::uint64_t* args = nullptr;
  std::uint64_t* out = nullptr;
  Scratch* own = nullptr;
  const PortType* in_types = nullptr;   // one a wire
  const PortType* out_types = nullptr;  // one an output port
  std::uint32_t wire_count = 0;
  std::uint32_t wire_words = 0;  // args[wire_words] is the first constant word
  // None marks, one byte a wire; null: no wire is None. Only nodes that accept None are called with a None wire.
  const std::uint8_t* in_none = nullptr;
  // None marks of the outputs, zero on entry; never null. Only nodes that accept None set them.
  std::uint8_t* out_none = nullptr;
};

// 0: done. Else a bit a failure, in the order of NodeDef::failures. The outputs are then undefined and not published.
using RowFn = std::uint32_t (*)(const Call&);

// The calls of a node with one text, bytes or list output for many rows (design D9). Values stay behind each other in the output's
// own[0].bytes, so that all of them live until its release_kept().
struct ColumnCall {
  struct Word {
    std::uint64_t* to;
    const std::uint64_t* from;
  };
  const Call& call;
  std::span<const Word> gather;      // argument words that differ from row to row, and their columns
  std::uint64_t* address = nullptr;  // what is published, a row each
  std::uint64_t* count = nullptr;
  std::size_t rows = 0;
  std::size_t most_bytes = 0;  // ends behind the row that passes it
  std::size_t bytes = 0;       // kept so far
  std::size_t done = 0;        // rows made
};

// 0, or the error word of row `done`.
using ColumnFn = std::uint32_t (*)(ColumnCall&);

// Bits of the error word that no node uses itself.
inline constexpr std::uint32_t kErrorValueLimit = 1u << 30;  // an output passed --max-value
inline constexpr std::uint32_t kErrorException = 1u << 31;   // a library threw; reported as an internal error

}  // namespace polydat
