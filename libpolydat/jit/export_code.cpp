#include "jit/export_code.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "jit/cpu_target.h"
#include "jit/deadline.h"
#include "jit/embedded_bitcode.h"
#include "jit/lower_block.h"
#include "jit/lower_row.h"
#include "jit/module_parts.h"
#include "jit/pass_pipeline.h"

namespace polydat::jit {
namespace {

// Columns of a chunk lie on the stack: so many bytes at most, and rows in whole groups.
constexpr std::uint64_t kStackBytes = std::uint64_t{256} << 10;
constexpr std::uint64_t kMostChunkRows = 512;
// A row function that is called by name instead of being part of NAME_row.
constexpr std::size_t kMostInlinedRow = 4;

std::uint64_t chunk_rows(std::uint32_t columns) {
  std::uint64_t rows = kMostChunkRows;
  while (rows > kBlockGroup && rows * columns * sizeof(std::uint64_t) > kStackBytes) rows /= 2;
  return rows * columns * sizeof(std::uint64_t) > kStackBytes ? 0 : rows;
}

class Exporter {
 public:
  Exporter(const ExportRequest& request, const CpuTarget& cpu)
      : request_(request), cpu_(cpu), module_(request.name, context_), builder_(context_), deadline_(request.max_seconds, nullptr) {}

  llvm::Expected<ExportedCode> run() {
    // A loop that cannot become vector code is no news to whoever compiles a graph.
    context_.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {});
    machine_ = make_target_machine(cpu_, llvm::CodeGenOptLevel::Default);
    if (!machine_) return llvm::createStringError("LLVM cannot make code for " + llvm::Twine(cpu_.triple.str()));
    module_.setTargetTriple(cpu_.triple.str());
    module_.setDataLayout(machine_->createDataLayout());
    if (chunk_rows(request_.columns) == 0)
      return llvm::createStringError("a block of this graph has " + llvm::Twine(request_.columns) +
                                     " columns, more than the stack should hold");
    if (llvm::Error error = link_shell()) return error;
    auto bodies = link_native_functions(module_, natives_of({request_.row, request_.block}));
    if (!bodies) return bodies.takeError();
    add_tables();
    if (llvm::Error error = add_row(*bodies)) return error;
    if (llvm::Error error = add_block(*bodies)) return error;
    fill_shell();
    hide_all_but_entries();
    drop_unused_bodies(module_);
    set_target(module_, cpu_);
    if (llvm::Error error = run_passes(code_, *machine_, deadline_)) return error;
    std::string problem;
    llvm::raw_string_ostream report(problem);
    if (llvm::verifyModule(module_, &report)) return llvm::createStringError("the exported module is not valid: " + llvm::Twine(problem));
    ExportedCode code;
    for (const llvm::Function& function : module_)
      code.calls_runtime |= function.isDeclaration() && function.getName().starts_with("polydat_");
    auto bytes = file();
    if (!bytes) return bytes.takeError();
    code.file = std::move(*bytes);
    return code;
  }

 private:
  llvm::Error link_shell() {
    auto shell = llvm::parseBitcodeFile(llvm::MemoryBufferRef(embedded_shell(), "shell"), context_);
    if (!shell) return shell.takeError();
    (*shell)->setTargetTriple(module_.getTargetTriple());
    (*shell)->setDataLayout(module_.getDataLayout());
    for (llvm::Function& function : **shell)
      for (const char* attribute : {"target-cpu", "target-features", "tune-cpu"}) function.removeFnAttr(attribute);
    if (llvm::Linker::linkModules(module_, std::move(*shell))) return llvm::createStringError("the export shell cannot be linked");
    return llvm::Error::success();
  }

  // Words that the table of addresses holds, for `consts` of the generated functions.
  void add_tables() {
    std::vector<llvm::Constant*> addresses;
    for (const std::string& table : request_.tables) {
      llvm::Constant* bytes = llvm::ConstantDataArray::getString(context_, table, /*AddNull=*/true);
      auto* global = new llvm::GlobalVariable(module_, bytes->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, bytes,
                                              "polydat_table");
      global->setAlignment(llvm::Align(16));
      addresses.push_back(global);
    }
    llvm::ArrayType* type = llvm::ArrayType::get(builder_.getPtrTy(), addresses.size());
    consts_ = new llvm::GlobalVariable(module_, type, /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
                                       llvm::ConstantArray::get(type, addresses), "polydat_consts");
  }

  // NAME_row: slots of its own, the inputs stored, all functions, the outputs loaded.
  llvm::Error add_row(const NativeBodies& bodies) {
    llvm::Function* row = module_.getFunction("polydat_row");
    llvm::IRBuilder<>& b = builder_;
    llvm::BasicBlock* entry = llvm::BasicBlock::Create(context_, "entry", row);
    b.SetInsertPoint(entry);
    llvm::ArrayType* slots_type = llvm::ArrayType::get(b.getInt64Ty(), std::max<std::size_t>(request_.slots.size(), 1));
    llvm::Value* slots = b.CreateAlloca(slots_type);
    const auto word = [&](llvm::Value* base, std::uint64_t index) { return b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), base, index); };
    for (std::uint32_t s = 0; s < request_.slots.size(); ++s)
      if (request_.slots[s] != 0) b.CreateStore(b.getInt64(request_.slots[s]), word(slots, s));
    for (std::size_t i = 0; i < request_.input_slots.size(); ++i)
      b.CreateStore(b.CreateLoad(b.getInt64Ty(), word(row->getArg(0), i)), word(slots, request_.input_slots[i]));
    llvm::Value* error = b.getInt32(0);
    std::vector<llvm::CallInst*> calls;
    for (std::size_t f = 0; f < request_.row.size(); ++f) {
      auto lowered = lower_row(request_.row[f], "polydat_row_part" + std::to_string(f), bodies, module_);
      if (!lowered) return lowered.takeError();
      calls.push_back(b.CreateCall(*lowered, {consts_, slots}));
      error = b.CreateOr(error, calls.back());
      if (request_.row.size() > kMostInlinedRow) code_.push_back({*lowered, CodeShape::Row});
      if (llvm::Error late = deadline_.check()) return late;
    }
    for (std::size_t w = 0; w < request_.output_words.size(); ++w)
      b.CreateStore(b.CreateLoad(b.getInt64Ty(), word(slots, request_.output_words[w].slot)), word(row->getArg(1), w));
    b.CreateRet(error);
    if (request_.row.size() <= kMostInlinedRow) {
      for (llvm::CallInst* call : calls) {
        llvm::InlineFunctionInfo info;
        (void)llvm::InlineFunction(*call, info);
      }
    }
    code_.push_back({row, CodeShape::Row});
    return llvm::Error::success();
  }

  llvm::Error add_block(const NativeBodies& bodies) {
    llvm::Function* all = module_.getFunction("polydat_run_block");
    builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", all));
    llvm::Value* error = builder_.getInt32(0);
    llvm::IRBuilder<> calls(context_);
    for (std::size_t f = 0; f < request_.block.size(); ++f) {
      auto lowered = lower_block(request_.block[f], "polydat_block_part" + std::to_string(f), lanes_of(*machine_), bodies, module_);
      if (!lowered) return lowered.takeError();
      error = builder_.CreateOr(error, builder_.CreateCall(*lowered, {consts_, all->getArg(0), all->getArg(1), all->getArg(2)}));
      code_.push_back({*lowered, CodeShape::Block});
      if (llvm::Error late = deadline_.check()) return late;
    }
    builder_.CreateRet(error);
    return llvm::Error::success();
  }

  void define(const char* name, llvm::Constant* value) {
    llvm::GlobalVariable* declared = module_.getGlobalVariable(name);
    if (declared == nullptr) return;  // the shell does not use it
    auto* global = new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, value, "");
    declared->replaceAllUsesWith(global);
    global->takeName(declared);
    declared->eraseFromParent();
  }

  void fill_shell() {
    const auto number = [&](std::uint64_t value) { return builder_.getInt32(static_cast<std::uint32_t>(value)); };
    define("polydat_inputs", number(request_.input_slots.size()));
    define("polydat_output_words", number(request_.output_words.size()));
    define("polydat_slots", number(request_.slots.size()));
    define("polydat_columns", number(request_.columns));
    define("polydat_chunk_rows", number(chunk_rows(request_.columns)));
    define("polydat_input_slot", llvm::ConstantDataArray::get(context_, request_.input_slots));
    define("polydat_column_of", llvm::ConstantDataArray::get(context_, request_.column_of));
    define("polydat_first_slots", llvm::ConstantDataArray::get(context_, request_.slots));
    std::vector<std::uint32_t> words;
    for (const ExportRequest::OutputWord& word : request_.output_words) {
      words.push_back(word.slot);
      words.push_back(word.moves ? 1 : 0);
    }
    define("polydat_output_word", llvm::ConstantDataArray::get(context_, words));
  }

  void hide_all_but_entries() {
    for (llvm::Function& function : module_)
      if (!function.isDeclaration()) function.setLinkage(llvm::GlobalValue::InternalLinkage);
    for (const char* entry : {"row", "block"}) {
      llvm::Function* function = module_.getFunction(std::string("polydat_") + entry);
      function->setName(request_.name + "_" + entry);
      function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }

  llvm::Expected<std::string> file() {
    if (request_.form == ExportRequest::Form::Ir) return text_of(module_);
    llvm::SmallString<0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    const auto type =
        request_.form == ExportRequest::Form::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
    if (llvm::Error error = emit(module_, *machine_, type, stream)) return error;
    return bytes.str().str();
  }

  const ExportRequest& request_;
  const CpuTarget& cpu_;
  llvm::LLVMContext context_;
  llvm::Module module_;
  llvm::IRBuilder<> builder_;
  Deadline deadline_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  llvm::GlobalVariable* consts_ = nullptr;
  std::vector<GeneratedCode> code_;
};

}  // namespace

llvm::Expected<ExportedCode> export_code(const ExportRequest& request) {
  std::string why;
  const std::optional<CpuTarget> cpu = find_cpu_target(request.cpu, why);
  if (!cpu) return llvm::createStringError(why);
  return Exporter(request, *cpu).run();
}

}  // namespace polydat::jit
