#include "kernel/native_code.h"

namespace polydat {

NativeCode::NativeCode(CodeGenerator& generator, const Plan& plan, CodeOptions options)
    : generator_(generator), plan_(plan), options_(std::move(options)),
      segments_(std::make_unique<std::atomic<RowFunction>[]>(plan.segment_functions.size())) {}

std::shared_ptr<CodeImage> NativeCode::compile(CompileRequest request) {
  if (!error_.empty()) return nullptr;
  request.cpu = options_.cpu;
  request.cache_folder = options_.cache_folder;
  request.max_seconds = static_cast<std::uint32_t>(options_.max_seconds);
  const std::size_t functions = request.functions.size();
  std::shared_ptr<CodeImage> image = generator_.compile(request, error_);
  if (image == nullptr) {
    if (error_.empty()) error_ = "the code generator gave no reason";
    return nullptr;
  }
  functions_ += functions;
  times_.load_ms += image->times().load_ms;
  times_.ir_ms += image->times().ir_ms;
  times_.codegen_ms += image->times().codegen_ms;
  times_.cached |= image->times().cached;
  images_.push_back(image);
  return image;
}

bool NativeCode::compile_whole() {
  const std::lock_guard lock(mutex_);
  if (whole_ready_.load(std::memory_order_relaxed) != nullptr) return true;
  if (!plan_.whole_functions.empty()) {
    CompileRequest request;
    request.functions = plan_.whole_functions;
    const std::shared_ptr<CodeImage> image = compile(std::move(request));
    if (image == nullptr) return false;
    for (std::size_t f = 0; f < plan_.whole_functions.size(); ++f) whole_.push_back(image->row_function(f));
  }
  whole_.push_back(nullptr);  // never empty, so that data() is a valid "ready" mark
  whole_ready_.store(whole_.data(), std::memory_order_release);
  return true;
}

bool NativeCode::compile_segments(const BitSet& steps) {
  const std::lock_guard lock(mutex_);
  CompileRequest request;
  std::vector<std::uint32_t> missing;
  steps.for_each([&](std::size_t s) {
    const Step& step = plan_.steps[s];
    if (step.kind != StepKind::Segment || segments_[step.function].load(std::memory_order_relaxed) != nullptr) return;
    missing.push_back(step.function);
    request.functions.push_back(plan_.segment_functions[step.function]);
  });
  if (missing.empty()) return true;
  const std::shared_ptr<CodeImage> image = compile(std::move(request));
  if (image == nullptr) return false;
  for (std::size_t f = 0; f < missing.size(); ++f)
    segments_[missing[f]].store(image->row_function(f), std::memory_order_release);
  return true;
}

std::shared_ptr<CodeImage> NativeCode::compile_for_dump(bool ir, bool optimized_ir, bool assembly, std::string& error) const {
  CompileRequest request;
  request.functions = plan_.whole_functions;
  request.cpu = options_.cpu;
  request.max_seconds = static_cast<std::uint32_t>(options_.max_seconds);
  request.want_ir = ir;
  request.want_optimized_ir = optimized_ir;
  request.want_assembly = assembly;
  return generator_.compile(request, error);
}

std::string NativeCode::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}
CompileTimes NativeCode::times() const {
  const std::lock_guard lock(mutex_);
  return times_;
}
std::size_t NativeCode::functions_compiled() const {
  const std::lock_guard lock(mutex_);
  return functions_;
}
std::size_t NativeCode::modules_compiled() const {
  const std::lock_guard lock(mutex_);
  return images_.size();
}

}  // namespace polydat
