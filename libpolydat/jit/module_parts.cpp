#include "jit/module_parts.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCSubtargetInfo.h>

namespace polydat::jit {

std::vector<std::uint16_t> natives_of(std::initializer_list<std::span<const NativeFunction>> lists) {
  std::vector<bool> seen(std::size_t{1} << 16);
  std::vector<std::uint16_t> ids;
  for (const std::span<const NativeFunction> functions : lists)
    for (const NativeFunction& function : functions)
      for (const NativeOp& op : function.ops)
        if (!seen[op.native]) {
          seen[op.native] = true;
          ids.push_back(op.native);
        }
  return ids;
}

void set_target(llvm::Module& module, const CpuTarget& cpu) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", cpu.cpu);
    if (!cpu.features.empty()) function.addFnAttr("target-features", cpu.features);
    function.addFnAttr("prefer-vector-width", "512");
  }
}

unsigned lanes_of(const llvm::TargetMachine& machine) {
  return machine.getMCSubtargetInfo()->checkFeatures("+avx512f,+avx512dq,+avx512vl") ? 8 : 4;
}

void drop_unused_bodies(llvm::Module& module) {
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module))
      if (function.use_empty() && (function.hasLocalLinkage() || function.isDeclaration())) {
        function.eraseFromParent();
        dropped = true;
      }
  }
}

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

llvm::Error emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type, llvm::raw_pwrite_stream& out) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, type, /*DisableVerify=*/true))
    return llvm::createStringError("LLVM cannot make this kind of file for the target");
  passes.run(module);
  return llvm::Error::success();
}

}  // namespace polydat::jit
