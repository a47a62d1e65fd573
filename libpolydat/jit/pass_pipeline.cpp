#include "jit/pass_pipeline.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>

#include "jit/interleave.h"
#include "jit/lower_block.h"
#include "jit/module_parts.h"
#include "jit/reciprocal_division.h"

namespace polydat::jit {
namespace {

// Results in memory and branches are what inlining leaves of functions with several outputs, an error word or a loop.
constexpr const char* kCleanUp = "sroa,early-cse,simplifycfg";
// The packer starts from stores that lie next to each other; what it leaves is combined.
constexpr const char* kPack = "slp-vectorizer,early-cse,instcombine<no-verify-fixpoint>";

// What does not change from row to row leaves the loop; then divisors that are the same in all rows are known.
constexpr const char* kLeaveLoop = "loop-simplify,lcssa,loop-mssa(licm)";
// `instcombine` is what proves that no rows are left over and deletes the loop for them (jit-notes 2.3).
constexpr const char* kVectorize =
    "early-cse,loop-simplify,lcssa,loop-vectorize,instcombine<no-verify-fixpoint>,early-cse,simplifycfg,adce";

bool needs_clean_up(const llvm::Function& function) {
  return function.size() > 1 || llvm::isa<llvm::AllocaInst>(function.getEntryBlock().front());
}

}  // namespace

llvm::Error run_passes(const std::vector<GeneratedCode>& functions, llvm::TargetMachine& machine, const Deadline& deadline) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager analyses;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, analyses, components, modules);

  llvm::FunctionPassManager clean_up, pack, leave_loop, vectorize;
  if (llvm::Error error = builder.parsePassPipeline(clean_up, kCleanUp)) return error;
  if (llvm::Error error = builder.parsePassPipeline(pack, kPack)) return error;
  if (llvm::Error error = builder.parsePassPipeline(leave_loop, kLeaveLoop)) return error;
  if (llvm::Error error = builder.parsePassPipeline(vectorize, kVectorize)) return error;
  const auto changed = [&](llvm::Function& function) { analyses.invalidate(function, llvm::PreservedAnalyses::none()); };
  std::vector<std::pair<llvm::Function*, LoopWork>> loops_left;
  std::size_t all_length = 0;
  for (const GeneratedCode& code : functions) {
    llvm::Function& function = *code.function;
    if (needs_clean_up(function)) clean_up.run(function, analyses);
    switch (code.shape) {
      case CodeShape::Row: break;
      case CodeShape::PackedRow:
        divide_by_reciprocals(function);
        changed(function);
        pack.run(function, analyses);
        break;
      case CodeShape::Block:
        mark_parallel(function);
        changed(function);
        leave_loop.run(function, analyses);
        divide_by_reciprocals(function);
        loops_left.emplace_back(&function, measure_loop(function, lanes_of(machine)));
        all_length += loops_left.back().second.length;
        break;
    }
    analyses.clear(function, function.getName());
    if (llvm::Error error = deadline.check()) return error;
  }
  for (const auto& [function, work] : loops_left) {
    set_interleave(*function, choose_interleave(work, lanes_of(machine), all_length));
    vectorize.run(*function, analyses);
    analyses.clear(*function, function->getName());
    if (llvm::Error error = deadline.check()) return error;
  }
  return llvm::Error::success();
}

}  // namespace polydat::jit
