#include "jit/reciprocal_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace polydat::jit {
namespace {

// floor((2^64-1)/d) in halves.
struct Reciprocal {
  llvm::Value* divisor;
  llvm::Value* low;
  llvm::Value* high;
};

// In front of `at`, where a divisor of 0 may still lie that no division will meet.
Reciprocal reciprocal_of(llvm::Value* divisor, llvm::Instruction* at) {
  llvm::IRBuilder<> b(at);
  llvm::Value* factor = nullptr;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor)) factor = b.getInt64(~std::uint64_t{0} / constant->getZExtValue());
  else factor = b.CreateUDiv(b.getInt64(~std::uint64_t{0}), b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, divisor, b.getInt64(1)));
  return {divisor, b.CreateAnd(factor, b.getInt64(0xffffffffu)), b.CreateLShr(factor, 32)};
}

// The high 64 bits of x * factor. No sum here overflows: (2^32-1)^2 + 2 (2^32-1) = 2^64-1.
llvm::Value* high_product(llvm::IRBuilder<>& b, llvm::Value* x, const Reciprocal& factor) {
  const auto product = [&b](llvm::Value* l, llvm::Value* r) { return b.CreateMul(l, r, "", /*HasNUW=*/true); };
  llvm::Value* mask = b.getInt64(0xffffffffu);
  llvm::Value* x_low = b.CreateAnd(x, mask);
  llvm::Value* x_high = b.CreateLShr(x, 32);
  llvm::Value* carry = b.CreateLShr(product(x_low, factor.low), 32);
  llvm::Value* middle = b.CreateAdd(product(x_high, factor.low), carry);
  llvm::Value* cross = b.CreateAdd(product(x_low, factor.high), b.CreateAnd(middle, mask));
  llvm::Value* high = b.CreateAdd(product(x_high, factor.high), b.CreateLShr(middle, 32));
  return b.CreateAdd(high, b.CreateLShr(cross, 32));
}

// With q the high product of x and floor((2^64-1)/d), x - q*d lies in [0, 2d): at most one more subtraction. That holds for powers of two as
// well, which have a shorter form where they are known.
llvm::Value* divide(llvm::IRBuilder<>& b, llvm::Value* x, const Reciprocal& by, bool remainder) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(by.divisor);
      constant != nullptr && std::has_single_bit(constant->getZExtValue())) {
    const std::uint64_t d = constant->getZExtValue();
    return remainder ? b.CreateAnd(x, b.getInt64(d - 1)) : b.CreateLShr(x, static_cast<std::uint64_t>(std::countr_zero(d)));
  }
  llvm::Value* quotient = high_product(b, x, by);
  llvm::Value* rest = b.CreateSub(x, b.CreateMul(quotient, by.divisor));
  // The difference wraps to more than `rest` exactly when rest < d, also where rest itself is 2^63 or more.
  if (remainder) return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, b.CreateSub(rest, by.divisor));
  return b.CreateSelect(b.CreateICmpUGE(rest, by.divisor), b.CreateAdd(quotient, b.getInt64(1)), quotient);
}

// Known before the code behind the entry block runs: a constant, or something the entry block has.
bool is_known_at_entry(const llvm::Value* divisor, const llvm::Function& function) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor)) return !constant->isZero();
  const auto* made = llvm::dyn_cast<llvm::Instruction>(divisor);
  return made != nullptr && made->getParent() == &function.getEntryBlock();
}

}  // namespace

void divide_by_reciprocals(llvm::Function& function) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (division == nullptr || !division->getType()->isIntegerTy(64)) continue;
    if (division->getOpcode() != llvm::Instruction::UDiv && division->getOpcode() != llvm::Instruction::URem) continue;
    const bool in_entry = division->getParent() == &function.getEntryBlock();
    if (in_entry && !llvm::isa<llvm::ConstantInt>(division->getOperand(1))) continue;  // once a call: nothing to gain
    if (is_known_at_entry(division->getOperand(1), function)) divisions.push_back(division);
  }
  std::unordered_map<llvm::Value*, Reciprocal> known;
  for (llvm::BinaryOperator* division : divisions) {
    llvm::Value* divisor = division->getOperand(1);
    auto found = known.find(divisor);
    if (found == known.end()) found = known.emplace(divisor, reciprocal_of(divisor, function.getEntryBlock().getTerminator())).first;
    llvm::IRBuilder<> builder(division);
    division->replaceAllUsesWith(divide(builder, division->getOperand(0), found->second, division->getOpcode() == llvm::Instruction::URem));
    division->eraseFromParent();
  }
}

}  // namespace polydat::jit
