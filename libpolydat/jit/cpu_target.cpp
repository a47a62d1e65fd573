#include "jit/cpu_target.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <vector>

namespace polydat::jit {
namespace {

// x86-64-v3 beyond what every x86-64 has; the names are LLVM's.
constexpr const char* kFloorFeatures = "+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+popcnt";
constexpr const char* kFloorName = "x86-64-v3";

// What this machine has and has not. Of a named CPU only the second part is wanted: it takes away what cannot run here.
std::string host_features(bool only_missing) {
  std::vector<std::string> parts;
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    if (!feature.second || !only_missing) parts.push_back((feature.second ? "+" : "-") + feature.first().str());
  std::sort(parts.begin(), parts.end(), [](const std::string& a, const std::string& b) { return a.substr(1) < b.substr(1); });
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ',';
    text += part;
  }
  return text;
}

}  // namespace

std::optional<CpuTarget> find_cpu_target(const std::string& name, std::string& error) {
  CpuTarget found;
  found.triple = llvm::Triple(llvm::sys::getProcessTriple());
  found.target = llvm::TargetRegistry::lookupTarget(found.triple.str(), error);
  if (found.target == nullptr) return std::nullopt;
  found.cpu = name.empty() ? llvm::sys::getHostCPUName().str() : name;
  found.features = host_features(/*only_missing=*/!name.empty());

  // With an unknown name LLVM would write a complaint of its own, so the name is looked up first.
  const std::unique_ptr<llvm::MCSubtargetInfo> any(found.target->createMCSubtargetInfo(found.triple.str(), "", ""));
  if (!any || !any->isCPUStringValid(found.cpu)) {
    error = "LLVM " LLVM_VERSION_STRING " does not know the CPU \"" + found.cpu + "\"";
    return std::nullopt;
  }
  if (!found.triple.isX86()) return found;
  const std::unique_ptr<llvm::MCSubtargetInfo> named(
      found.target->createMCSubtargetInfo(found.triple.str(), found.cpu, name.empty() ? found.features : ""));
  if (!named || !named->checkFeatures(kFloorFeatures)) {
    error = "the CPU \"" + found.cpu + "\" is below " + kFloorName + " (AVX2, FMA, BMI2), the least that code is made for";
    return std::nullopt;
  }
  return found;
}

std::unique_ptr<llvm::TargetMachine> make_target_machine(const CpuTarget& cpu, llvm::CodeGenOptLevel level) {
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // no contraction, in any form (design D5)
  // Position independent and near: helpers are far away, and the linker puts stubs between.
  return std::unique_ptr<llvm::TargetMachine>(cpu.target->createTargetMachine(cpu.triple.str(), cpu.cpu, cpu.features, options,
                                                                              llvm::Reloc::PIC_, llvm::CodeModel::Small, level,
                                                                              /*JIT=*/true));
}

}  // namespace polydat::jit
