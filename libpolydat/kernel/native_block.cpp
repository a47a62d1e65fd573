#include "kernel/native_block.h"

#include "plan/jit_loader.h"

namespace polydat {

NativeBlock::NativeBlock(const Graph& graph, const Plan& plan, CodeOptions options, When when)
    : graph_(graph), plan_(plan), options_(std::move(options)), when_(when) {}

BlockPlan NativeBlock::make_block_plan(CodeGenerator& generator, const std::vector<bool>& moves) const {
  return lower_block(graph_, plan_, moves,
                     [&](const GraphNode& node) { return generator.vectorizes(static_cast<std::uint16_t>(node.def->native)); });
}

void NativeBlock::wish(const std::vector<bool>& moves) {
  if (has_wish_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(wish_mutex_);
  if (has_wish_.load(std::memory_order_relaxed)) return;
  wish_ = moves;
  has_wish_.store(true, std::memory_order_release);
}

std::optional<std::vector<bool>> NativeBlock::wished() const {
  if (!has_wish_.load(std::memory_order_acquire)) return std::nullopt;
  return wish_;
}

const BlockCode* NativeBlock::find(const std::vector<bool>& moves) const {
  const BlockCode* code = latest_.load(std::memory_order_acquire);
  while (code != nullptr && code->plan.moves != moves) code = code->earlier;
  return code;
}

bool NativeBlock::compile(const std::vector<bool>& moves, const std::atomic<bool>* cancel) {
  const std::lock_guard lock(mutex_);
  if (find(moves) != nullptr) return true;
  if (!error_.empty()) return false;
  if (codes_.size() == kMostModules) return false;
  CodeGenerator* const generator = load_code_generator(error_);
  if (generator == nullptr) return false;
  auto code = std::make_unique<BlockCode>();
  code->plan = make_block_plan(*generator, moves);
  if (!code->plan.functions.empty()) {
    CompileRequest request = options_.request(code->plan.functions);
    request.cancel = cancel;
    code->image = generator->compile(request, error_);
    if (code->image == nullptr) {
      if (cancel != nullptr && cancel->load()) error_.clear();  // nobody waited: a later call tries again
      else if (error_.empty()) error_ = "the code generator gave no reason";
      return false;
    }
    for (std::size_t f = 0; f < code->plan.functions.size(); ++f) code->functions.push_back(code->image->block_function(f));
    times_ += code->image->times();
  }
  code->earlier = latest_.load(std::memory_order_relaxed);
  latest_.store(code.get(), std::memory_order_release);
  codes_.push_back(std::move(code));
  return true;
}

std::shared_ptr<CodeImage> NativeBlock::compile_for_dump(const std::vector<bool>& moves, bool ir, bool optimized_ir, bool assembly,
                                                         std::string& error) const {
  CodeGenerator* const generator = load_code_generator(error);
  if (generator == nullptr) return nullptr;
  CompileRequest request = options_.request(make_block_plan(*generator, moves).functions);
  request.want_ir = ir;
  request.want_optimized_ir = optimized_ir;
  request.want_assembly = assembly;
  return generator->compile(request, error);
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
