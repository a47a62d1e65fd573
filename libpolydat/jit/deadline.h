// The time that a compile may take (design D13), and whether anybody still waits for it.
#pragma once

#include <llvm/Support/Error.h>

#include <atomic>
#include <chrono>

namespace polydat::jit {

class Deadline {
 public:
  Deadline(std::uint32_t seconds, const std::atomic<bool>* cancel)
      : seconds_(seconds), cancel_(cancel), end_(std::chrono::steady_clock::now() + std::chrono::seconds(seconds)) {}

  // Asked between functions and between phases: one function's code generation is not interrupted.
  llvm::Error check() const {
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return llvm::createStringError("no longer wanted");
    if (std::chrono::steady_clock::now() <= end_) return llvm::Error::success();
    return llvm::createStringError("compiling takes longer than " + llvm::Twine(seconds_) + " seconds (--max-compile)");
  }

 private:
  std::uint32_t seconds_;
  const std::atomic<bool>* cancel_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace polydat::jit
