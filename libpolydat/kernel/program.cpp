// What readers of a compiled program ask, and the layout of a kernel's private arrays (program_internals.h).
#include "kernel/program_internals.h"

#include <algorithm>

#include "nodes/dyn_value.h"

namespace polydat {

namespace {

// Captured inputs whose sources read other captured inputs come after them.
std::vector<std::uint32_t> order_captures(const Graph& graph, const Plan& plan) {
  std::vector<std::uint32_t> pending, ordered;
  for (std::uint32_t i = 0; i < graph.inputs.size(); ++i)
    if (graph.inputs[i].source) pending.push_back(i);
  std::vector<bool> placed(graph.inputs.size(), false);
  while (!pending.empty()) {
    const std::size_t before = ordered.size();
    std::erase_if(pending, [&](std::uint32_t i) {
      const WireSource& source = *graph.inputs[i].source;
      bool ready = true;
      const auto needs = [&](std::size_t input) {
        if (graph.inputs[input].source && !placed[input]) ready = false;
      };
      if (source.kind == WireSource::Kind::Input) needs(source.index);
      else plan.input_sets[plan.node_input_set[source.index]].for_each(needs);
      if (!ready) return false;
      placed[i] = true;
      ordered.push_back(i);
      return true;
    });
    if (ordered.size() == before) break;  // a cycle; the graph passes refuse it
  }
  return ordered;
}

}  // namespace

void ProgramInternals::index() {
  coord_count = graph.coordinate_count();
  driven_count = graph.driven_count();
  driven_column.push_back(0);
  for (std::uint32_t i = 0; i < driven_count; ++i) driven_column.push_back(driven_column.back() + words_of(graph.inputs[i].type));
  for (std::uint32_t i = 0; i < graph.inputs.size(); ++i) {
    const GraphInput& input = graph.inputs[i];
    if (input.kind == InputKind::ConstSlot) continue;
    inputs.push_back(
        {input.name, input.type, input.kind == InputKind::Coordinate, input.kind == InputKind::SharedCell, from_dyn(input.initial)});
    input_index.emplace(input.name, i);
  }
  slot_output.assign(plan.slot_count, kNoOutput);
  slot_input.assign(plan.slot_count, kNoOutput);
  for (std::uint32_t i = 0; i < graph.inputs.size(); ++i)
    for (std::uint32_t w = 0; w < words_of(graph.inputs[i].type); ++w) slot_input[plan.input_slot[i] + w] = i;
  for (std::uint32_t o = 0; o < graph.outputs.size(); ++o) {
    const GraphOutput& output = graph.outputs[o];
    const bool node = output.source.kind == WireSource::Kind::Node;
    const std::uint32_t set = node ? plan.node_input_set[output.source.index] : 0;
    bool may_be_none = false;
    plan.input_sets[set].for_each([&](std::size_t i) { may_be_none |= i >= driven_count; });
    const bool constant = graph.is_constant(output.source);
    if (constant) may_be_none = graph.nodes[output.source.index].constant.is_none();
    outputs.push_back({output.name, output.type, plan.output_slot[o], constant, may_be_none, output.is_shown,
                       node && plan.plain_text[output.source.index]});
    output_index.emplace(output.name, o);
    output_class.push_back(set);
    for (std::uint32_t w = 0; w < words_of(output.type); ++w)
      if (slot_output[plan.output_slot[o] + w] == kNoOutput) slot_output[plan.output_slot[o] + w] = o;
  }

  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    args_begin.push_back(args_words);
    scratch_begin.push_back(scratch_count);
    wire_none_begin.push_back(static_cast<std::uint32_t>(wire_none.size()));
    if (node.def == nullptr) continue;
    args_words += plan.wire_begin[n + 1] - plan.wire_begin[n] + static_cast<std::uint32_t>(node.constants.words.size());
    for (const PortType type : node.out_types)
      if (color_of(type) == SlotColor::Ref2) ++scratch_count;
    scratch_count += node.def->private_scratch;
    std::uint32_t slot = plan.wire_begin[n];
    for (const PortType type : node.in_types) {
      wire_none.push_back(plan.wire_slots[slot]);
      slot += words_of(type);
    }
  }
  wire_none_begin.push_back(static_cast<std::uint32_t>(wire_none.size()));
  captured_inputs = order_captures(graph, plan);
  has_volatile = plan.volatile_steps.any();
  has_side_channels = plan.side_channel_steps.any();
  is_all_native = !has_volatile && !has_side_channels && plan.segment_functions.size() == plan.steps.size();
  for (const BitSet& reach : plan.reach) one_word_reach.push_back(reach.words()[0]);
  if (has_side_channels)
    for (const BitSet& reach : plan.reach) {
      side_channel_reach.push_back(reach);
      side_channel_reach.back() &= plan.side_channel_steps;
    }
  cones.resize(graph.outputs.size());
}

void ProgramInternals::index_classes() const {
  std::call_once(classes_flag, [this] {
    classes_of.resize(graph.inputs.size());
    std::vector<std::uint32_t> classes = output_class;
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    for (const std::uint32_t c : classes) plan.input_sets[c].for_each([&](std::size_t i) { classes_of[i].push_back(c); });
  });
}

AccessError ProgramInternals::written(std::uint32_t index, const Value& value, Value& held) const {
  if (index >= inputs.size()) return AccessError::UnknownName;
  const PortType type = inputs[index].type;
  if (index < driven_count && value.is_none()) return AccessError::WrongType;
  const bool fits = value.is_none() || value.type() == type || type == PortType::Dyn || (is_register(type) && is_register(value.type()));
  if (!fits) return AccessError::WrongType;
  held = type == PortType::Dyn ? to_dyn(value) : value;
  return AccessError::None;
}

const Cone& ProgramInternals::cone(std::uint32_t output) const {
  const std::lock_guard lock(cone_mutex);
  if (cones[output] == nullptr) cones[output] = std::make_unique<Cone>(plan, cone_of(plan, graph.outputs[output].source));
  return *cones[output];
}

Program::Program(std::unique_ptr<ProgramInternals> internals) : internals_(std::move(internals)) {}
Program::~Program() = default;

Engine Program::engine() const { return internals_->engine; }
Provenance Program::provenance() const { return internals_->provenance; }
const std::string& Program::engine_reason() const { return internals_->engine_reason; }
std::uint32_t Program::coord_count() const { return internals_->coord_count; }
std::span<const InputInfo> Program::inputs() const { return internals_->inputs; }
std::span<const OutputInfo> Program::outputs() const { return internals_->outputs; }
std::uint32_t Program::slot_count() const { return internals_->plan.slot_count; }
std::uint32_t Program::step_count() const { return static_cast<std::uint32_t>(internals_->plan.steps.size()); }
bool Program::has_side_effects() const { return internals_->has_volatile || internals_->has_side_channels; }

std::optional<std::uint32_t> Program::input_index(std::string_view name) const {
  const auto found = internals_->input_index.find(name);
  return found == internals_->input_index.end() ? std::nullopt : std::optional(found->second);
}
std::optional<std::uint32_t> Program::output_index(std::string_view name) const {
  const auto found = internals_->output_index.find(name);
  return found == internals_->output_index.end() ? std::nullopt : std::optional(found->second);
}
std::optional<std::uint32_t> Program::resolve_output(std::string_view name) const {
  const auto index = output_index(name);
  return index ? std::optional(internals_->outputs[*index].slot) : std::nullopt;
}

}  // namespace polydat
