#include "jit/interleave.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace polydat::jit {
namespace {

// Vector instructions that the CPU starts in a cycle, of 512 bits and of 256. Measured on Zen 4 with 512 bits: one chain of 256 hashes takes
// 112, 70, 52 and 50 ns at 1, 2, 4 and 8; a chain of 1,000 times hash, add, mod 380, 253 and 200 ns at 1, 2 and 4; from four chains side
// by side on, and in layered graphs, 1 is as good as 4. With AVX2 one chain of hashes takes 360, 199, 141 and 110 ns.
constexpr double kWideIssue = 3.0, kNarrowIssue = 4.0;
// Loops that are together longer than this get fewer rows in flight: code generation takes about 50 us an instruction and row in flight.
constexpr std::size_t kMostInFlight = 10'000;

struct Cost {
  unsigned instructions, latency;
};

Cost cost_of(const llvm::Instruction& instruction, unsigned lanes) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Mul:
      if (lanes == 8) return {1, 3};
      // AVX2: from products of halves; the reciprocals' are nothing else.
      return instruction.hasNoUnsignedWrap() ? Cost{1, 5} : Cost{8, 9};
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return {3 * lanes, 20};  // lane by lane
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: return {1, 4};
    case llvm::Instruction::FDiv: return {2, 14};
    case llvm::Instruction::Load: return {1, 5};
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::PHI:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Br: return {0, 0};
    default: return {1, 1};
  }
}

}  // namespace

LoopWork measure_loop(const llvm::Function& function, unsigned lanes) {
  LoopWork work;
  llvm::DenseMap<const llvm::Value*, std::size_t> ready, last_use;
  std::vector<const llvm::Instruction*> order;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    if (block == &function.getEntryBlock()) continue;
    for (const llvm::Instruction& instruction : *block) {
      const Cost cost = cost_of(instruction, lanes);
      std::size_t start = 0;
      for (const llvm::Use& operand : instruction.operands()) {
        // An address is known early, unless it is computed from the row's values.
        if (const auto found = ready.find(operand.get()); found != ready.end()) start = std::max(start, found->second);
        last_use[operand.get()] = order.size();
      }
      ready[&instruction] = start + cost.latency;
      work.latency = std::max(work.latency, start + cost.latency);
      work.instructions += cost.instructions;
      ++work.length;
      order.push_back(&instruction);
    }
  }
  std::vector<std::size_t> dying(order.size() + 1, 0);
  std::size_t alive = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    alive -= dying[k];
    const bool in_register = !order[k]->getType()->isVoidTy() && !llvm::isa<llvm::GetElementPtrInst, llvm::PHINode>(order[k]);
    if (const auto last = last_use.find(order[k]); in_register && last != last_use.end() && last->second > k) {
      ++alive;
      ++dying[last->second];
    }
    work.alive = std::max(work.alive, alive);
  }
  return work;
}

unsigned choose_interleave(const LoopWork& work, unsigned lanes, std::size_t all_length) {
  const std::size_t registers = lanes == 8 ? 32 : 16;
  const double issue = lanes == 8 ? kWideIssue : kNarrowIssue;
  const double wanted = issue * static_cast<double>(work.latency) / static_cast<double>(std::max<std::size_t>(work.instructions, 1));
  unsigned interleave = 1;
  // The nearest power of two.
  while (interleave < 8 && static_cast<double>(interleave) * 1.41 < wanted) interleave *= 2;
  while (interleave > 1 && (interleave * work.alive > 2 * registers || interleave * all_length > kMostInFlight)) interleave /= 2;
  return interleave;
}

}  // namespace polydat::jit
