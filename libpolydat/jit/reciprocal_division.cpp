#include "jit/reciprocal_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace polydat::jit {
namespace {

// The high 64 bits of x * factor. No sum here overflows: (2^32-1)^2 + 2 (2^32-1) = 2^64-1.
llvm::Value* high_product(llvm::IRBuilder<>& b, llvm::Value* x, std::uint64_t factor) {
  const std::uint64_t low_half = 0xffffffffu;
  llvm::Value* mask = b.getInt64(low_half);
  llvm::Value* x_low = b.CreateAnd(x, mask);
  llvm::Value* x_high = b.CreateLShr(x, 32);
  llvm::Value* f_low = b.getInt64(factor & low_half);
  llvm::Value* f_high = b.getInt64(factor >> 32);
  llvm::Value* carry = b.CreateLShr(b.CreateMul(x_low, f_low), 32);
  llvm::Value* middle = b.CreateAdd(b.CreateMul(x_high, f_low), carry);
  llvm::Value* cross = b.CreateAdd(b.CreateMul(x_low, f_high), b.CreateAnd(middle, mask));
  llvm::Value* high = b.CreateAdd(b.CreateMul(x_high, f_high), b.CreateLShr(middle, 32));
  return b.CreateAdd(high, b.CreateLShr(cross, 32));
}

// With q the high product of x and floor((2^64-1)/d), x - q*d lies in [0, 2d): at most one more subtraction.
llvm::Value* divide(llvm::IRBuilder<>& b, llvm::Value* x, std::uint64_t divisor, bool remainder) {
  if (std::has_single_bit(divisor))
    return remainder ? b.CreateAnd(x, b.getInt64(divisor - 1)) : b.CreateLShr(x, static_cast<std::uint64_t>(std::countr_zero(divisor)));
  llvm::Value* d = b.getInt64(divisor);
  llvm::Value* quotient = high_product(b, x, ~std::uint64_t{0} / divisor);
  llvm::Value* rest = b.CreateSub(x, b.CreateMul(quotient, d));
  // The difference wraps to more than `rest` exactly when rest < d, also where rest itself is 2^63 or more.
  if (remainder) return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, b.CreateSub(rest, d));
  return b.CreateSelect(b.CreateICmpUGE(rest, d), b.CreateAdd(quotient, b.getInt64(1)), quotient);
}

}  // namespace

void divide_by_reciprocals(llvm::Function& function) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (division == nullptr || !division->getType()->isIntegerTy(64)) continue;
    if (division->getOpcode() != llvm::Instruction::UDiv && division->getOpcode() != llvm::Instruction::URem) continue;
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division->getOperand(1));
    if (divisor != nullptr && !divisor->isZero()) divisions.push_back(division);
  }
  for (llvm::BinaryOperator* division : divisions) {
    llvm::IRBuilder<> builder(division);
    const std::uint64_t divisor = llvm::cast<llvm::ConstantInt>(division->getOperand(1))->getZExtValue();
    division->replaceAllUsesWith(
        divide(builder, division->getOperand(0), divisor, division->getOpcode() == llvm::Instruction::URem));
    division->eraseFromParent();
  }
}

}  // namespace polydat::jit
