// The slow and obvious kernel that the others are compared with: owned values, one flag a node, depth-first evaluation.
#pragma once

#include "kernel/depth_first.h"
#include "kernel/program_internals.h"
#include "polydat/kernel.h"

namespace polydat {

class InterpreterKernel final : public AnyKernel {
 public:
  explicit InterpreterKernel(std::shared_ptr<const Program> program);

  const Program& program() const override { return *program_; }
  bool init() override;
  void set_inputs(std::span<const std::uint64_t> coords) override;
  AccessError set_input(std::string_view name, const Value& value) override;
  AccessError set_input_at(std::uint32_t index, const Value& value) override;
  bool eval() override;
  bool pull(std::uint32_t output) override;
  const Failure& failure() const override { return failure_; }
  AccessError get(std::string_view output, std::uint64_t& word) const override;
  AccessError value(std::uint32_t output, Value& value) const override;
  bool is_none(std::uint32_t output) const override;
  bool is_current(std::uint32_t output) const override;
  const std::uint64_t* output_words(std::uint32_t output) const override;
  AccessError eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) override;
  void invalidate_all() override;
  void reset_inputs() override;
  std::unique_ptr<AnyKernel> fork() const override;
  std::span<const std::uint64_t> step_runs() const override { return runs_; }

 private:
  void write(std::uint32_t input, const Value& value);
  void begin_read();
  bool evaluate(std::uint32_t node);
  const Value& output_value(std::uint32_t output) const;
  void publish(std::uint32_t output);

  std::shared_ptr<const Program> program_;
  const ProgramInternals& internals_;
  std::vector<Value> inputs_;
  std::vector<bool> written_;
  NodeValues values_;
  std::vector<std::vector<Scratch>> private_;  // per node
  std::vector<std::uint64_t> runs_;            // per step
  mutable std::vector<std::uint64_t> words_;   // two a output: what output_words shows
  Failure failure_;
};

}  // namespace polydat
