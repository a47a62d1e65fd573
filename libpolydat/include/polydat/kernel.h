// Kernels: one thread's state over a Program. Set coordinates, then pull one output or evaluate all.
//
//   polydat::HybridKernel kernel(program);
//   kernel.set_inputs(coords);                       // by position; an equal value is no change
//   if (!kernel.eval()) std::cerr << kernel.failure().report;
//   std::uint64_t id = kernel.get_slot(slot);        // slot = *program->resolve_output("user_id")
//
// A read never returns a stale value, whatever the order of writes and reads (design D6). A failed read leaves the kernel
// usable: the failed step and everything below it stays dirty. Kernels are movable and copied only by fork(); a kernel belongs to one
// thread at a time, any number of kernels may share a program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/program.h"

namespace polydat {

// Why a read failed. `report`: a first line that names the node and the offending value, then the outputs the node feeds, the
// place, and its inputs as typed text.
struct Failure {
  FailureKind kind = FailureKind::Value;
  std::string report;
  std::string node;  // catalog name
  SourceRange range;
};

// What a write or a checked read did wrong.
enum class AccessError : std::uint8_t {
  None,
  UnknownName,    // no such input, output or slot
  WrongType,      // the value does not satisfy the declared type
  NotWritable,    // a coordinate written by name, or a const slot
  WrongLength,    // set_inputs_exact with another number of coordinates
  ReferenceSlot,  // a raw read of a slot that holds an address (axiom S2)
  NotCurrent,     // a read without evaluation of an output whose step is not current
  Failed,         // the evaluation failed; see failure()
};

struct KernelState;  // kernel/kernel_state.h

// An output that is one step of native code: pulling it is running that code if the step's bit is set. No code: another output, or its
// code is not there yet.
struct OutputPath {
  std::uint32_t (*code)(const std::uint64_t* consts, std::uint64_t* slots) = nullptr;
  std::uint64_t* dirty = nullptr;
  std::uint64_t bit = 0;
};

// The currency rules live in one template; `Mode` is never Auto.
template <Provenance Mode>
class Kernel {
 public:
  explicit Kernel(std::shared_ptr<const Program> program);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  const Program& program() const { return *program_; }

  // Captures the `const` bindings and starts the `shared` cells, in dependency order. Done by the constructor; false when one fails.
  bool init();
  // What the last init() gave.
  bool ready() const;
  // Writes the first coords.size() coordinates in declaration order; surplus values are ignored.
  void set_inputs(std::span<const std::uint64_t> coords) {
    if (coords.size() != usual_coords_) return set_inputs_by_rule(coords);
    for (std::size_t i = 0; i < coords.size(); ++i) {
      if (slots_[i] == coords[i]) continue;
      slots_[i] = coords[i];
      *dirty_ |= reach_[i];
    }
  }
  AccessError set_inputs_exact(std::span<const std::uint64_t> coords);
  // By name: externs and `shared` cells. By index: any of Program::inputs(). None clears an extern or a cell. The value has the declared
  // type; a `dyn` extern takes every type, and reads that cannot convert what it holds fail. A cell holds what was
  // written until the next write, init() or reset_inputs(); a write that is a change makes what depends on the cell not current, like
  // that of an extern. Each kernel has its own cells; fork() copies their values.
  AccessError set_input(std::string_view name, const Value& value);
  AccessError set_input_at(std::uint32_t index, const Value& value);
  Value input_value(std::uint32_t index) const;

  // Makes every output current and runs the side-channel steps. False when a step failed: failure() reports the first output,
  // in order, whose own pull would fail; the outputs that do not depend on a failed step are readable.
  bool eval();
  // Makes one output current; runs the steps of its cone that are not current and nothing else.
  bool pull(std::uint32_t output) {
    if constexpr (Mode == Provenance::PushPull) {
      const OutputPath& path = paths_[output];
      if (path.code != nullptr) {
        if ((*path.dirty & path.bit) == 0) return true;
        if (path.code(consts_, slots_) == 0) [[likely]] {
          *path.dirty &= ~path.bit;
          return true;
        }
      }
    }
    return pull_by_rule(output);
  }
  const Failure& failure() const;

  // Reads of what is there; no evaluation.
  std::uint64_t get_slot(std::uint32_t slot) const { return slots_[slot]; }  // unchecked; an Imm slot of a current output
  AccessError get_slot_checked(std::uint32_t slot, std::uint64_t& word) const;
  AccessError get(std::string_view output, std::uint64_t& word) const;
  AccessError value(std::uint32_t output, Value& value) const;
  bool is_none(std::uint32_t output) const;
  bool is_current(std::uint32_t output) const;
  // The slot words of an output; Ref2 pairs point into the kernel and hold until the next evaluation.
  const std::uint64_t* output_words(std::uint32_t output) const;
  // Views of a vector or text output; they hold until the next evaluation. An empty optional: another type, or not current.
  std::optional<std::string_view> read_text(std::uint32_t slot) const;
  std::optional<std::span<const float>> read_vec_f32(std::uint32_t slot) const;
  std::optional<std::span<const double>> read_vec_f64(std::uint32_t slot) const;
  std::optional<std::span<const std::uint16_t>> read_vec_f16(std::uint32_t slot) const;
  std::optional<std::span<const std::int8_t>> read_vec_i8(std::uint32_t slot) const;
  std::optional<std::span<const std::int16_t>> read_vec_i16(std::uint32_t slot) const;
  std::optional<std::span<const std::int32_t>> read_vec_i32(std::uint32_t slot) const;
  std::optional<std::span<const std::int64_t>> read_vec_i64(std::uint32_t slot) const;

  // set_inputs, then exactly the pull of the output that owns `slot`, then its raw word. Refuses unknown and reference slots
  // before any write. On an input's slot: the input, nothing runs.
  AccessError eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word);

  void invalidate_all();
  // Inputs back to their first values, everything dirty, consts captured and shared cells started again.
  void reset_inputs();
  Kernel fork() const;

  // Runs of each step since construction; all zero unless the program was compiled with count_runs.
  std::span<const std::uint64_t> step_runs() const;

 private:
  struct ForkTag {};
  Kernel(const Kernel& other, ForkTag);

  // The rules in full; what stands inline above is what they come to in the common case.
  void set_inputs_by_rule(std::span<const std::uint64_t> coords);
  bool pull_by_rule(std::uint32_t output);
  void bind();

  std::shared_ptr<const Program> program_;
  std::unique_ptr<KernelState> state_;
  // Parts of *state_ and of the program for the calls above.
  std::uint64_t* slots_ = nullptr;  // coordinates come first
  const std::uint64_t* consts_ = nullptr;
  const OutputPath* paths_ = nullptr;  // per output
  // How many coordinates set_inputs may see to by itself: all of them, once each has been written, in the push-pull mode with at most 64
  // steps, where dirty steps and what an input reaches are one word (design D6). Else a number that no caller gives.
  std::size_t usual_coords_ = ~std::size_t{0};
  std::uint64_t* dirty_ = nullptr;
  const std::uint64_t* reach_ = nullptr;  // per input
};

using HybridKernelRaw = Kernel<Provenance::Raw>;
using HybridKernelPull = Kernel<Provenance::Pull>;
using HybridKernelPushPull = Kernel<Provenance::PushPull>;
using HybridKernel = HybridKernelPushPull;

extern template class Kernel<Provenance::Raw>;
extern template class Kernel<Provenance::Pull>;
extern template class Kernel<Provenance::PushPull>;

// The same surface over a kernel chosen at run time, interpreter included; what the command and the tests use.
class AnyKernel {
 public:
  virtual ~AnyKernel() = default;
  virtual const Program& program() const = 0;
  virtual bool init() = 0;
  virtual void set_inputs(std::span<const std::uint64_t> coords) = 0;
  virtual AccessError set_input(std::string_view name, const Value& value) = 0;
  virtual AccessError set_input_at(std::uint32_t index, const Value& value) = 0;
  virtual bool eval() = 0;
  virtual bool pull(std::uint32_t output) = 0;
  virtual const Failure& failure() const = 0;
  virtual AccessError get(std::string_view output, std::uint64_t& word) const = 0;
  virtual AccessError value(std::uint32_t output, Value& value) const = 0;
  virtual bool is_none(std::uint32_t output) const = 0;
  virtual bool is_current(std::uint32_t output) const = 0;
  virtual const std::uint64_t* output_words(std::uint32_t output) const = 0;
  virtual AccessError eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) = 0;
  virtual void invalidate_all() = 0;
  virtual void reset_inputs() = 0;
  virtual std::unique_ptr<AnyKernel> fork() const = 0;
  virtual std::span<const std::uint64_t> step_runs() const = 0;
};

// A kernel of the program's engine and provenance. When a const cannot be captured it is returned all the same, and failure()
// of it says why; `ok` tells.
std::unique_ptr<AnyKernel> make_kernel(std::shared_ptr<const Program> program, bool& ok);
// The same with another provenance mode than the program's; the interpreter has only one. `mode` is not Auto.
std::unique_ptr<AnyKernel> make_kernel(std::shared_ptr<const Program> program, Provenance mode, bool& ok);

}  // namespace polydat
