#include "jit/lower_row.h"

#include "jit/lower_ops.h"

namespace polydat::jit {
namespace {

class RowLowering final : OpLowering {
 public:
  using OpLowering::OpLowering;

  llvm::Expected<llvm::Function*> run(const std::string& name) {
    llvm::Type* pointer = builder_.getPtrTy();
    create(name, {pointer, pointer});
    // Inlining needs a terminator behind the call: everything is put in front of the return.
    end_ = function_->getEntryBlock().getTerminator();
    if (llvm::Error error = lower_ops(end_)) return error;
    for (const NativeStore& store : source_.stores) {
      llvm::Expected<llvm::Value*> word = read(store.word, /*in_memory=*/false);
      if (!word) return word.takeError();
      stored_.push_back(*word);  // a slot that is read here is read before the first store
    }
    for (std::size_t s = 0; s < source_.stores.size(); ++s)
      builder_.CreateAlignedStore(stored_[s], address(builder_, function_->getArg(1), source_.stores[s].slot), llvm::Align(8));
    if (error_ != nullptr) end_->setOperand(0, builder_.CreateLoad(builder_.getInt32Ty(), error_));
    return function_;
  }

 private:
  llvm::Expected<llvm::Value*> read_column(std::uint32_t) override { return llvm::createStringError("a row function reads a column"); }
  llvm::Instruction* still_point() override { return end_; }

  llvm::Instruction* end_ = nullptr;
  std::vector<llvm::Value*> stored_;
};

}  // namespace

llvm::Expected<llvm::Function*> lower_row(const NativeFunction& function, const std::string& name, const NativeBodies& bodies,
                                          llvm::Module& module) {
  return RowLowering(function, bodies, module).run(name);
}

}  // namespace polydat::jit
