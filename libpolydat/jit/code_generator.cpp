// The code generator: the one thing that the JIT object shows. A compile is read here from top to bottom.
#include "plan/code_generator.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DiagnosticInfo.h>

#include "jit/compile_module.h"
#include "jit/compiler_runtime.h"
#include "jit/cpu_target.h"
#include "jit/deadline.h"
#include "jit/embedded_bitcode.h"
#include "jit/export_code.h"
#include "jit/link_session.h"
#include "jit/linked_image.h"
#include "jit/llvm_settings.h"
#include "jit/native_library.h"
#include "jit/object_cache.h"
#include "jit/object_facts.h"
#include "jit/object_key.h"
#include "jit/perf_map.h"

namespace polydat::jit {
namespace {

// A module costs about 2 ms whatever is in it, and time is checked between modules: this much work makes the first small and the
// second frequent.
constexpr std::size_t kModuleOps = 4096;
// Beyond these many operations a request is a big graph: it gets code soon instead of the best code. Packed functions are worth
// more and cost less than scalar ones.
constexpr std::size_t kQuickOps = 4096;
constexpr std::size_t kQuickPackedOps = 16384;

// A function that may be too long to optimise; compile_module.cpp decides by its instructions.
constexpr std::size_t kLongOps = 256;

using Objects = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

class LlvmCodeGenerator final : public CodeGenerator {
 public:
  LlvmCodeGenerator(std::unique_ptr<LinkSession> session, std::vector<std::string> missing_settings)
      : session_(std::move(session)), missing_settings_(std::move(missing_settings)) {}

  std::shared_ptr<CodeImage> compile(const CompileRequest& request, std::string& error) override {
    const Deadline deadline(request.max_seconds, request.cancel);
    const std::optional<CpuTarget> cpu = find_cpu_target(request.cpu, error);
    if (!cpu) return nullptr;
    auto image = compile_for(request, *cpu, deadline);
    if (image) return std::move(*image);
    error = llvm::toString(image.takeError());
    return nullptr;
  }

  std::optional<ExportedCode> export_code(const ExportRequest& request, std::string& error) override {
    auto file = jit::export_code(request);
    if (file) return std::move(*file);
    error = llvm::toString(file.takeError());
    return std::nullopt;
  }

  std::string_view runtime_object() override { return embedded_runtime(); }

  std::string describe_cpu(const std::string& name, std::string& error) override {
    const std::optional<CpuTarget> cpu = find_cpu_target(name, error);
    return cpu ? cpu->cpu + " " + cpu->features : std::string();
  }

  bool vectorizes(std::uint16_t native) override { return native_function_vectorizes(native); }

  const char* llvm_version() const override { return LLVM_VERSION_STRING; }

  const std::vector<std::string>& missing_settings() const override { return missing_settings_; }

 private:
  llvm::Expected<std::shared_ptr<CodeImage>> compile_for(const CompileRequest& request, const CpuTarget& cpu, const Deadline& deadline) {
    CompileOutcome outcome;
    const bool wants_text = request.want_ir || request.want_optimized_ir || request.want_assembly;
    const ObjectCache cache(wants_text ? std::string() : request.cache_folder, request.cache_bytes);
    const std::string key = request.cache_folder.empty() ? std::string() : object_key(request, cpu);
    if (Objects found = cache.find(key); !found.empty()) {
      outcome.times.cached = true;
      auto image = link(std::move(found), request.functions.size(), outcome);
      if (image) return image;
      llvm::consumeError(image.takeError());  // not what this build makes: compiled again below
      outcome = {};
    }
    auto objects = make_objects(request, cpu, deadline, outcome);
    if (!objects) return objects.takeError();
    cache.store(key, *objects);
    return link(std::move(*objects), request.functions.size(), std::move(outcome));
  }

  llvm::Expected<Objects> make_objects(const CompileRequest& request, const CpuTarget& cpu, const Deadline& deadline,
                                       CompileOutcome& outcome) {
    std::size_t ops = 0, packed_ops = 0;
    for (const NativeFunction& function : request.functions) (function.pack ? packed_ops : ops) += function.ops.size();
    Objects objects;
    llvm::LLVMContext context;
    // LLVM tells that a loop stayed scalar; the library prints nothing.
    context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr);
    context.setDiscardValueNames(!request.want_ir && !request.want_optimized_ir);
    for (std::size_t first = 0; first < request.functions.size();) {
      const std::size_t count = module_size(request.functions, first);
      const bool quick = request.functions[first].pack ? packed_ops > kQuickPackedOps : ops > kQuickOps;
      auto object = compile_module(request, first, count, quick, cpu, deadline, context, outcome);
      if (!object) return object.takeError();
      objects.push_back(std::move(*object));
      first += count;
    }
    return objects;
  }

  llvm::Expected<std::shared_ptr<CodeImage>> link(Objects objects, std::size_t functions, CompileOutcome outcome) {
    const auto start = std::chrono::steady_clock::now();
    std::map<std::string, std::uint64_t> sizes;
    for (const auto& object : objects) {
      auto facts = read_object_facts(*object);
      if (!facts) return facts.takeError();
      outcome.code_bytes += facts->code_bytes;
      sizes.merge(facts->function_size);
    }
    std::vector<std::string> names;
    for (std::size_t f = 0; f < functions; ++f) names.push_back(row_function_name(f));
    auto linked = session_->link(std::move(objects), names);
    if (!linked) return linked.takeError();
    outcome.times.codegen_ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (perf_map_wanted())
      for (std::size_t f = 0; f < names.size(); ++f)
        add_to_perf_map(linked->addresses[f], sizes[names[f]], "polydat." + std::to_string(linked->number) + "." + names[f]);
    return std::make_shared<LinkedImage>(*session_, std::move(*linked), std::move(outcome));
  }

  // How many functions from `first` on make one module: of one kind, and at least one. A long function is compiled without
  // optimising and must not take short ones with it.
  static std::size_t module_size(const std::vector<NativeFunction>& functions, std::size_t first) {
    const auto same_kind = [](const NativeFunction& a, const NativeFunction& b) {
      return a.pack == b.pack && a.block == b.block && (a.ops.size() > kLongOps) == (b.ops.size() > kLongOps);
    };
    std::size_t count = 0, ops = 0;
    while (first + count < functions.size() && same_kind(functions[first + count], functions[first]) &&
           (count == 0 || ops + functions[first + count].ops.size() <= kModuleOps))
      ops += functions[first + count++].ops.size();
    return count;
  }

  std::unique_ptr<LinkSession> session_;
  std::vector<std::string> missing_settings_;
};

CodeGenerator* make_code_generator(std::span<const RuntimeSymbol> helpers) {
  std::vector<std::string> missing_settings = set_up_llvm();
  auto session = LinkSession::create(helpers, compiler_runtime_symbols());
  if (!session) {
    llvm::consumeError(session.takeError());
    return nullptr;
  }
  return new LlvmCodeGenerator(std::move(*session), std::move(missing_settings));
}

}  // namespace
}  // namespace polydat::jit

// Never freed: generated code may be running until the process ends.
extern "C" __attribute__((visibility("default"))) polydat::CodeGenerator* polydat_code_generator(std::uint32_t abi,
                                                                                                 const polydat::RuntimeSymbol* symbols,
                                                                                                 std::size_t symbol_count) {
  if (abi != polydat::kCodeGeneratorAbi) return nullptr;
  static polydat::CodeGenerator* const generator = polydat::jit::make_code_generator({symbols, symbol_count});
  return generator;
}
