// Kernels chosen at run time.
#include "kernel/interpreter.h"
#include "polydat/kernel.h"

namespace polydat {

namespace {

template <Provenance Mode>
class CompiledKernel final : public AnyKernel {
 public:
  explicit CompiledKernel(Kernel<Mode> kernel) : kernel_(std::move(kernel)) {}

  const Program& program() const override { return kernel_.program(); }
  bool init() override { return kernel_.init(); }
  void set_inputs(std::span<const std::uint64_t> coords) override { kernel_.set_inputs(coords); }
  AccessError set_input(std::string_view name, const Value& value) override { return kernel_.set_input(name, value); }
  AccessError set_input_at(std::uint32_t index, const Value& value) override { return kernel_.set_input_at(index, value); }
  bool eval() override { return kernel_.eval(); }
  bool pull(std::uint32_t output) override { return kernel_.pull(output); }
  const Failure& failure() const override { return kernel_.failure(); }
  AccessError get(std::string_view output, std::uint64_t& word) const override { return kernel_.get(output, word); }
  AccessError value(std::uint32_t output, Value& value) const override { return kernel_.value(output, value); }
  bool is_none(std::uint32_t output) const override { return kernel_.is_none(output); }
  bool is_current(std::uint32_t output) const override { return kernel_.is_current(output); }
  const std::uint64_t* output_words(std::uint32_t output) const override { return kernel_.output_words(output); }
  AccessError eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) override {
    return kernel_.eval_for_slot(coords, slot, word);
  }
  void invalidate_all() override { kernel_.invalidate_all(); }
  void reset_inputs() override { kernel_.reset_inputs(); }
  std::unique_ptr<AnyKernel> fork() const override { return std::make_unique<CompiledKernel>(kernel_.fork()); }
  std::span<const std::uint64_t> step_runs() const override { return kernel_.step_runs(); }

 private:
  Kernel<Mode> kernel_;
};

template <Provenance Mode>
std::unique_ptr<AnyKernel> make_compiled(std::shared_ptr<const Program> program, bool& ok) {
  Kernel<Mode> kernel(std::move(program));
  ok = kernel.ready();
  return std::make_unique<CompiledKernel<Mode>>(std::move(kernel));
}

}  // namespace

std::unique_ptr<AnyKernel> make_kernel(std::shared_ptr<const Program> program, bool& ok) {
  const Provenance mode = program->provenance();
  return make_kernel(std::move(program), mode, ok);
}

std::unique_ptr<AnyKernel> make_kernel(std::shared_ptr<const Program> program, Provenance mode, bool& ok) {
  if (program->engine() == Engine::Interpreter) {
    auto kernel = std::make_unique<InterpreterKernel>(std::move(program));
    ok = kernel->init();
    return kernel;
  }
  switch (mode) {
    case Provenance::Raw: return make_compiled<Provenance::Raw>(std::move(program), ok);
    case Provenance::Pull: return make_compiled<Provenance::Pull>(std::move(program), ok);
    case Provenance::PushPull:
    case Provenance::Auto: break;
  }
  return make_compiled<Provenance::PushPull>(std::move(program), ok);
}

}  // namespace polydat
