// The time that a compile may take (design D13).
#pragma once

#include <llvm/Support/Error.h>

#include <chrono>

namespace polydat::jit {

class Deadline {
 public:
  explicit Deadline(std::uint32_t seconds) : seconds_(seconds), end_(std::chrono::steady_clock::now() + std::chrono::seconds(seconds)) {}

  // Asked between functions and between phases: one function's code generation is not interrupted.
  llvm::Error check() const {
    if (std::chrono::steady_clock::now() <= end_) return llvm::Error::success();
    return llvm::createStringError("compiling takes longer than " + llvm::Twine(seconds_) + " seconds (--max-compile)");
  }

 private:
  std::uint32_t seconds_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace polydat::jit
