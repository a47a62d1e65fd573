#include "jit/compile_module.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "jit/lower_block.h"
#include "jit/lower_row.h"
#include "jit/module_parts.h"
#include "jit/pass_pipeline.h"

namespace polydat::jit {
namespace {

// Optimising code generation is super-linear in the length of a basic block: a scalar function of 1,000 hashes takes 2 s, one of 256
// takes 80 ms. Without optimising it takes 10 ms and the code is at most 1.5 times slower. Packed code is a few times shorter than
// what it was packed from.
constexpr std::size_t kMaxOptimized = 3000;
constexpr std::size_t kMaxOptimizedPacked = 16000;

// Block functions of more operations leave out the scheduler behind register allocation, which is what the second level adds: up to a
// third of their time, without effect on them (2 % on the ladder).
constexpr std::size_t kShortBlock = 64;

class PhaseTimer {
 public:
  explicit PhaseTimer(double& milliseconds) : milliseconds_(milliseconds), start_(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() { milliseconds_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  double& milliseconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

std::string row_function_name(std::size_t index) { return "row" + std::to_string(index); }

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compile_module(const CompileRequest& request, std::size_t first, std::size_t count,
                                                                   bool quick, const CpuTarget& cpu, const Deadline& deadline,
                                                                   llvm::LLVMContext& context, CompileOutcome& outcome) {
  const std::span<const NativeFunction> functions = std::span(request.functions).subspan(first, count);
  llvm::Module module("polydat", context);
  NativeBodies bodies;
  std::unique_ptr<llvm::TargetMachine> machine;
  {
    const PhaseTimer timer(outcome.times.load_ms);
    machine = make_target_machine(cpu, llvm::CodeGenOptLevel::Default);
    if (!machine) return llvm::createStringError("LLVM cannot make code for " + llvm::Twine(cpu.triple.str()));
    module.setTargetTriple(cpu.triple.str());
    module.setDataLayout(machine->createDataLayout());
    auto linked = link_native_functions(module, natives_of({functions}));
    if (!linked) return linked.takeError();
    bodies = std::move(*linked);
  }
  {
    const PhaseTimer timer(outcome.times.ir_ms);
    std::vector<GeneratedCode> code;
    std::size_t longest = 0;  // of those that stay scalar
    std::size_t most_ops = 0;
    for (std::size_t f = 0; f < functions.size(); ++f) {
      const std::string name = row_function_name(first + f);
      most_ops = std::max(most_ops, functions[f].ops.size());
      auto lowered = functions[f].block ? lower_block(functions[f], name, lanes_of(*machine), bodies, module)
                                        : lower_row(functions[f], name, bodies, module);
      if (!lowered) return lowered.takeError();
      const std::size_t length = (*lowered)->getInstructionCount();
      const bool packs = functions[f].pack && !quick && length <= kMaxOptimizedPacked;
      code.push_back({*lowered, functions[f].block ? CodeShape::Block : packs ? CodeShape::PackedRow : CodeShape::Row});
      if (code.back().shape == CodeShape::Row) longest = std::max(longest, length);
      if (llvm::Error error = deadline.check()) return error;
    }
    drop_unused_bodies(module);
    set_target(module, cpu);
    if (request.want_ir) outcome.ir += text_of(module);
    if (llvm::Error error = run_passes(code, *machine, deadline)) return error;
    if (request.want_optimized_ir) outcome.optimized_ir += text_of(module);
    if (quick || longest > kMaxOptimized) machine->setOptLevel(llvm::CodeGenOptLevel::None);
    else if (functions.front().block && most_ops > kShortBlock) machine->setOptLevel(llvm::CodeGenOptLevel::Less);
  }
  const PhaseTimer timer(outcome.times.codegen_ms);
  if (request.want_assembly) {
    // Code generation changes the module, so the text is made from a copy.
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    if (llvm::Error error = emit(*llvm::CloneModule(module), *machine, llvm::CodeGenFileType::AssemblyFile, stream)) return error;
    outcome.assembly += text.str();
  }
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  if (llvm::Error error = emit(module, *machine, llvm::CodeGenFileType::ObjectFile, stream)) return error;
  if (llvm::Error error = deadline.check()) return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object), /*RequiresNullTerminator=*/false);
}

}  // namespace polydat::jit
