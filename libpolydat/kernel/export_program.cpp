#include "kernel/export_program.h"

#include <unordered_map>

#include "kernel/kernel_state.h"
#include "kernel/program_internals.h"
#include "nodes/catalog.h"
#include "plan/classify_nodes.h"
#include "plan/lower_block.h"

namespace polydat {

namespace {

class Export {
 public:
  Export(std::shared_ptr<const Program> program, std::string& why)
      : program_(std::move(program)), p_(program_->internals()), state_(p_), why_(why) {}

  std::optional<ExportedProgram> run() {
    if (!nodes_are_native() || !outputs_are_words() || !settle()) return std::nullopt;
    ExportRequest& request = result_.request;
    request.slots.assign(state_.slots, state_.slots + p_.plan.slot_count);
    for (std::uint32_t c = 0; c < p_.coord_count; ++c) {
      request.slots[p_.plan.input_slot[c]] = 0;
      request.input_slots.push_back(p_.plan.input_slot[c]);
      result_.inputs.push_back({p_.inputs[c].name, p_.inputs[c].type, c});
    }
    request.row = p_.plan.whole_functions;
    if (!add_tables(p_.plan.const_addresses)) return std::nullopt;
    if (!add_block()) return std::nullopt;
    return std::move(result_);
  }

 private:
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }

  bool nodes_are_native() {
    for (const GraphNode& node : p_.graph.nodes) {
      if (node.def == nullptr || has_native_form(node)) continue;
      return refuse("'" + std::string(name_of(*node.def)) + "' has no native form: " + std::string(node.def->why_closure));
    }
    return true;
  }

  bool outputs_are_words() {
    for (const OutputInfo& output : p_.outputs)
      if (color_of(output.type) == SlotColor::Ref2)
        return refuse("output '" + output.name + "' is " + std::string(keyword(output.type)) +
                      "; exported code gives numbers and bools only");
    return true;
  }

  // Captures consts and runs every step that depends on no coordinate: their values are in the slots then.
  bool settle() {
    const HybridKernel kernel(program_);
    if (!kernel.ready()) return refuse(kernel.failure().report);
    for (std::uint32_t i = p_.coord_count; i < p_.inputs.size(); ++i) state_.store_input(i, kernel.input_value(i));
    for (const std::uint32_t input : p_.captured_inputs) state_.store_input(input, kernel.input_value(input));
    if (state_.none_count != 0) return refuse("a value is None; generated code knows no None: give every extern a value");
    for (std::uint32_t s = 0; s < p_.plan.steps.size(); ++s) {
      if (moves(p_.plan.steps[s].input_set)) continue;
      if (state_.run_step(s) != 0) return refuse("a value that depends on no input cannot be computed");
    }
    return true;
  }

  bool moves(std::uint32_t input_set) const {
    bool found = false;
    p_.plan.input_sets[input_set].for_each([&](std::size_t input) { found = found || input < p_.coord_count; });
    return found;
  }

  // Copies the tables at these addresses; each gets a number of its own, in order.
  bool add_tables(const std::vector<std::uint64_t>& addresses) {
    if (table_bytes_.empty()) {
      for (const GraphNode& node : p_.graph.nodes)
        for (std::size_t w = 0; w < node.constants.words.size(); ++w)
          if (node.constants.is_address[w]) table_bytes_[node.constants.words[w]] = node.constants.table_bytes[w];
    }
    for (const std::uint64_t address : addresses) {
      const std::size_t bytes = table_bytes_.at(address);
      if (bytes == ConstBlock::kNoTable) return refuse("a node reads a prepared object that only polydat has");
      result_.request.tables.emplace_back(view_data<char>(address), bytes);
    }
    return true;
  }

  bool add_block() {
    ExportRequest& request = result_.request;
    BlockPlan block = lower_block(p_.graph, p_.plan, std::vector<bool>(p_.coord_count, true), [](const GraphNode&) { return true; });
    const auto first_table = static_cast<std::uint32_t>(request.tables.size());
    if (!add_tables(block.const_addresses)) return false;
    for (NativeFunction& function : block.functions)
      for (WordOperand& operand : function.operands)
        if (operand.kind == WordOperand::Kind::Address) operand.index += first_table;
    request.block = std::move(block.functions);
    request.column_of = std::move(block.layout.column_of);
    request.columns = block.layout.count;
    for (const std::uint32_t slot : request.input_slots) request.column_of[slot] = request.columns++;
    for (std::uint32_t o = 0; o < p_.outputs.size(); ++o) {
      const WireSource& source = p_.graph.outputs[o].source;
      const bool output_moves =
          source.kind == WireSource::Kind::Input ? source.index < p_.coord_count : moves(p_.plan.node_input_set[source.index]);
      result_.outputs.push_back({p_.outputs[o].name, p_.outputs[o].type, static_cast<std::uint32_t>(request.output_words.size())});
      for (std::uint32_t w = 0; w < words_of(p_.outputs[o].type); ++w)
        request.output_words.push_back({p_.plan.output_slot[o] + w, output_moves});
    }
    return true;
  }

  std::shared_ptr<const Program> program_;
  const ProgramInternals& p_;
  KernelState state_;
  std::string& why_;
  ExportedProgram result_;
  std::unordered_map<std::uint64_t, std::size_t> table_bytes_;
};

}  // namespace

std::optional<ExportedProgram> export_program(std::shared_ptr<const Program> program, std::string& why) {
  return Export(std::move(program), why).run();
}

}  // namespace polydat
