#include "support/lockstep.h"

#include <algorithm>

#include "kernel/program_internals.h"
#include "nodes/text_forms.h"
#include "plan/jit_loader.h"
#include "support/naive_currency.h"
#include "support/reference_evaluator.h"

namespace polydat::testing {

bool native_code_available() {
  std::string error;
  return load_code_generator(error) != nullptr;
}

std::vector<Subject> all_subjects(bool with_native) {
  std::vector<Subject> subjects{{"interpreter", Engine::Interpreter, Provenance::Raw, true, false, {}}};
  const std::pair<const char*, Provenance> modes[] = {
      {"raw", Provenance::Raw}, {"pull", Provenance::Pull}, {"push-pull", Provenance::PushPull}};
  for (const auto& [name, mode] : modes) {
    const bool exact = mode == Provenance::PushPull;
    subjects.push_back({std::string("closures ") + name, Engine::Closures, mode, true, exact, {}});
    if (!with_native) continue;
    subjects.push_back({std::string("hybrid ") + name, Engine::Hybrid, mode, true, exact, {}});
    subjects.push_back({std::string("hybrid with whole functions ") + name, Engine::Hybrid, mode, false, false, {}});
  }
  return subjects;
}

namespace {

std::string text_of(const Value& value) {
  if (value.is_none()) return "None";
  Buffer text;
  const auto [low, high] = value.words();
  const std::uint64_t words[] = {low, high};
  append_display(text, value.type(), words, false);
  return std::string(text.view());
}

// Same value, NaN payloads apart: LLVM may choose another.
bool equal(const Value& a, const Value& b) {
  if (a.same_as(b)) return true;
  return a.type() == PortType::F64 && b.type() == PortType::F64 && !a.is_none() && !b.is_none() && a.as_f64() != a.as_f64() &&
         b.as_f64() != b.as_f64();
}

Value extern_value(const RandomExtern& e, std::uint64_t seed) {
  if (e.type == "u64") return Value::u64(seed * 3);
  if (e.type == "f64") return Value::f64(static_cast<double>(seed) * 0.75 - 1.0);
  return Value::str(seed == 0 ? "" : seed == 1 ? "42" : "ext" + std::to_string(seed));
}

std::unique_ptr<AnyKernel> make(const Subject& subject, std::shared_ptr<const Program> program) {
  if (subject.control) return subject.control(std::move(program));
  bool ok = true;
  return make_kernel(std::move(program), subject.mode, ok);
}

// One subject with its own program, reference inputs and step model.
class Runner {
 public:
  Runner(const Subject& subject, std::shared_ptr<const Program> program)
      : subject_(subject),
        program_(std::move(program)),
        internals_(program_->internals()),
        kernel_(make(subject, program_)),
        reference_(internals_.graph),
        model_(internals_.graph, internals_.plan),
        written_(internals_.graph.inputs.size(), false) {}

  std::optional<std::string> run(const Operation& op, const RandomGraph& graph) {
    const std::vector<std::uint64_t> before(kernel_->step_runs().begin(), kernel_->step_runs().end());
    std::vector<std::uint32_t> expected_runs;
    bool is_read = false;
    if (op.with_coords) write_coords(op.coords, op.kind == Operation::Kind::SlotRead);
    std::optional<std::string> wrong;
    switch (op.kind) {
      case Operation::Kind::SetInputs: break;
      case Operation::Kind::SetExtern:
      case Operation::Kind::ClearExtern: set_extern(op, graph); break;
      case Operation::Kind::Pull: {
        is_read = true;
        const std::uint32_t output = output_of(op, graph);
        expected_runs = model_.pull(source_of(output), reference_);
        wrong = check_read(kernel_->pull(output), output);
        break;
      }
      case Operation::Kind::SlotRead: {
        const std::uint32_t output = output_of(op, graph);
        const bool reference_slot = color_of(program_->outputs()[output].type) == SlotColor::Ref2;
        is_read = true;
        if (!reference_slot) {
          write_model_coords(op.coords);
          expected_runs = model_.pull(source_of(output), reference_);
        }
        wrong = check_slot_read(op, output, reference_slot);
        break;
      }
      case Operation::Kind::Eval: {
        is_read = true;
        expected_runs = model_.eval(reference_);
        wrong = check_eval();
        break;
      }
      case Operation::Kind::Get: wrong = check_get(output_of(op, graph)); break;
      case Operation::Kind::Invalidate:
        kernel_->invalidate_all();
        model_.invalidate_all();
        break;
      case Operation::Kind::Fork: kernel_ = kernel_->fork(); break;
    }
    if (wrong) return subject_.name + ": " + *wrong;
    if (const auto steps = check_steps(before, expected_runs, is_read)) return subject_.name + ": " + *steps;
    return std::nullopt;
  }

 private:
  std::uint32_t output_of(const Operation& op, const RandomGraph& graph) const { return *program_->output_index(graph.outputs[op.target]); }
  const WireSource& source_of(std::uint32_t output) const { return internals_.graph.outputs[output].source; }

  void write_model_coords(const std::vector<std::uint64_t>& coords) {
    for (std::uint32_t i = 0; i < coords.size() && i < internals_.coord_count; ++i) {
      if (!written_[i] || reference_.input(i).low() != coords[i]) model_.input_changed(i);
      written_[i] = true;
      reference_.set_coordinate(i, coords[i]);
    }
  }
  void write_coords(const std::vector<std::uint64_t>& coords, bool slot_read) {
    if (slot_read) return;  // eval_for_slot writes them itself
    write_model_coords(coords);
    kernel_->set_inputs(coords);
  }
  void set_extern(const Operation& op, const RandomGraph& graph) {
    const RandomExtern& e = graph.externs[op.target];
    const auto input = program_->input_index(e.name);
    if (!input) return;  // nothing that is selected reads it
    const Value value = op.kind == Operation::Kind::ClearExtern ? Value::none(program_->inputs()[*input].type) : extern_value(e, op.value);
    if (!written_[*input] || !reference_.input(*input).same_as(value)) model_.input_changed(*input);
    written_[*input] = true;
    reference_.set_input(*input, value);
    (void)kernel_->set_input(e.name, value);
  }

  std::optional<std::string> compare(std::uint32_t output, const char* how) {
    const ReferenceResult expected = reference_.read(source_of(output));
    Value got;
    if (const AccessError error = kernel_->value(output, got); error != AccessError::None)
      return std::string(how) + " of " + program_->outputs()[output].name + ": not readable after a successful read";
    if (!equal(got, expected.value))
      return std::string(how) + " of " + program_->outputs()[output].name + " gives " + text_of(got) + ", expected " +
             text_of(expected.value);
    return std::nullopt;
  }

  std::optional<std::string> check_failed(bool ok, const ReferenceResult& expected, const std::string& what) {
    if (ok != expected.failed) {
      if (ok || kernel_->failure().node == expected.failed_node) return std::nullopt;
      return what + " reports node " + kernel_->failure().node + " (" + kernel_->failure().report + "), expected " + expected.failed_node;
    }
    return what + (ok ? " succeeds, expected a failure of " + expected.failed_node : " fails: " + kernel_->failure().report);
  }

  std::optional<std::string> check_read(bool ok, std::uint32_t output) {
    const ReferenceResult expected = reference_.read(source_of(output));
    if (const auto wrong = check_failed(ok, expected, "pull of " + program_->outputs()[output].name)) return wrong;
    return ok ? compare(output, "pull") : std::nullopt;
  }

  std::optional<std::string> check_slot_read(const Operation& op, std::uint32_t output, bool reference_slot) {
    std::uint64_t word = 0;
    const AccessError error = kernel_->eval_for_slot(op.coords, program_->outputs()[output].slot, word);
    if (reference_slot)
      return error == AccessError::ReferenceSlot ? std::nullopt : std::optional<std::string>("a slot read of a reference is not refused");
    const ReferenceResult expected = reference_.read(source_of(output));
    if (const auto wrong = check_failed(error != AccessError::Failed, expected, "slot read of " + program_->outputs()[output].name))
      return wrong;
    if (expected.failed) return std::nullopt;
    if (error != AccessError::None) return std::string("a slot read is refused");
    if (!expected.value.is_none() && word != expected.value.low() &&
        !(expected.value.type() == PortType::F64 && expected.value.as_f64() != expected.value.as_f64()))
      return "slot read of " + program_->outputs()[output].name + " gives " + std::to_string(word) + ", expected " +
             text_of(expected.value);
    return compare(output, "slot read");
  }

  std::optional<std::string> check_eval() {
    const bool ok = kernel_->eval();
    const std::string report = ok ? "" : kernel_->failure().node;
    std::optional<ReferenceResult> first_failure;
    for (std::uint32_t o = 0; o < program_->outputs().size(); ++o) {
      const ReferenceResult expected = reference_.read(source_of(o));
      if (expected.failed) {
        if (!first_failure) first_failure = expected;
        if (kernel_->is_current(o)) return "after eval, " + program_->outputs()[o].name + " looks current although it failed";
      } else if (const auto wrong = compare(o, "eval")) {
        return wrong;
      }
    }
    if (ok == first_failure.has_value())
      return std::string(ok ? "eval succeeds, expected a failure" : "eval fails: " + kernel_->failure().report);
    if (first_failure && report != first_failure->failed_node) return "eval reports " + report + ", expected " + first_failure->failed_node;
    return std::nullopt;
  }

  // A read without evaluation: refused, or right.
  std::optional<std::string> check_get(std::uint32_t output) {
    if (!kernel_->is_current(output)) return std::nullopt;
    const ReferenceResult expected = reference_.read(source_of(output));
    if (expected.failed) return "get of " + program_->outputs()[output].name + ": current although its evaluation fails";
    return compare(output, "get");
  }

  std::optional<std::string> check_steps(const std::vector<std::uint64_t>& before, const std::vector<std::uint32_t>& expected,
                                         bool is_read) {
    const auto after = kernel_->step_runs();
    for (std::uint32_t s = 0; s < before.size(); ++s) {
      const std::uint64_t ran = after[s] - before[s];
      if (!is_read && ran != 0) return "step " + std::to_string(s) + " ran without a read";
      if (ran > 1) return "step " + std::to_string(s) + " ran " + std::to_string(ran) + " times in one read";
      if (!subject_.exact_steps) continue;
      const bool wanted = std::find(expected.begin(), expected.end(), s) != expected.end();
      if (wanted != (ran == 1))
        return "step " + std::to_string(s) +
               (wanted ? " did not run although it was needed and stale" : " ran although it was not both needed and stale");
    }
    return std::nullopt;
  }

  const Subject& subject_;
  std::shared_ptr<const Program> program_;
  const ProgramInternals& internals_;
  std::unique_ptr<AnyKernel> kernel_;
  ReferenceEvaluator reference_;
  NaiveCurrency model_;
  std::vector<bool> written_;
};

std::shared_ptr<const Program> compile_for(const RandomGraph& graph, Engine engine, bool count_runs, std::string& problem) {
  const Source source("random.polydat", graph.text());
  CompileOptions options;
  options.engine = engine;
  options.outputs = graph.outputs;
  options.count_runs = count_runs;
  Compiled compiled = compile(source, options);
  if (compiled.program == nullptr) {
    problem = "does not compile:";
    for (const Diagnostic& d : compiled.diagnostics.sorted()) problem += "\n" + render_text(d, source, false);
    return nullptr;
  }
  // One module for all segments: a partial pull at a time would make dozens.
  if (compiled.program->internals().native != nullptr) {
    BitSet all(compiled.program->internals().plan.steps.size());
    all.set_all(compiled.program->internals().plan.steps.size());
    if (!compiled.program->internals().native->compile_segments(all)) problem = compiled.program->internals().native->error();
  }
  return compiled.program;
}

}  // namespace

std::optional<std::string> run_lockstep(const RandomGraph& graph, const std::vector<Operation>& script,
                                        const std::vector<Subject>& subjects) {
  std::vector<std::unique_ptr<Runner>> runners;
  for (const Engine engine : {Engine::Interpreter, Engine::Closures, Engine::Hybrid}) {
    for (const bool count_runs : {true, false}) {
      std::shared_ptr<const Program> program;
      for (const Subject& subject : subjects) {
        if (subject.engine != engine || subject.count_runs != count_runs) continue;
        std::string problem;
        if (program == nullptr) program = compile_for(graph, engine, count_runs, problem);
        // Every node of a random graph depends on an input, so nothing can be refused as a failing constant.
        if (!problem.empty()) return subject.name + ": " + problem;
        runners.push_back(std::make_unique<Runner>(subject, program));
      }
    }
  }
  for (std::size_t k = 0; k < script.size(); ++k)
    for (const auto& runner : runners)
      if (auto wrong = runner->run(script[k], graph))
        return "operation " + std::to_string(k) + " (" + describe(script[k], graph) + "): " + *wrong;
  return std::nullopt;
}

std::string shrink_and_describe(RandomGraph graph, std::vector<Operation> script, const std::vector<Subject>& subjects) {
  std::string failure = run_lockstep(graph, script, subjects).value_or("(does not fail)");
  // First the script, by halves and then single operations; then the graph, a binding at a time.
  for (std::size_t piece = std::max<std::size_t>(script.size() / 2, 1); piece > 0; piece /= 2) {
    for (std::size_t at = 0; at + piece <= script.size();) {
      std::vector<Operation> shorter = script;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at), shorter.begin() + static_cast<std::ptrdiff_t>(at + piece));
      if (const auto still = run_lockstep(graph, shorter, subjects)) {
        script = std::move(shorter);
        failure = *still;
      } else {
        at += piece;
      }
    }
  }
  for (std::size_t b = graph.bindings.size(); b-- > 0;) {
    const auto smaller = without_binding(graph, b);
    if (!smaller || smaller->outputs.size() != graph.outputs.size()) continue;  // the script names outputs by number
    if (const auto still = run_lockstep(*smaller, script, subjects)) {
      graph = *smaller;
      failure = *still;
    }
  }
  std::string text = failure + "\nseed " + std::to_string(graph.seed) + "\n" + graph.text() + "outputs:";
  for (const std::string& output : graph.outputs) text += " " + output;
  for (const Operation& op : script) text += "\n  " + describe(op, graph);
  return text;
}

}  // namespace polydat::testing
