#include "jit/native_library.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/IRMover.h>

#include <mutex>
#include <string>
#include <unordered_map>

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

bool is_narrow(const llvm::Type* type) { return !type->isIntegerTy() || type->getIntegerBitWidth() <= 64; }

bool becomes_vector_code(const llvm::Function& body) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 4> back_edges;
  llvm::FindFunctionBackedges(body, back_edges);
  if (!back_edges.empty()) return false;
  for (const llvm::Instruction& instruction : llvm::instructions(body)) {
    if (llvm::isa<llvm::SwitchInst>(instruction) || llvm::isa<llvm::AllocaInst>(instruction) || llvm::isa<llvm::MemIntrinsic>(instruction))
      return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      if (intrinsic == nullptr || !(intrinsic->isAssumeLikeIntrinsic() || llvm::isTriviallyVectorizable(intrinsic->getIntrinsicID())))
        return false;
    }
    if (!is_narrow(instruction.getType())) return false;
    for (const llvm::Use& operand : instruction.operands())
      if (!is_narrow(operand->getType())) return false;
  }
  return true;
}

}  // namespace

bool native_function_vectorizes(std::uint16_t id) {
  static std::mutex mutex;
  static std::unordered_map<std::uint16_t, bool> known;
  static llvm::LLVMContext* const context = new llvm::LLVMContext();  // as long as the process, like the generator
  static std::unique_ptr<llvm::Module>* const library = new std::unique_ptr<llvm::Module>();
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(id); found != known.end()) return found->second;
  if (*library == nullptr) {
    const std::string_view bitcode = embedded_bitcode();
    auto parsed = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "native"), *context);
    if (!parsed) {
      llvm::consumeError(parsed.takeError());
      return false;
    }
    *library = std::move(*parsed);
  }
  const llvm::GlobalVariable* table = (*library)->getGlobalVariable("polydat_native_table");
  bool vectorizes = false;
  if (table != nullptr && table->hasInitializer() && id < table->getInitializer()->getNumOperands()) {
    auto* body = llvm::dyn_cast<llvm::Function>(table->getInitializer()->getOperand(id)->stripPointerCasts());
    if (body != nullptr) {
      if (llvm::Error error = body->materialize()) llvm::consumeError(std::move(error));
      else vectorizes = becomes_vector_code(*body);
    }
  }
  return known[id] = vectorizes;
}

llvm::Expected<NativeBodies> link_native_functions(llvm::Module& module, const std::vector<std::uint16_t>& ids) {
  NativeBodies bodies;
  if (ids.empty()) return bodies;
  const std::string_view bitcode = embedded_bitcode();
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "native"), module.getContext());
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
    for (const char* attribute : {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width"}) function.removeFnAttr(attribute);
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
