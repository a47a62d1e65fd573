// The block code of one program: one module for each choice of moving coordinates, shared by all its block kernels (design D9).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernel/native_code.h"
#include "plan/lower_block.h"

namespace polydat {

// What a block kernel runs when code is there. Immutable once published.
struct BlockCode {
  BlockPlan plan;
  std::vector<BlockFunction> functions;  // parallel to plan.functions
  std::shared_ptr<CodeImage> image;      // null: there was nothing to compile
  const BlockCode* earlier = nullptr;    // of the same program, for other coordinates
};

// Thread-safe. Code is published by a release store and looked for with acquire; it lives as long as this object. A kernel that looks at
// each block switches at the first one for which code is there.
class NativeBlock {
 public:
  // Kernels of an OnDemand one compile when they first need code; those of an InBackground one go on without, and leave a wish that
  // another thread fulfils if it pays. The code generator is loaded with the first compile.
  enum class When : std::uint8_t { OnDemand, InBackground };
  NativeBlock(const Graph& graph, const Plan& plan, CodeOptions options, When when);

  When when() const { return when_; }

  // Makes the code for blocks in which these coordinates move; does nothing when it is there. May be called by any thread. False, with
  // a reason in error(), when it cannot be made; a second call then fails at once. `cancel` as CompileRequest has it.
  bool compile(const std::vector<bool>& moves, const std::atomic<bool>* cancel = nullptr);
  // The code for these coordinates; null when there is none yet.
  const BlockCode* find(const std::vector<bool>& moves) const;

  // From their next block on, kernels run without the code: it was no gain. Of an InBackground one.
  void leave() { left_.store(true, std::memory_order_relaxed); }
  bool left() const { return left_.load(std::memory_order_relaxed); }

  // Code for these coordinates would have been used. The first wish counts.
  void wish(const std::vector<bool>& moves);
  std::optional<std::vector<bool>> wished() const;

  std::string error() const;
  CompileTimes times() const;  // sums over all modules
  std::size_t modules_compiled() const;
  // The text forms of the code for these coordinates, for dump-plan. Compiles anew.
  std::shared_ptr<CodeImage> compile_for_dump(const std::vector<bool>& moves, bool ir, bool optimized_ir, bool assembly,
                                              std::string& error) const;

  // Choices of moving coordinates that are compiled for at most: a stream may come with any of them.
  static constexpr std::size_t kMostModules = 4;

 private:
  BlockPlan make_block_plan(CodeGenerator& generator, const std::vector<bool>& moves) const;

  const Graph& graph_;
  const Plan& plan_;
  CodeOptions options_;
  When when_;
  std::atomic<bool> has_wish_{false}, left_{false};
  std::vector<bool> wish_;  // written once, before has_wish_
  mutable std::mutex wish_mutex_;
  std::atomic<const BlockCode*> latest_{nullptr};
  mutable std::mutex mutex_;  // guards everything below; held while compiling
  std::vector<std::unique_ptr<BlockCode>> codes_;
  std::string error_;
  CompileTimes times_;
};

}  // namespace polydat
