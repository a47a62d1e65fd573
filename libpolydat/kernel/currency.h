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

// What a row of pure native code passes through is POLYDAT_HOT: inlined into the kernel's call, so that it costs a few dozen
// instructions. What is called from there and rare is static, so that the object itself never needs memory.
#define POLYDAT_HOT [[gnu::always_inline]]

template <Provenance Mode>
struct Currency {
  static constexpr bool push = Mode == Provenance::PushPull;
  static constexpr bool guard = Mode == Provenance::Pull;

  KernelState& s;
  const ProgramInternals& program = s.program;
  const Plan& plan = program.plan;

  // ---- writes

  // The words of `input` have been stored.
  POLYDAT_HOT void changed(std::uint32_t input) {
    if constexpr (push) {
      s.dirty |= s.reach[input];
    } else {
      s.input_stamp[input] = ++s.now;
      if constexpr (guard)
        for (const std::uint32_t c : program.classes_of[input]) s.class_stamp[c] = s.now;
      if (program.has_side_channels) s.dirty |= program.side_channel_reach[input];
    }
  }

  // Coordinates are the first slots, in order.
  POLYDAT_HOT void set_inputs(std::span<const std::uint64_t> coords) {
    std::size_t count = coords.size();
    if (count != s.usual_coords) [[unlikely]]
      count = mark_first_writes(s, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (s.slots[i] == coords[i]) continue;
      s.slots[i] = coords[i];
      changed(static_cast<std::uint32_t>(i));
    }
    if constexpr (!push) s.wrote = true;
  }

  // The first write of a coordinate is a change whatever its value. Returns how many of `count` coordinates there are.
  POLYDAT_RARELY_CALLED static std::size_t mark_first_writes(KernelState& s, std::size_t count) {
    if (count > s.program.coord_count) count = s.program.coord_count;
    for (std::uint32_t i = 0; i < count; ++i) Currency{s}.mark_first_write(i);
    return count;
  }
  void mark_first_write(std::uint32_t coordinate) {
    if (s.written[coordinate]) return;
    s.written[coordinate] = true;
    s.count_first_write();
    changed(coordinate);
  }

  void set_input(std::uint32_t input, const Value& value) {
    s.wrote = true;
    if (input < program.coord_count) {
      mark_first_write(input);
      if (s.slots[input] == value.low()) return;
      s.slots[input] = value.low();
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

  POLYDAT_HOT void begin_read() {
    if constexpr (push) {
      if (program.has_volatile) s.dirty |= plan.volatile_steps;
    } else {
      s.round += s.wrote ? 1 : 0;
      s.wrote = false;
      ++s.read_id;
    }
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

  static constexpr std::uint32_t kNoCode = Plan::kNoStep - 1;  // native code could not be made (a compile limit)

  // Runs what must run of `cone`, in order. Returns the step that failed, or kNoStep, or kNoCode; it and what follows stay as they were.
  std::uint32_t run_cone(const Cone& cone) {
    for (const ConeWord& part : cone.words) {
      std::uint64_t bits = part.bits;
      if constexpr (push) bits &= s.dirty.words()[part.word];
      for (; bits != 0; bits &= bits - 1) {
        const std::uint32_t step = part.word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        if constexpr (!push)
          if (!must_run(step)) continue;
        if (awaits_code(step) && !program.native->compile_segments(cone.steps(plan.steps.size()))) return kNoCode;
        if (s.run_step(step) != 0) {
          mark_failed(step);
          return step;
        }
        mark_current(step);
      }
    }
    return Plan::kNoStep;
  }

  // A step that native code runs and that nobody has asked for so far.
  bool awaits_code(std::uint32_t step) const {
    if (s.step_code[step] != nullptr) [[likely]]
      return false;
    return program.native != nullptr && s.none_count == 0 && plan.steps[step].kind == StepKind::Segment &&
           program.native->segment(plan.steps[step].function) == nullptr;
  }

  // Pull: whether anything of the cone may have to run.
  bool outdated(std::uint32_t output, const Cone& cone) const {
    return s.class_stamp[program.output_class[output]] > std::max(s.done_out[output], s.whole_now) || cone.has_volatile ||
           (program.has_side_channels && cone.intersects(s.dirty, plan.side_channel_steps));
  }

  // The failed step, kNoStep when all is well, or kNoCode.
  std::uint32_t pull(std::uint32_t output) {
    if (s.cones[output] == nullptr) s.cones[output] = &program.cone(output);
    const Cone& cone = *s.cones[output];
    begin_read();
    if constexpr (guard)
      if (!outdated(output, cone)) return Plan::kNoStep;
    const std::uint32_t failed = run_cone(cone);
    if (failed != Plan::kNoStep) return failed;
    if constexpr (guard) s.done_out[output] = s.now;
    if constexpr (push) shorten_path(output, cone);
    return Plan::kNoStep;
  }

  // Where the cone is one native step and nothing but its dirty bit decides whether it runs, the kernel's pull can see to it by itself.
  void shorten_path(std::uint32_t output, const Cone& cone) {
    if (cone.words.size() != 1 || !std::has_single_bit(cone.words[0].bits) || cone.has_volatile) return;
    const auto [word, bit] = cone.words[0];
    const std::uint32_t step = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bit));
    if (!plan.steps[step].reads_extern) s.paths[output] = {s.step_code[step], &s.dirty.words()[word], bit};
  }

  // As pull, for the source of a const slot.
  std::uint32_t pull_cone(const Cone& cone) {
    begin_read();
    return run_cone(cone);
  }

  // Runs everything that must run, in two parts, so that the first can be short: begin_eval(), then finish_eval() where that gave false.
  //
  // True: native code for everything was there and ran without a failure, or nothing had to run.
  POLYDAT_HOT bool begin_eval() {
    if constexpr (!push) s.wrote = true;
    begin_read();
    if (s.has_whole_code() && eval_whole()) return true;
    return push && !s.dirty.intersects(plan.eval_steps);
  }

  // `failed` receives the failed steps and those that depend on them; false when there are any.
  bool finish_eval(BitSet& failed, bool& no_code) {
    no_code = false;
    if (!s.has_whole_code() && program.native != nullptr && s.runs.empty() && whole_pays()) {
      no_code = !program.native->compile_whole();
      if (no_code) return false;
      s.adopt_whole_code(program.native->whole());
      if (eval_whole()) return true;
    }
    return eval_by_steps(failed, no_code);
  }

  bool eval(BitSet& failed, bool& no_code) { return begin_eval() || finish_eval(failed, no_code); }

  POLYDAT_HOT bool eval_whole() {
    if (!whole_pays() || s.run_whole() != 0) return false;
    all_current();
    return true;
  }

  // Whether running everything is right and cheap. Pull and Raw: side channels that are current must not run again. PushPull: everything is
  // dirty, or, for pure graphs, most of it is: running a clean pure step again gives what is there.
  POLYDAT_HOT bool whole_pays() const {
    if (s.none_count != 0) return false;
    if constexpr (!push) return !program.has_side_channels;
    return s.dirty.contains(plan.eval_steps) || (program.is_all_native && most_is_dirty(s));
  }
  POLYDAT_RARELY_CALLED static bool most_is_dirty(const KernelState& s) {
    const BitSet& eval = s.program.plan.eval_steps;
    std::size_t dirty = 0;
    for (std::size_t w = 0; w < eval.word_count(); ++w)
      dirty += static_cast<std::size_t>(std::popcount(eval.words()[w] & s.dirty.words()[w]));
    return dirty * 2 > s.program.plan.steps.size();
  }

  POLYDAT_HOT void all_current() {
    if constexpr (push) {
      s.dirty -= plan.eval_steps;
    } else {
      s.whole_now = s.now;
      s.whole_round = s.round;
      if (program.has_side_channels) s.dirty -= plan.eval_steps;
      if (program.has_volatile) plan.volatile_steps.for_each([&](std::size_t step) { s.ran_read[step] = s.read_id; });
    }
  }

  bool eval_by_steps(BitSet& failed, bool& no_code) {
    bool any_failed = false;
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
        if (awaits_code(step) && !program.native->compile_segments(plan.eval_steps)) {
          no_code = true;
          return false;
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

#undef POLYDAT_HOT

}  // namespace polydat
