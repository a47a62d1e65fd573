// The one currency algorithm (design D6; engine page C.4): which steps a read must run, in every provenance mode.
//
//   PushPull  a change marks its dependents dirty; a read runs dirty steps of its cone. Nothing is ever cleared but by running, so no
//             order of calls can lose a change.
//   Pull      a change stamps the classes of outputs it can reach; a read whose class is not newer than its last complete read
//             returns at once, otherwise every step of the cone runs, once a round.
//   Raw       as Pull without the guard.
// A round is what lies between two write calls. In Pull and Raw only side-channel steps are skipped by dirty bits, so that an effect
// happens once a change in every mode. A volatile step runs once in every read whose cone reaches it.
#pragma once

#include "kernel/kernel_state.h"

namespace polydat {

template <Provenance Mode>
struct Currency {
  static constexpr bool push = Mode == Provenance::PushPull;
  static constexpr bool guard = Mode == Provenance::Pull;

  KernelState& s;
  const ProgramInternals& program = s.program;
  const Plan& plan = program.plan;

  // ---- writes

  // The words of `input` have been stored.
  void changed(std::uint32_t input) {
    ++s.now;
    s.input_stamp[input] = s.now;
    const BitSet& reach = plan.reach[input];
    if constexpr (push) {
      s.dirty |= reach;
    } else {
      for (const std::uint32_t c : program.classes_of[input]) s.class_stamp[c] = s.now;
      for (std::size_t w = 0; w < s.dirty.word_count(); ++w) s.dirty.words()[w] |= reach.words()[w] & plan.side_channel_steps.words()[w];
    }
  }

  void set_inputs(std::span<const std::uint64_t> coords) {
    const std::uint32_t count = static_cast<std::uint32_t>(coords.size() < program.coord_count ? coords.size() : program.coord_count);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint64_t& slot = s.slots[plan.input_slot[i]];
      if (slot == coords[i] && (s.unwritten_coords == 0 || s.written[i])) continue;
      slot = coords[i];
      if (s.unwritten_coords != 0 && !s.written[i]) {
        s.written[i] = true;
        --s.unwritten_coords;
      }
      changed(i);
    }
    s.wrote = true;
  }

  void set_input(std::uint32_t input, const Value& value) {
    s.wrote = true;
    if (input < program.coord_count) {
      std::uint64_t& slot = s.slots[plan.input_slot[input]];
      if (slot == value.low() && s.written[input]) return;
      slot = value.low();
      if (!s.written[input]) {
        s.written[input] = true;
        --s.unwritten_coords;
      }
    } else {
      if (s.written[input] && s.input_values[input].same_as(value)) return;
      s.written[input] = true;
      s.store_input(input, value);
    }
    changed(input);
  }

  void invalidate_all() {
    s.dirty.set_all(plan.steps.size());
    std::fill(s.done_out.begin(), s.done_out.end(), 0);
    std::fill(s.ran_round.begin(), s.ran_round.end(), 0);
    std::fill(s.ran_now.begin(), s.ran_now.end(), 0);
    s.whole_now = s.whole_round = 0;
    s.wrote = true;
  }

  // ---- reads

  void begin_read() {
    if (s.wrote) {
      ++s.round;
      s.wrote = false;
    }
    ++s.read_id;
    if (push && program.has_volatile) s.dirty |= plan.volatile_steps;
  }

  bool must_run(std::uint32_t step) const {
    if constexpr (push) {
      return s.dirty.test(step);
    } else {
      if (plan.volatile_steps.test(step)) return s.ran_read[step] != s.read_id;
      if (plan.side_channel_steps.test(step)) return s.dirty.test(step);
      return s.ran_round[step] != s.round && s.whole_round != s.round;
    }
  }

  void mark_current(std::uint32_t step) {
    s.dirty.reset(step);
    if constexpr (!push) {
      s.ran_round[step] = s.round;
      s.ran_read[step] = s.read_id;
      s.ran_now[step] = s.now;
    }
  }
  void mark_failed(std::uint32_t step) {
    s.dirty.set(step);
    if constexpr (!push) {
      s.ran_round[step] = 0;
      s.ran_now[step] = 0;
      s.whole_now = s.whole_round = 0;
    }
  }

  // Runs what must run of `cone`, in order. Returns the step that failed, or kNoStep; it and what follows stay as they were.
  std::uint32_t run_cone(const BitSet& cone) {
    if (!compile_for(cone)) return kNoCode;
    for (std::size_t w = 0; w < cone.word_count(); ++w) {
      std::uint64_t bits = cone.words()[w];
      if constexpr (push) bits &= s.dirty.words()[w];
      for (; bits != 0; bits &= bits - 1) {
        const auto step = static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
        if constexpr (!push)
          if (!must_run(step)) continue;
        if (s.run_step(step) != 0) {
          mark_failed(step);
          return step;
        }
        mark_current(step);
      }
    }
    return Plan::kNoStep;
  }

  static constexpr std::uint32_t kNoCode = Plan::kNoStep - 1;  // native code could not be made (a compile limit)

  bool any_dirty(const BitSet& cone) const {
    for (std::size_t w = 0; w < cone.word_count(); ++w)
      if ((cone.words()[w] & s.dirty.words()[w]) != 0) return true;
    return false;
  }

  // False: nothing of the cone has to run.
  bool enters(std::uint32_t output, const BitSet& cone) const {
    if constexpr (push) {
      return any_dirty(cone);
    } else if constexpr (guard) {
      const bool unstable = program.has_volatile && cone.intersects(plan.volatile_steps);
      const std::uint64_t done = std::max(s.done_out[output], s.whole_now);
      return unstable || s.class_stamp[program.output_class[output]] > done || any_dirty_side_channel(cone);
    } else {
      return true;
    }
  }
  bool any_dirty_side_channel(const BitSet& cone) const {
    for (std::size_t w = 0; w < cone.word_count(); ++w)
      if ((cone.words()[w] & s.dirty.words()[w] & plan.side_channel_steps.words()[w]) != 0) return true;
    return false;
  }

  // The result of a read: the failed step, kNoStep when all is well, or kNoCode.
  std::uint32_t pull(std::uint32_t output) {
    const BitSet*& cone = s.cones[output];
    if (cone == nullptr) cone = &program.cone(output);
    begin_read();
    if (!enters(output, *cone)) return Plan::kNoStep;
    const std::uint32_t failed = run_cone(*cone);
    if (failed == Plan::kNoStep) s.done_out[output] = s.now;
    return failed;
  }

  // As pull, for the source of a const slot.
  std::uint32_t pull_cone(const BitSet& cone) {
    begin_read();
    return run_cone(cone);
  }

  // Runs everything that must run. `failed` receives the failed steps and those that depend on them; false when there are any.
  bool eval(BitSet& failed, bool& no_code) {
    if constexpr (!push) s.wrote = true;
    begin_read();
    no_code = false;
    const RowFunction* whole = whole_functions(no_code);
    if (no_code) return false;
    if (whole != nullptr && s.run_schedule(whole) == 0) {
      all_current();
      return true;
    }
    return eval_by_steps(failed, no_code);
  }

  // Pull and Raw: side channels that are current must not run again, so the schedule serves only without them.
  const RowFunction* whole_functions(bool& no_code) {
    if (program.native == nullptr || !s.runs.empty() || s.none_count != 0) return nullptr;
    if (push ? !worth_running_whole() : plan.side_channel_steps.any()) return nullptr;
    if (const RowFunction* ready = program.native->whole()) return ready;
    no_code = !program.native->compile_whole();
    return program.native->whole();
  }

  // Everything is dirty; or, for pure graphs, most of it is: running a clean pure step again gives what is there.
  bool worth_running_whole() const {
    bool all = true;
    for (std::size_t w = 0; w < s.dirty.word_count(); ++w)
      if ((plan.eval_steps.words()[w] & ~s.dirty.words()[w]) != 0) all = false;
    if (all) return plan.steps.size() != 0;
    if (program.has_volatile || plan.side_channel_steps.any() || plan.segment_functions.size() != plan.steps.size()) return false;
    std::size_t dirty = 0;
    for (std::size_t w = 0; w < s.dirty.word_count(); ++w)
      dirty += static_cast<std::size_t>(std::popcount(plan.eval_steps.words()[w] & s.dirty.words()[w]));
    return dirty * 2 > plan.steps.size();
  }

  void all_current() {
    for (std::size_t w = 0; w < s.dirty.word_count(); ++w) s.dirty.words()[w] &= ~plan.eval_steps.words()[w];
    if constexpr (!push) {
      s.whole_now = s.now;
      s.whole_round = s.round;
      plan.volatile_steps.for_each([&](std::size_t step) { s.ran_read[step] = s.read_id; });
    }
  }

  bool eval_by_steps(BitSet& failed, bool& no_code) {
    bool any_failed = false;
    if (!compile_for(plan.eval_steps)) {
      no_code = true;
      return false;
    }
    for (std::size_t w = 0; w < s.dirty.word_count(); ++w) {
      std::uint64_t bits = plan.eval_steps.words()[w];
      if constexpr (push) bits &= s.dirty.words()[w];
      for (; bits != 0; bits &= bits - 1) {
        const auto step = static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
        if constexpr (!push)
          if (!must_run(step)) continue;
        if (any_failed && depends_on(step, failed)) {
          failed.set(step);
          mark_failed(step);
          continue;
        }
        if (s.run_step(step) == 0) {
          mark_current(step);
          continue;
        }
        if (!any_failed) failed = BitSet(plan.steps.size());
        any_failed = true;
        failed.set(step);
        mark_failed(step);
      }
    }
    if (any_failed) {
      for (std::uint32_t o = 0; o < s.done_out.size(); ++o) {
        const WireSource& source = program.graph.outputs[o].source;
        const std::uint32_t step = source.kind == WireSource::Kind::Node ? plan.step_of[source.index] : Plan::kNoStep;
        if (step == Plan::kNoStep || !failed.test(step)) s.done_out[o] = s.now;
      }
      return false;
    }
    all_current();
    return true;
  }

  bool depends_on(std::uint32_t step, const BitSet& failed) const {
    for (std::uint32_t k = plan.producer_begin[step]; k < plan.producer_begin[step + 1]; ++k)
      if (failed.test(plan.producers[k])) return true;
    return false;
  }

  // Segment functions of the steps of `cone` that must run, where the engine is native. Functions already there cost one look each.
  bool compile_for(const BitSet& cone) {
    if (program.native == nullptr || s.none_count != 0) return true;
    bool missing = false;
    for (std::size_t w = 0; w < cone.word_count() && !missing; ++w) {
      std::uint64_t bits = cone.words()[w];
      if constexpr (push) bits &= s.dirty.words()[w];
      for (; bits != 0; bits &= bits - 1) {
        const Step& step = plan.steps[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        if (step.kind == StepKind::Segment && program.native->segment(step.function) == nullptr) missing = true;
      }
    }
    return !missing || program.native->compile_segments(cone);
  }

  // Whether what is in the slots of a step is what a fresh evaluation would give.
  bool is_current(std::uint32_t step) const {
    if constexpr (push) {
      return !s.dirty.test(step);
    } else {
      const std::uint64_t ran = std::max(s.ran_now[step], plan.eval_steps.test(step) ? s.whole_now : 0);
      if (ran == 0) return false;
      bool current = true;
      plan.input_sets[plan.steps[step].input_set].for_each([&](std::size_t i) { current &= s.input_stamp[i] <= ran; });
      return current;
    }
  }
};

}  // namespace polydat
