#include "jit/pass_pipeline.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>

#include "jit/reciprocal_division.h"

namespace polydat::jit {
namespace {

// Results in memory and branches are what inlining leaves of functions with several outputs, an error word or a loop.
constexpr const char* kCleanUp = "sroa,early-cse,simplifycfg";
// The packer starts from stores that lie next to each other; what it leaves is combined.
constexpr const char* kPack = "slp-vectorizer,early-cse,instcombine<no-verify-fixpoint>";

bool needs_clean_up(const llvm::Function& function) {
  return function.size() > 1 || llvm::isa<llvm::AllocaInst>(function.getEntryBlock().front());
}

}  // namespace

llvm::Error run_row_passes(const std::vector<RowCode>& functions, llvm::TargetMachine& machine, const Deadline& deadline) {
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

  llvm::FunctionPassManager clean_up, pack;
  if (llvm::Error error = builder.parsePassPipeline(clean_up, kCleanUp)) return error;
  if (llvm::Error error = builder.parsePassPipeline(pack, kPack)) return error;
  for (const RowCode& code : functions) {
    if (needs_clean_up(*code.function)) clean_up.run(*code.function, analyses);
    if (code.pack) {
      divide_by_reciprocals(*code.function);
      pack.run(*code.function, analyses);
    }
    analyses.clear(*code.function, code.function->getName());
    if (llvm::Error error = deadline.check()) return error;
  }
  return llvm::Error::success();
}

}  // namespace polydat::jit
