// How many rows' worth of vectors one pass of a block function's loop has in flight.
#pragma once

#include <llvm/IR/Function.h>

#include <cstddef>

namespace polydat::jit {

// What one row of a loop asks of the machine, as vector code with `lanes` words.
struct LoopWork {
  std::size_t length = 0;        // IR instructions
  std::size_t instructions = 0;  // what they become, about
  std::size_t latency = 0;       // cycles of its longest chain
  std::size_t alive = 0;         // results alive at once, at most
};

// Of the blocks behind the entry block, before they are vectorised.
LoopWork measure_loop(const llvm::Function& function, unsigned lanes);

// A power of two from 1 to 8: as many as hide the latency, as the registers hold, and as keep the code short. `all_length`: of all the
// loops that are compiled together.
unsigned choose_interleave(const LoopWork& work, unsigned lanes, std::size_t all_length);

}  // namespace polydat::jit
