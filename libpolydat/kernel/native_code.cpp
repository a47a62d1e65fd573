#include "kernel/native_code.h"

namespace polydat {

CompileRequest CodeOptions::request(std::vector<NativeFunction> functions) const {
  CompileRequest request;
  request.functions = std::move(functions);
  request.cpu = cpu;
  request.cache_folder = cache_folder;
  request.max_seconds = static_cast<std::uint32_t>(max_seconds);
  return request;
}

NativeCode::NativeCode(CodeGenerator& generator, const Plan& plan, CodeOptions options)
    : generator_(generator),
      plan_(plan),
      options_(std::move(options)),
      segments_(std::make_unique<std::atomic<RowFunction>[]>(plan.segment_functions.size())) {}

std::shared_ptr<CodeImage> NativeCode::compile(std::vector<NativeFunction> functions) {
  if (!error_.empty()) return nullptr;
  const CompileRequest request = options_.request(std::move(functions));
  std::shared_ptr<CodeImage> image = generator_.compile(request, error_);
  if (image == nullptr) {
    if (error_.empty()) error_ = "the code generator gave no reason";
    return nullptr;
  }
  functions_ += request.functions.size();
  times_ += image->times();
  images_.push_back(image);
  return image;
}

bool NativeCode::compile_whole() {
  const std::lock_guard lock(mutex_);
  if (whole_ready_.load(std::memory_order_relaxed) != nullptr) return true;
  if (!plan_.whole_functions.empty()) {
    const std::shared_ptr<CodeImage> image = compile(plan_.whole_functions);
    if (image == nullptr) return false;
    for (std::size_t f = 0; f < plan_.whole_functions.size(); ++f) whole_.push_back(image->row_function(f));
  }
  whole_.push_back(nullptr);  // never empty, so that data() is a valid "ready" mark
  whole_ready_.store(whole_.data(), std::memory_order_release);
  return true;
}

bool NativeCode::compile_segments(const BitSet& steps) {
  const std::lock_guard lock(mutex_);
  std::vector<NativeFunction> functions;
  std::vector<std::uint32_t> missing;
  steps.for_each([&](std::size_t s) {
    const Step& step = plan_.steps[s];
    if (step.kind != StepKind::Segment || segments_[step.function].load(std::memory_order_relaxed) != nullptr) return;
    missing.push_back(step.function);
    functions.push_back(plan_.segment_functions[step.function]);
  });
  if (missing.empty()) return true;
  const std::shared_ptr<CodeImage> image = compile(std::move(functions));
  if (image == nullptr) return false;
  for (std::size_t f = 0; f < missing.size(); ++f) segments_[missing[f]].store(image->row_function(f), std::memory_order_release);
  return true;
}

std::shared_ptr<CodeImage> NativeCode::compile_for_dump(bool ir, bool optimized_ir, bool assembly, std::string& error) const {
  CompileRequest request = options_.request(plan_.whole_functions);
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
