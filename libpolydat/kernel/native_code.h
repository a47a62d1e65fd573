// The native code of one program: compiled when first called for, shared by all its kernels (design D7).
//
// kernel/ holds what runs: the program, slot buffers, the currency rules, the kernels and the interpreter. It knows nodes, graphs and
// plans; it must not know LLVM, streams or the command.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "plan/code_generator.h"
#include "plan/plan.h"

namespace polydat {

struct CodeOptions {
  std::string cpu;           // what code is made for; empty: the host
  std::string cache_folder;  // where objects of earlier compiles are kept; empty: nowhere
  std::uint64_t max_seconds = 60;

  CompileRequest request(std::vector<NativeFunction> functions) const;
};

// Thread-safe. Entries are published by a release store and loaded with acquire; images live as long as this object, so an entry
// once loaded stays valid. No lock on the read path.
class NativeCode {
 public:
  NativeCode(CodeGenerator& generator, const Plan& plan, CodeOptions options);

  // The functions of plan.whole_functions, in order; null until compile_whole has succeeded.
  const RowFunction* whole() const { return whole_ready_.load(std::memory_order_acquire); }
  // The function of a segment; null until compiled.
  RowFunction segment(std::uint32_t function) const { return segments_[function].load(std::memory_order_acquire); }

  // Both return false and keep a reason when they cannot; a second call then fails at once.
  bool compile_whole();
  // All missing functions of the segments among `steps`, as one module.
  bool compile_segments(const BitSet& steps);

  const std::uint64_t* consts() const { return plan_.const_addresses.data(); }
  std::string error() const;
  CompileTimes times() const;              // sums over all modules
  std::size_t functions_compiled() const;  // for tests: no function is compiled twice or in vain
  std::size_t modules_compiled() const;
  // The text forms of every module, for dump-plan. Compiles anew.
  std::shared_ptr<CodeImage> compile_for_dump(bool ir, bool optimized_ir, bool assembly, std::string& error) const;

 private:
  std::shared_ptr<CodeImage> compile(std::vector<NativeFunction> functions);

  CodeGenerator& generator_;
  const Plan& plan_;
  CodeOptions options_;
  mutable std::mutex mutex_;  // guards everything below but the atomics
  std::vector<std::shared_ptr<CodeImage>> images_;
  std::vector<RowFunction> whole_;
  std::atomic<const RowFunction*> whole_ready_{nullptr};
  std::unique_ptr<std::atomic<RowFunction>[]> segments_;
  std::string error_;
  CompileTimes times_;
  std::size_t functions_ = 0;
};

}  // namespace polydat
