// What a Program holds. Immutable after construction, but for cones, classes and native code, which are made on first use behind their
// own synchronisation.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "kernel/cone.h"
#include "kernel/native_block.h"
#include "kernel/native_code.h"
#include "plan/plan.h"
#include "polydat/kernel.h"
#include "polydat/program.h"

namespace polydat {

struct ProgramInternals {
  Graph graph;
  Plan plan;
  Engine engine = Engine::Closures;
  Provenance provenance = Provenance::PushPull;
  std::string engine_reason;
  std::string cpu;                            // what native code is made for, as the generator describes it; empty without
  std::unique_ptr<NativeCode> native;         // hybrid only
  std::unique_ptr<NativeBlock> native_block;  // hybrid, and closures that native code may replace
  bool count_runs = false;
  Limits limits;

  std::vector<InputInfo> inputs;  // without const slots; parallel to the first graph.inputs
  std::vector<OutputInfo> outputs;
  std::unordered_map<std::string_view, std::uint32_t> input_index, output_index;

  // Layout of a kernel's private arrays.
  std::vector<std::uint32_t> args_begin;  // per node: its argument words (wires, then constants)
  std::uint32_t args_words = 0;
  std::vector<std::uint32_t> scratch_begin;  // per node: its scratch entries
  std::uint32_t scratch_count = 0;
  std::vector<std::uint32_t> wire_none;        // per wire, in wire order: the slot whose None mark it reads
  std::vector<std::uint32_t> wire_none_begin;  // per node; one more than nodes
  std::vector<std::uint32_t> captured_inputs;  // const slots and shared cells, in dependency order
  std::vector<std::uint32_t> slot_output;      // per slot: the output that owns it, or kNoOutput
  std::vector<std::uint32_t> slot_input;       // per slot: the input that owns it, or kNoOutput
  static constexpr std::uint32_t kNoOutput = ~0u;

  // Input sets that some output has: what the Pull mode keeps a stamp for.
  std::vector<std::uint32_t> output_class;  // per output: an index into plan.input_sets

  std::uint32_t coord_count = 0;
  std::uint32_t driven_count = 0;            // the first inputs: coordinates, then elements
  std::vector<std::uint32_t> driven_column;  // per driven input: its first column in a block, one a word; one more than inputs
  bool has_volatile = false;
  bool has_side_channels = false;
  bool is_all_native = false;                 // pure segments only
  std::vector<std::uint64_t> one_word_reach;  // per input: plan.reach as one word, with at most 64 steps
  std::vector<BitSet> side_channel_reach;     // per input, over StepId; empty without side channels

  // What the input `index` holds after a write of `value`; an error when it does not take that.
  AccessError written(std::uint32_t index, const Value& value, Value& held) const;

  // The cone of an output; computed once, thread-safe, stable address.
  const Cone& cone(std::uint32_t output) const;

  // Fills classes_of, once; thread-safe. Each kernel in the Pull mode asks for it: only they read it, over any program, and it can be
  // as long as inputs times outputs.
  void index_classes() const;

  mutable std::once_flag classes_flag;
  mutable std::vector<std::vector<std::uint32_t>> classes_of;  // per input: the classes that contain it

  mutable std::mutex cone_mutex;
  mutable std::vector<std::unique_ptr<Cone>> cones;

  // Fills everything below `limits` from graph and plan.
  void index();
};

}  // namespace polydat
