#include "kernel/interpreter.h"

#include "kernel/replay_failure.h"
#include "nodes/dyn_value.h"

namespace polydat {

InterpreterKernel::InterpreterKernel(std::shared_ptr<const Program> program)
    : program_(std::move(program)),
      internals_(program_->internals()),
      inputs_(internals_.graph.inputs.size()),
      written_(inputs_.size(), false),
      values_{std::vector<std::vector<Value>>(internals_.graph.nodes.size()), std::vector<bool>(internals_.graph.nodes.size(), false), {}},
      private_(internals_.graph.nodes.size()),
      runs_(internals_.count_runs ? internals_.plan.steps.size() : 0, 0),
      words_(internals_.graph.outputs.size() * 2, 0) {
  for (std::uint32_t i = 0; i < inputs_.size(); ++i)
    inputs_[i] = i < internals_.coord_count ? Value::u64(0) : internals_.graph.inputs[i].initial;
  for (std::uint32_t n = 0; n < private_.size(); ++n) {
    const NodeDef* def = internals_.graph.nodes[n].def;
    if (def != nullptr) private_[n].resize(def->private_scratch);
  }
}

void InterpreterKernel::write(std::uint32_t input, const Value& value) {
  if (written_[input] && inputs_[input].same_as(value)) return;
  written_[input] = true;
  inputs_[input] = value.is_none() ? Value::none(internals_.graph.inputs[input].type) : value;
  const Plan& plan = internals_.plan;
  plan.reach[input].for_each([&](std::size_t step) {
    for (const NodeId node : plan.steps[step].nodes) values_.current[node.index] = false;
  });
}

void InterpreterKernel::begin_read() {
  values_.failed.clear();
  internals_.plan.volatile_steps.for_each([&](std::size_t step) {
    for (const NodeId node : internals_.plan.steps[step].nodes) values_.current[node.index] = false;
  });
}

bool InterpreterKernel::evaluate(std::uint32_t node) {
  NodeFailure failure;
  const DepthFirstHooks hooks{[&](std::uint32_t i) -> const Value& { return inputs_[i]; },
                              [&](std::uint32_t n) { return private_[n].empty() ? nullptr : private_[n].data(); },
                              [&](std::uint32_t n) {
                                if (!runs_.empty()) ++runs_[internals_.plan.step_of[n]];
                              },
                              internals_.limits.max_value};
  if (evaluate_depth_first(internals_.graph, node, values_, hooks, failure)) return true;
  failure_ = report_of(internals_, failure);
  return false;
}

bool InterpreterKernel::init() {
  for (const std::uint32_t input : internals_.captured_inputs) {
    const WireSource& source = *internals_.graph.inputs[input].source;
    if (source.kind == WireSource::Kind::Input) {
      write(input, inputs_[source.index]);
      continue;
    }
    begin_read();
    if (!evaluate(source.index)) return false;
    write(input, values_.values[source.index][source.port]);
  }
  return true;
}

void InterpreterKernel::set_inputs(std::span<const std::uint64_t> coords) {
  for (std::uint32_t i = 0; i < coords.size() && i < internals_.coord_count; ++i) write(i, Value::u64(coords[i]));
}
AccessError InterpreterKernel::set_input(std::string_view name, const Value& value) {
  const auto input = program_->input_index(name);
  if (!input) return AccessError::UnknownName;
  if (*input < internals_.coord_count) return AccessError::NotWritable;
  return set_input_at(*input, value);
}
AccessError InterpreterKernel::set_input_at(std::uint32_t index, const Value& value) {
  Value held;
  const AccessError error = internals_.written(index, value, held);
  if (error == AccessError::None) write(index, held);
  return error;
}

bool InterpreterKernel::pull(std::uint32_t output) {
  begin_read();
  const WireSource& source = internals_.graph.outputs[output].source;
  if (source.kind == WireSource::Kind::Node && !evaluate(source.index)) return false;
  publish(output);
  return true;
}

bool InterpreterKernel::eval() {
  begin_read();
  bool ok = true;
  Failure first;
  const auto note = [&](bool done) {
    if (!done && ok) first = failure_;
    ok &= done;
    return done;
  };
  for (std::uint32_t o = 0; o < internals_.graph.outputs.size(); ++o) {
    const WireSource& source = internals_.graph.outputs[o].source;
    if (source.kind == WireSource::Kind::Input || note(evaluate(source.index))) publish(o);
  }
  internals_.plan.side_channel_steps.for_each([&](std::size_t step) { note(evaluate(internals_.plan.steps[step].nodes[0].index)); });
  if (!ok) failure_ = first;
  return ok;
}

const Value& InterpreterKernel::output_value(std::uint32_t output) const {
  const WireSource& source = internals_.graph.outputs[output].source;
  return source.kind == WireSource::Kind::Input ? inputs_[source.index] : values_.values[source.index][source.port];
}
void InterpreterKernel::publish(std::uint32_t output) {
  const auto [low, high] = output_value(output).words();
  words_[output * 2] = low;
  words_[output * 2 + 1] = high;
}
bool InterpreterKernel::is_current(std::uint32_t output) const {
  const WireSource& source = internals_.graph.outputs[output].source;
  return source.kind == WireSource::Kind::Input || values_.current[source.index] || internals_.graph.is_constant(source);
}
bool InterpreterKernel::is_none(std::uint32_t output) const { return is_current(output) && output_value(output).is_none(); }

const std::uint64_t* InterpreterKernel::output_words(std::uint32_t output) const { return &words_[output * 2]; }

AccessError InterpreterKernel::value(std::uint32_t output, Value& value) const {
  if (output >= internals_.outputs.size()) return AccessError::UnknownName;
  if (!is_current(output)) return AccessError::NotCurrent;
  const WireSource& source = internals_.graph.outputs[output].source;
  value = internals_.graph.is_constant(source) ? internals_.graph.nodes[source.index].constant : from_dyn(output_value(output));
  return AccessError::None;
}
AccessError InterpreterKernel::get(std::string_view name, std::uint64_t& word) const {
  const auto output = program_->output_index(name);
  if (!output) return AccessError::UnknownName;
  if (color_of(internals_.outputs[*output].type) == SlotColor::Ref2) return AccessError::ReferenceSlot;
  Value read;
  if (const AccessError error = value(*output, read); error != AccessError::None) return error;
  word = read.low();
  return AccessError::None;
}

AccessError InterpreterKernel::eval_for_slot(std::span<const std::uint64_t> coords, std::uint32_t slot, std::uint64_t& word) {
  if (slot >= internals_.plan.slot_count) return AccessError::UnknownName;
  if (internals_.plan.slot_is_reference[slot]) return AccessError::ReferenceSlot;
  const std::uint32_t input = internals_.slot_input[slot];
  const std::uint32_t output = internals_.slot_output[slot];
  if (input == ProgramInternals::kNoOutput && output == ProgramInternals::kNoOutput) return AccessError::UnknownName;
  set_inputs(coords);
  if (input != ProgramInternals::kNoOutput) {
    word = slot == internals_.plan.input_slot[input] ? inputs_[input].low() : inputs_[input].high();
    return AccessError::None;
  }
  if (!pull(output)) return AccessError::Failed;
  word = words_[output * 2 + (slot - internals_.plan.output_slot[output])];
  return AccessError::None;
}

void InterpreterKernel::invalidate_all() { values_.current.assign(values_.current.size(), false); }
void InterpreterKernel::reset_inputs() {
  for (std::uint32_t i = 0; i < inputs_.size(); ++i)
    write(i, i < internals_.coord_count ? Value::u64(0) : internals_.graph.inputs[i].initial);
  invalidate_all();
  init();
}
std::unique_ptr<AnyKernel> InterpreterKernel::fork() const {
  auto copy = std::make_unique<InterpreterKernel>(program_);
  copy->inputs_ = inputs_;
  copy->written_ = written_;
  copy->values_ = values_;
  for (std::size_t n = 0; n < private_.size(); ++n)
    for (std::size_t k = 0; k < private_[n].size(); ++k) copy->private_[n][k].state = private_[n][k].state;
  copy->runs_ = runs_;
  copy->failure_ = failure_;
  for (std::uint32_t o = 0; o < internals_.outputs.size(); ++o)
    if (copy->is_current(o) && !internals_.graph.is_constant(internals_.graph.outputs[o].source)) copy->publish(o);
  return copy;
}

}  // namespace polydat
