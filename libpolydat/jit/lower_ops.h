// Operations of a native function as IR: each a call of its node's body, inlined at once. What row and block functions share.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "jit/native_library.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// The first two parameters are the table of addresses and the slots. Loads of both stand in the entry block, where they are first read.
class OpLowering {
 public:
  OpLowering(const NativeFunction& source, const NativeBodies& bodies, llvm::Module& module)
      : source_(source), bodies_(bodies), module_(module), builder_(module.getContext()), word_(builder_.getInt64Ty()) {}
  OpLowering(const OpLowering&) = delete;
  OpLowering& operator=(const OpLowering&) = delete;

 protected:
  ~OpLowering() = default;

  // Creates the function with `parameters` and its entry block, which returns 0.
  void create(const std::string& name, std::vector<llvm::Type*> parameters);
  // All operations, in front of `end`, with the results in results_.
  llvm::Error lower_ops(llvm::Instruction* end);
  llvm::Expected<llvm::Value*> read(const WordOperand& operand, bool in_memory);
  // A column word of the row at hand; row functions have none.
  virtual llvm::Expected<llvm::Value*> read_column(std::uint32_t slot) = 0;
  // Where what is the same in every row is loaded.
  virtual llvm::Instruction* still_point() = 0;

  llvm::Value* address(llvm::IRBuilder<>& builder, llvm::Value* base, std::uint32_t index) {
    return builder.CreateConstInBoundsGEP1_64(word_, base, index);
  }

  const NativeFunction& source_;
  const NativeBodies& bodies_;
  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  llvm::Type* word_;
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst* error_ = nullptr;  // only when an operation can fail
  std::vector<llvm::Value*> results_;

 private:
  llvm::AllocaInst* make_local(llvm::Type* type);
  llvm::Value* load_once(std::unordered_map<std::uint32_t, llvm::Value*>& known, unsigned argument, std::uint32_t index);
  llvm::Value* load_immediate(std::uint64_t value);
  llvm::Error lower_op(const NativeOp& op, llvm::Instruction* end);

  std::unordered_map<std::uint32_t, llvm::Value*> slots_, addresses_;
};

}  // namespace polydat::jit
