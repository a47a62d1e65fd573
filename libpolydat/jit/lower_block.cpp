#include "jit/lower_block.h"

#include <llvm/Analysis/ValueTracking.h>

#include "jit/lower_ops.h"

namespace polydat::jit {
namespace {

constexpr const char* kAccessGroup = "polydat.rows";
constexpr const char* kInterleaveCount = "llvm.loop.interleave.count";

llvm::MDNode* interleave_count(llvm::LLVMContext& context, unsigned count) {
  return llvm::MDNode::get(context, {llvm::MDString::get(context, kInterleaveCount),
                                     llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), count))});
}

class BlockLowering final : OpLowering {
 public:
  BlockLowering(const NativeFunction& source, unsigned lanes, const NativeBodies& bodies, llvm::Module& module)
      : OpLowering(source, bodies, module), lanes_(lanes) {}

  llvm::Expected<llvm::Function*> run(const std::string& name) {
    llvm::Type* pointer = builder_.getPtrTy();
    create(name, {pointer, pointer, pointer, word_});
    function_->addParamAttr(1, llvm::Attribute::ReadOnly);
    function_->addParamAttr(2, llvm::Attribute::NoAlias);
    function_->addParamAttr(2, llvm::Attribute::ReadOnly);

    llvm::LLVMContext& context = module_.getContext();
    llvm::BasicBlock* entry = &function_->getEntryBlock();
    llvm::BasicBlock* loop = llvm::BasicBlock::Create(context, "rows", function_);
    llvm::BasicBlock* exit = llvm::BasicBlock::Create(context, "exit", function_);
    llvm::Instruction* old_end = entry->getTerminator();
    builder_.SetInsertPoint(old_end);
    // Whole groups and at least one, both where LLVM can see it: so that no code for single rows is made.
    llvm::Value* groups = builder_.CreateAnd(builder_.CreateAdd(function_->getArg(3), builder_.getInt64(kBlockGroup - 1)),
                                             builder_.getInt64(~(kBlockGroup - 1)));
    llvm::Value* count = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, groups, builder_.getInt64(kBlockGroup));
    entry_end_ = builder_.CreateBr(loop);
    old_end->eraseFromParent();

    builder_.SetInsertPoint(loop);
    row_ = builder_.CreatePHI(word_, 2);
    row_->addIncoming(builder_.getInt64(0), entry);
    latch_ = builder_.CreateBr(loop);  // replaced below; inlining needs a terminator
    if (llvm::Error error = lower_ops(latch_)) return error;
    for (const NativeStore& stored : source_.stores) {
      llvm::Expected<llvm::Value*> word = read(stored.word, /*in_memory=*/false);
      if (!word) return word.takeError();
      store(*word, stored.slot);
    }
    llvm::Value* next = builder_.CreateAdd(row_, builder_.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    llvm::Instruction* back = builder_.CreateCondBr(builder_.CreateICmpULT(next, count), loop, exit);
    row_->addIncoming(next, latch_->getParent());
    latch_->eraseFromParent();
    mark_loop(back);

    builder_.SetInsertPoint(exit);
    builder_.CreateRet(error_ != nullptr ? static_cast<llvm::Value*>(builder_.CreateLoad(builder_.getInt32Ty(), error_))
                                         : builder_.getInt32(0));
    return function_;
  }

 private:
  llvm::Instruction* still_point() override { return entry_end_; }

  llvm::Value* row_of(std::uint32_t slot) {
    llvm::Value*& column = columns_[slot];
    if (column == nullptr) {
      llvm::IRBuilder<> at(entry_end_);
      llvm::LoadInst* load =
          at.CreateAlignedLoad(at.getPtrTy(), at.CreateConstInBoundsGEP1_64(at.getPtrTy(), function_->getArg(2), slot), llvm::Align(8));
      // Columns start at a line of the cache: vector accesses are aligned.
      load->setMetadata(llvm::LLVMContext::MD_align,
                        llvm::MDNode::get(module_.getContext(), llvm::ConstantAsMetadata::get(at.getInt64(64))));
      load->setMetadata(llvm::LLVMContext::MD_noundef, llvm::MDNode::get(module_.getContext(), {}));
      column = load;
    }
    return builder_.CreateInBoundsGEP(word_, column, row_);
  }

  // The first read of a row's word is the only one: what comes later is behind it.
  llvm::Expected<llvm::Value*> read_column(std::uint32_t slot) override {
    llvm::Value*& word = loaded_[slot];
    if (word == nullptr) word = builder_.CreateAlignedLoad(word_, row_of(slot), llvm::Align(8));
    return word;
  }

  // Where the value is made, so that it need not stay in a register until the end of the row.
  void store(llvm::Value* word, std::uint32_t slot) {
    auto* made = llvm::dyn_cast<llvm::Instruction>(word);
    if (made != nullptr && made->getParent() != &function_->getEntryBlock()) builder_.SetInsertPoint(*made->getInsertionPointAfterDef());
    builder_.CreateAlignedStore(word, row_of(slot), llvm::Align(8));
    builder_.SetInsertPoint(latch_);
  }

  void mark_loop(llvm::Instruction* back) {
    llvm::LLVMContext& context = module_.getContext();
    const auto text = [&](const char* name) { return llvm::MDString::get(context, name); };
    const auto number = [&](std::uint32_t value) { return llvm::ConstantAsMetadata::get(builder_.getInt32(value)); };
    llvm::MDNode* group = llvm::MDNode::getDistinct(context, {});
    function_->setMetadata(kAccessGroup, group);
    llvm::Metadata* parts[] = {
        nullptr,
        llvm::MDNode::get(context, {text("llvm.loop.parallel_accesses"), group}),
        llvm::MDNode::get(context, {text("llvm.loop.vectorize.enable"), llvm::ConstantAsMetadata::get(builder_.getTrue())}),
        llvm::MDNode::get(context, {text("llvm.loop.vectorize.width"), number(lanes_)}),
        interleave_count(context, 1),
        llvm::MDNode::get(context, {text("llvm.loop.unroll.disable")})};
    llvm::MDNode* loop = llvm::MDNode::getDistinct(context, parts);
    loop->replaceOperandWith(0, loop);
    back->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }

  unsigned lanes_;
  llvm::Instruction* entry_end_ = nullptr;
  llvm::Instruction* latch_ = nullptr;
  llvm::PHINode* row_ = nullptr;
  std::unordered_map<std::uint32_t, llvm::Value*> columns_, loaded_;
};

}  // namespace

llvm::Expected<llvm::Function*> lower_block(const NativeFunction& function, const std::string& name, unsigned lanes,
                                            const NativeBodies& bodies, llvm::Module& module) {
  return BlockLowering(function, lanes, bodies, module).run(name);
}

void mark_parallel(llvm::Function& function) {
  llvm::MDNode* group = function.getMetadata(kAccessGroup);
  if (group == nullptr) return;
  for (llvm::BasicBlock& block : function) {
    if (&block == &function.getEntryBlock()) continue;
    for (llvm::Instruction& instruction : block) {
      if (!instruction.mayReadOrWriteMemory()) continue;
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer))) continue;
      instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
    }
  }
}

void set_interleave(llvm::Function& function, unsigned count) {
  for (llvm::BasicBlock& block : function) {
    llvm::MDNode* loop = block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr) continue;
    // Loops of inlined bodies say nothing about it.
    for (unsigned k = 1; k < loop->getNumOperands(); ++k) {
      const auto* part = llvm::dyn_cast<llvm::MDNode>(loop->getOperand(k));
      const auto* name = part != nullptr ? llvm::dyn_cast<llvm::MDString>(part->getOperand(0)) : nullptr;
      if (name != nullptr && name->getString() == kInterleaveCount)
        loop->replaceOperandWith(k, interleave_count(function.getContext(), count));
    }
  }
}

}  // namespace polydat::jit
