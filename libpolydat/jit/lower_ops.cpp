#include "jit/lower_ops.h"

#include <llvm/Transforms/Utils/Cloning.h>

namespace polydat::jit {

void OpLowering::create(const std::string& name, std::vector<llvm::Type*> parameters) {
  function_ = llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), parameters, false), llvm::GlobalValue::ExternalLinkage,
                                     name, module_);
  function_->setDSOLocal(true);
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  // A program under UBSan reads the 8 bytes in front of what it calls through a pointer: they have to be there.
  function_->setPrefixData(builder_.getInt64(0));
  // The table of addresses is never written, and no table that it names lies in the slots.
  function_->addParamAttr(0, llvm::Attribute::NoAlias);
  function_->addParamAttr(0, llvm::Attribute::ReadOnly);
  function_->addParamAttr(1, llvm::Attribute::NoAlias);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function_));
  builder_.CreateRet(builder_.getInt32(0));
}

llvm::Error OpLowering::lower_ops(llvm::Instruction* end) {
  builder_.SetInsertPoint(end);
  for (const NativeOp& op : source_.ops)
    if (llvm::Error error = lower_op(op, end)) return error;
  return llvm::Error::success();
}

// A local of the function, where the clean-up passes find it.
llvm::AllocaInst* OpLowering::make_local(llvm::Type* type) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  return at_entry.CreateAlloca(type);
}

// First use of a slot or a table address reads it; later ones share the value. The stores come after all of them.
llvm::Value* OpLowering::load_once(std::unordered_map<std::uint32_t, llvm::Value*>& known, unsigned argument, std::uint32_t index) {
  llvm::Value*& value = known[index];
  if (value == nullptr) {
    llvm::IRBuilder<> at(still_point());
    value = at.CreateAlignedLoad(word_, address(at, function_->getArg(argument), index), llvm::Align(8));
  }
  return value;
}

// An immediate that the compiler must not fold with: it comes from memory, as every floating-point constant does on x86.
// So what is computed from constants alone is computed by the machine too, with the machine's NaN.
llvm::Value* OpLowering::load_immediate(std::uint64_t value) {
  const std::string name = "immediate." + std::to_string(value);
  llvm::GlobalVariable* global = module_.getGlobalVariable(name, /*AllowInternal=*/true);
  if (global == nullptr)
    global =
        new llvm::GlobalVariable(module_, word_, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage, builder_.getInt64(value), name);
  llvm::IRBuilder<> at(still_point());
  return at.CreateAlignedLoad(word_, global, llvm::Align(8));
}

llvm::Expected<llvm::Value*> OpLowering::read(const WordOperand& operand, bool in_memory) {
  switch (operand.kind) {
    case WordOperand::Kind::Slot: return load_once(slots_, 1, operand.index);
    case WordOperand::Kind::Address: return load_once(addresses_, 0, operand.index);
    case WordOperand::Kind::Column: return read_column(operand.index);
    case WordOperand::Kind::Immediate: return in_memory ? load_immediate(operand.value) : builder_.getInt64(operand.value);
    case WordOperand::Kind::Result:
      if (operand.index < results_.size()) return results_[operand.index];
      return llvm::createStringError("an operation reads result word " + llvm::Twine(operand.index) + " before it is made");
  }
  return llvm::createStringError("an operand of unknown kind");
}

llvm::Error OpLowering::lower_op(const NativeOp& op, llvm::Instruction* end) {
  const auto found = bodies_.find(op.native);
  if (found == bodies_.end()) return llvm::createStringError("native function " + llvm::Twine(op.native) + " is not linked");
  llvm::Function* body = found->second.function;
  const bool many = body->getReturnType()->isVoidTy();
  // Words, then where several results go, then the error word of a function that can fail.
  const std::size_t fixed = std::size_t{op.operand_count} + (many ? 1 : 0);
  const bool fallible = body->arg_size() == fixed + 1;
  bool fits = (body->arg_size() == fixed || fallible) && many == (op.result_words > 1) && op.result_words != 0;
  for (unsigned a = 0; fits && a < body->arg_size(); ++a) fits = body->getArg(a)->getType()->isPointerTy() == (a >= op.operand_count);
  if (!fits)
    return llvm::createStringError("native function " + llvm::Twine(op.native) + " does not take " + llvm::Twine(op.operand_count) +
                                   " words and give " + llvm::Twine(op.result_words));
  if (op.first_operand > source_.operands.size() || op.operand_count > source_.operands.size() - op.first_operand)
    return llvm::createStringError("an operation's operands lie outside the list");

  std::vector<llvm::Value*> arguments;
  for (std::uint32_t k = 0; k < op.operand_count; ++k) {
    llvm::Expected<llvm::Value*> word = read(source_.operands[op.first_operand + k], found->second.floating);
    if (!word) return word.takeError();
    arguments.push_back(*word);
  }
  llvm::AllocaInst* out = nullptr;
  if (many) {
    out = make_local(llvm::ArrayType::get(word_, op.result_words));
    arguments.push_back(out);
  }
  if (fallible) {
    if (error_ == nullptr) {
      error_ = make_local(builder_.getInt32Ty());
      llvm::IRBuilder<> after(error_->getNextNode());
      after.CreateStore(after.getInt32(0), error_);
    }
    arguments.push_back(error_);
  }

  llvm::CallInst* call = builder_.CreateCall(body, arguments);
  // The inliner hands the result to the users of the call, so there has to be one.
  llvm::Instruction* user = many ? nullptr : new llvm::BitCastInst(call, word_, "", end->getIterator());
  llvm::InlineFunctionInfo info;
  (void)llvm::InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
  builder_.SetInsertPoint(end);
  if (many) {
    for (std::uint32_t w = 0; w < op.result_words; ++w)
      results_.push_back(builder_.CreateLoad(word_, builder_.CreateConstInBoundsGEP2_64(out->getAllocatedType(), out, 0, w)));
  } else {
    results_.push_back(user->getOperand(0));
    user->eraseFromParent();
  }
  return llvm::Error::success();
}

}  // namespace polydat::jit
