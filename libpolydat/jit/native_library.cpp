#include "jit/native_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/IRMover.h>

#include <string>

#include "jit/embedded_bitcode.h"

namespace polydat::jit {
namespace {

std::string linked_name(std::uint16_t id) { return "native" + std::to_string(id); }

// Arithmetic whose folding by the compiler may differ from the machine's in the bits of a NaN. Moves and negations do not.
bool does_float_arithmetic(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool computes = llvm::isa<llvm::BinaryOperator>(instruction) || llvm::isa<llvm::CallBase>(instruction) ||
                          llvm::isa<llvm::FPTruncInst>(instruction) || llvm::isa<llvm::FPExtInst>(instruction);
    if (computes && instruction.getType()->isFPOrFPVectorTy()) return true;
    if (llvm::isa<llvm::CallBase>(instruction)) {
      const llvm::Function* callee = llvm::cast<llvm::CallBase>(instruction).getCalledFunction();
      if (callee == nullptr || !callee->isIntrinsic()) return true;  // not inlined: not looked into
    }
  }
  return false;
}

}  // namespace

llvm::Expected<NativeBodies> link_native_functions(llvm::Module& module, const std::vector<std::uint16_t>& ids) {
  NativeBodies bodies;
  if (ids.empty()) return bodies;
  const std::string_view bitcode = embedded_bitcode();
  llvm::Expected<std::unique_ptr<llvm::Module>> library = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "native"), module.getContext());
  if (!library) return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());

  const llvm::GlobalVariable* table = (*library)->getGlobalVariable("polydat_native_table");
  const llvm::Constant* entries = table != nullptr && table->hasInitializer() ? table->getInitializer() : nullptr;
  const unsigned count = entries != nullptr ? entries->getNumOperands() : 0;

  std::vector<llvm::GlobalValue*> wanted;
  for (const std::uint16_t id : ids) {
    if (bodies.contains(id)) continue;
    if (id >= count) return llvm::createStringError("the JIT object has no native function of number " + llvm::Twine(id));
    auto* function = llvm::cast<llvm::Function>(entries->getOperand(id)->stripPointerCasts());
    // Two numbers may share one body.
    if (!function->getName().starts_with("native")) {
      function->setLinkage(llvm::GlobalValue::ExternalLinkage);
      function->setName(linked_name(id));
      wanted.push_back(function);
    }
    bodies[id].function = function;
  }
  std::unordered_map<std::uint16_t, std::string> names;
  for (const auto& [id, body] : bodies) names[id] = body.function->getName().str();

  llvm::IRMover mover(module);
  const auto add_what_is_called = [](llvm::GlobalValue& value, const llvm::IRMover::ValueAdder& add) { add(value); };
  if (llvm::Error error = mover.move(std::move(*library), wanted, add_what_is_called, /*IsPerformingImport=*/false)) return error;

  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    // An inlined body with other features than its caller is refused; the caller decides.
    for (const char* attribute : {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width"})
      function.removeFnAttr(attribute);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.setDSOLocal(true);
  }
  for (auto& [id, body] : bodies) {
    body.function = module.getFunction(names[id]);
    if (body.function == nullptr || body.function->isDeclaration())
      return llvm::createStringError("native function " + llvm::Twine(id) + " was not linked");
    body.floating = does_float_arithmetic(*body.function);
  }
  return bodies;
}

}  // namespace polydat::jit
