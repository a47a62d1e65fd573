#include "jit/lower_row.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <unordered_map>

namespace polydat::jit {
namespace {

class RowLowering {
 public:
  RowLowering(const NativeFunction& source, const NativeBodies& bodies, llvm::Module& module)
      : source_(source), bodies_(bodies), module_(module), builder_(module.getContext()), word_(builder_.getInt64Ty()) {}

  llvm::Expected<llvm::Function*> run(const std::string& name) {
    llvm::Type* pointer = builder_.getPtrTy();
    function_ = llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer}, false),
                                       llvm::GlobalValue::ExternalLinkage, name, module_);
    function_->setDSOLocal(true);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    // A program under UBSan reads the 8 bytes in front of what it calls through a pointer: they have to be there.
    function_->setPrefixData(builder_.getInt64(0));
    // The table of addresses is never written, and no table that it names lies in the slots.
    function_->addParamAttr(0, llvm::Attribute::NoAlias);
    function_->addParamAttr(0, llvm::Attribute::ReadOnly);
    function_->addParamAttr(1, llvm::Attribute::NoAlias);
    llvm::BasicBlock* entry = llvm::BasicBlock::Create(module_.getContext(), "entry", function_);
    // Inlining needs a terminator behind the call: everything is put in front of the return.
    builder_.SetInsertPoint(entry);
    llvm::ReturnInst* end = builder_.CreateRet(builder_.getInt32(0));
    builder_.SetInsertPoint(end);
    for (const NativeOp& op : source_.ops)
      if (llvm::Error error = lower_op(op, end)) return error;
    for (const NativeStore& store : source_.stores) {
      llvm::Expected<llvm::Value*> word = read(store.word, /*in_memory=*/false);
      if (!word) return word.takeError();
      stored_.push_back(*word);  // a slot that is read here is read before the first store
    }
    for (std::size_t s = 0; s < source_.stores.size(); ++s)
      builder_.CreateAlignedStore(stored_[s], address(function_->getArg(1), source_.stores[s].slot), llvm::Align(8));
    if (error_ != nullptr) end->setOperand(0, builder_.CreateLoad(builder_.getInt32Ty(), error_));
    return function_;
  }

 private:
  llvm::Value* address(llvm::Value* base, std::uint32_t index) { return builder_.CreateConstInBoundsGEP1_64(word_, base, index); }

  // A local of the function, where the clean-up passes find it.
  llvm::AllocaInst* make_local(llvm::Type* type) {
    llvm::BasicBlock& entry = function_->getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    return at_entry.CreateAlloca(type);
  }

  // First use of a slot or a table address reads it; later ones share the value. The stores come after all of them.
  llvm::Value* load_once(std::unordered_map<std::uint32_t, llvm::Value*>& known, unsigned argument, std::uint32_t index) {
    llvm::Value*& value = known[index];
    if (value == nullptr) value = builder_.CreateAlignedLoad(word_, address(function_->getArg(argument), index), llvm::Align(8));
    return value;
  }

  // An immediate that the compiler must not fold with: it comes from memory, as every floating-point constant does on x86.
  // So what is computed from constants alone is computed by the machine too, with the machine's NaN.
  llvm::Value* load_immediate(std::uint64_t value) {
    const std::string name = "immediate." + std::to_string(value);
    llvm::GlobalVariable* global = module_.getGlobalVariable(name, /*AllowInternal=*/true);
    if (global == nullptr)
      global = new llvm::GlobalVariable(module_, word_, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
                                        builder_.getInt64(value), name);
    return builder_.CreateAlignedLoad(word_, global, llvm::Align(8));
  }

  llvm::Expected<llvm::Value*> read(const WordOperand& operand, bool in_memory) {
    switch (operand.kind) {
      case WordOperand::Kind::Slot: return load_once(slots_, 1, operand.index);
      case WordOperand::Kind::Address: return load_once(addresses_, 0, operand.index);
      case WordOperand::Kind::Immediate:
        return in_memory ? load_immediate(operand.value) : builder_.getInt64(operand.value);
      case WordOperand::Kind::Result:
        if (operand.index < results_.size()) return results_[operand.index];
        return llvm::createStringError("an operation reads result word " + llvm::Twine(operand.index) + " before it is made");
    }
    return llvm::createStringError("an operand of unknown kind");
  }

  llvm::Error lower_op(const NativeOp& op, llvm::ReturnInst* end) {
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
      return llvm::createStringError("native function " + llvm::Twine(op.native) + " does not take " +
                                     llvm::Twine(op.operand_count) + " words and give " + llvm::Twine(op.result_words));
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

  const NativeFunction& source_;
  const NativeBodies& bodies_;
  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  llvm::Type* word_;
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst* error_ = nullptr;  // only when an operation can fail
  std::vector<llvm::Value*> results_, stored_;
  std::unordered_map<std::uint32_t, llvm::Value*> slots_, addresses_;
};

}  // namespace

llvm::Expected<llvm::Function*> lower_row(const NativeFunction& function, const std::string& name, const NativeBodies& bodies,
                                          llvm::Module& module) {
  return RowLowering(function, bodies, module).run(name);
}

}  // namespace polydat::jit
