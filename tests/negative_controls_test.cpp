// Two broken kernels, built only here, that the differential test must catch: one that loses a bit of a reach set, one that takes a step for
// current that it did not run. If either slips through, the differential test proves nothing.
#include <doctest/doctest.h>

#include "kernel/currency.h"
#include "kernel/replay_failure.h"
#include "support/lockstep.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

enum class Sabotage { DropReachBit, ClearDirtyBit };

// A push-pull kernel over its own state, broken on purpose.
class BrokenKernel final : public AnyKernel {
 public:
  BrokenKernel(std::shared_ptr<const Program> program, Sabotage sabotage)
      : program_(std::move(program)), sabotage_(sabotage), state_(std::make_unique<KernelState>(program_->internals())) {}
  BrokenKernel(const BrokenKernel& other)
      : program_(other.program_), sabotage_(other.sabotage_), state_(std::make_unique<KernelState>(*other.state_)), reads_(other.reads_) {}

  const Program& program() const override { return *program_; }
  bool init() override { return true; }
  void set_inputs(std::span<const std::uint64_t> coords) override {
    const std::vector<std::uint64_t> before(state_->slots, state_->slots + program_->coord_count());
    const bool first_is_clean = !state_->dirty.words()[0] || !state_->dirty.test(victim());
    currency().set_inputs(coords);
    // As if reach[0] lacked its last step: that step stays clean although its input moved.
    if (sabotage_ == Sabotage::DropReachBit && !coords.empty() && coords[0] != before[0] && first_is_clean) state_->dirty.reset(victim());
  }
  AccessError set_input(std::string_view name, const Value& value) override { return set_input_at(*program_->input_index(name), value); }
  AccessError set_input_at(std::uint32_t index, const Value& value) override {
    currency().set_input(index, value);
    return AccessError::None;
  }
  bool eval() override {
    before_read();
    BitSet failed;
    bool no_code = false;
    if (currency().eval(failed, no_code)) return true;
    for (const GraphOutput& output : program_->internals().graph.outputs) {
      const std::uint32_t step =
          output.source.kind == WireSource::Kind::Node ? program_->internals().plan.step_of[output.source.index] : Plan::kNoStep;
      if (step == Plan::kNoStep || !failed.test(step)) continue;
      explain(output.source.index);
      break;
    }
    return false;
  }
  bool pull(std::uint32_t output) override {
    before_read();
    if (currency().pull(output) == Plan::kNoStep) return true;
    explain(program_->internals().graph.outputs[output].source.index);
    return false;
  }
  const Failure& failure() const override { return failure_; }
  AccessError get(std::string_view, std::uint64_t&) const override { return AccessError::UnknownName; }
  AccessError value(std::uint32_t output, Value& value) const override {
    value = state_->value_at(program_->outputs()[output].slot, program_->outputs()[output].type);
    return is_current(output) ? AccessError::None : AccessError::NotCurrent;
  }
  bool is_none(std::uint32_t) const override { return false; }
  bool is_current(std::uint32_t output) const override {
    const WireSource& source = program_->internals().graph.outputs[output].source;
    if (source.kind == WireSource::Kind::Input) return true;
    const std::uint32_t step = program_->internals().plan.step_of[source.index];
    return step == Plan::kNoStep || !state_->dirty.test(step);
  }
  const std::uint64_t* output_words(std::uint32_t output) const override { return &state_->slots[program_->outputs()[output].slot]; }
  AccessError eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) override {
    const ProgramInternals& p = program_->internals();
    if (p.plan.slot_is_reference[slot]) return AccessError::ReferenceSlot;
    set_inputs(coords);
    if (p.slot_input[slot] == ProgramInternals::kNoOutput && !pull(p.slot_output[slot])) return AccessError::Failed;
    word = state_->slots[slot];
    return AccessError::None;
  }
  void invalidate_all() override { currency().invalidate_all(); }
  void reset_inputs() override {}
  std::unique_ptr<AnyKernel> fork() const override { return std::make_unique<BrokenKernel>(*this); }
  std::span<const std::uint64_t> step_runs() const override { return state_->runs; }

 private:
  Currency<Provenance::PushPull> currency() { return Currency<Provenance::PushPull>{*state_}; }
  // The last step that depends on the first input, or the last of all.
  std::size_t victim() const {
    std::size_t last = program_->step_count() - 1;
    program_->internals().plan.reach[0].for_each([&](std::size_t step) { last = step; });
    return last;
  }
  void before_read() {
    if (sabotage_ == Sabotage::ClearDirtyBit && ++reads_ % 7 == 0) state_->dirty.reset(victim());
  }
  void explain(std::uint32_t node) {
    failure_ = replay_failure(*state_, node, [this](std::uint32_t step) { return !state_->dirty.test(step); });
  }

  std::shared_ptr<const Program> program_;
  Sabotage sabotage_;
  std::unique_ptr<KernelState> state_;
  unsigned reads_ = 0;
  Failure failure_;
};

// How many of the graphs show the fault: by a wrong value with the step counts ignored, and by the step counts.
std::size_t caught(std::optional<Sabotage> sabotage, bool exact_steps) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    GraphShape shape;
    shape.with_externs = shape.with_volatile = false;
    const RandomGraph graph = make_random_graph(seed, shape);
    Subject subject{"control", Engine::Closures, Provenance::PushPull, true, exact_steps, {}};
    if (sabotage)
      subject.control = [&](std::shared_ptr<const Program> program) -> std::unique_ptr<AnyKernel> {
        if (program->step_count() == 0) {
          bool ok = true;
          return make_kernel(std::move(program), ok);
        }
        return std::make_unique<BrokenKernel>(std::move(program), *sabotage);
      };
    if (run_lockstep(graph, make_random_script(seed, graph, 200), {subject})) ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("a kernel whose reach set lacks one bit is caught, by values and by steps") {
  CHECK(caught(Sabotage::DropReachBit, false) > 10);
  CHECK(caught(Sabotage::DropReachBit, true) > 20);
}

TEST_CASE("a kernel that clears a dirty bit it did not run is caught, by values and by steps") {
  CHECK(caught(Sabotage::ClearDirtyBit, false) > 10);
  CHECK(caught(Sabotage::ClearDirtyBit, true) > 20);
}

TEST_CASE("the same harness passes the kernel that is not broken") { CHECK(caught(std::nullopt, true) == 0); }
