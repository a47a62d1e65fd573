#include "kernel/native_block.h"

namespace polydat {

NativeBlock::NativeBlock(CodeGenerator& generator, const Graph& graph, const Plan& plan, CodeOptions options)
    : generator_(generator), graph_(graph), plan_(plan), options_(std::move(options)) {}

BlockPlan NativeBlock::make_block_plan(const std::vector<bool>& moves) const {
  return lower_block(graph_, plan_, moves, [this](const GraphNode& node) { return generator_.vectorizes(static_cast<std::uint16_t>(node.def->native)); });
}

const BlockCode* NativeBlock::find(const std::vector<bool>& moves) const {
  const BlockCode* code = latest_.load(std::memory_order_acquire);
  while (code != nullptr && code->plan.moves != moves) code = code->earlier;
  return code;
}

bool NativeBlock::compile(const std::vector<bool>& moves) {
  const std::lock_guard lock(mutex_);
  if (find(moves) != nullptr) return true;
  if (!error_.empty()) return false;
  if (codes_.size() == kMostModules) return false;
  auto code = std::make_unique<BlockCode>();
  code->plan = make_block_plan(moves);
  if (!code->plan.functions.empty()) {
    CompileRequest request;
    request.functions = code->plan.functions;
    request.cpu = options_.cpu;
    request.cache_folder = options_.cache_folder;
    request.max_seconds = static_cast<std::uint32_t>(options_.max_seconds);
    code->image = generator_.compile(request, error_);
    if (code->image == nullptr) {
      if (error_.empty()) error_ = "the code generator gave no reason";
      return false;
    }
    for (std::size_t f = 0; f < code->plan.functions.size(); ++f) code->functions.push_back(code->image->block_function(f));
    times_.load_ms += code->image->times().load_ms;
    times_.ir_ms += code->image->times().ir_ms;
    times_.codegen_ms += code->image->times().codegen_ms;
    times_.cached |= code->image->times().cached;
  }
  code->earlier = latest_.load(std::memory_order_relaxed);
  latest_.store(code.get(), std::memory_order_release);
  codes_.push_back(std::move(code));
  return true;
}

std::shared_ptr<CodeImage> NativeBlock::compile_for_dump(const std::vector<bool>& moves, bool ir, bool optimized_ir, bool assembly, std::string& error) const {
  CompileRequest request;
  request.functions = make_block_plan(moves).functions;
  request.cpu = options_.cpu;
  request.max_seconds = static_cast<std::uint32_t>(options_.max_seconds);
  request.want_ir = ir;
  request.want_optimized_ir = optimized_ir;
  request.want_assembly = assembly;
  return generator_.compile(request, error);
}

std::string NativeBlock::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}
CompileTimes NativeBlock::times() const {
  const std::lock_guard lock(mutex_);
  return times_;
}
std::size_t NativeBlock::modules_compiled() const {
  const std::lock_guard lock(mutex_);
  return codes_.size();
}

}  // namespace polydat
