// polydat provenance: which inputs the outputs, nodes and slots depend on, and what a change of inputs would run.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "common_options.h"
#include "graph_arguments.h"
#include "graph_drawing.h"
#include "kernel/program_internals.h"
#include "loop_bodies.h"
#include "plan_names.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct ProvenanceOptions {
  CommonOptions common;
  GraphArguments graph;
  bool all = false;
  std::optional<std::string> changed;
  std::optional<std::string> format;
  OptionParser parser{"provenance", "which inputs each output depends on", "(GRAPH | - | -e TEXT) [OUTPUT...] [NAME=VALUE...] [options]",
                      "  polydat provenance graphs/users.polydat\n"
                      "  polydat provenance graphs/users.polydat bucket --all\n"
                      "  polydat provenance -e 'input (x: u64, y: u64) a := hash(x) b := u64_add(a, y)' --changed y\n"};
  ProvenanceOptions() {
    parser.group("what to show");
    parser.flag("--all", all, "each node and slot, not only the outputs");
    parser.value("--changed", "A,B", changed, "the steps that would run, and the outputs that may change, when these inputs change");
    parser.value("--format", "FORM", format, "text (default), json or dot");
    graph.declare_graph(parser);
    graph.declare_assignments(parser);
    common.declare(parser);
  }
};

using Json = nlohmann::ordered_json;

std::vector<std::string> output_inputs(const ProgramInternals& p, std::size_t output) {
  return input_names(p.graph, inputs_of(p.graph, p.plan, p.graph.outputs[output].source));
}

std::string step_text(const ProgramInternals& p, std::size_t step) {
  std::vector<std::string> nodes;
  for (const NodeId node : p.plan.steps[step].nodes) {
    const GraphNode& n = p.graph.nodes[node.index];
    nodes.push_back(n.label.empty() ? node_text(p.graph, node) : fmt::format("{} of {}", node_name(n), n.label));
  }
  return joined(nodes, "; ", "");
}

std::string scope_text(const ProgramInternals& p, bool all) {
  std::string text;
  for (std::size_t o = 0; o < p.graph.outputs.size(); ++o)
    text += fmt::format("{}: {}\n", p.graph.outputs[o].name, joined(output_inputs(p, o), ", ", "(nothing)"));
  if (!all) return text;
  text += "\nnodes:\n";
  for (std::uint32_t n = 0; n < p.graph.nodes.size(); ++n)
    text += fmt::format("  #{} {}: {} (slot {})\n", n, node_text(p.graph, {n}),
                        joined(input_names(p.graph, p.plan.input_sets[p.plan.node_input_set[n]]), ", ", "(nothing)"), p.plan.node_slot[n]);
  return text;
}

Json scope_json(const ProgramInternals& p, bool all) {
  Json root;
  root["outputs"] = Json::array();
  for (std::size_t o = 0; o < p.graph.outputs.size(); ++o)
    root["outputs"].push_back({{"name", p.graph.outputs[o].name}, {"slot", p.plan.output_slot[o]}, {"inputs", output_inputs(p, o)}});
  if (!all) return root;
  root["nodes"] = Json::array();
  for (std::uint32_t n = 0; n < p.graph.nodes.size(); ++n)
    root["nodes"].push_back({{"node", n},
                             {"text", node_text(p.graph, {n})},
                             {"label", p.graph.nodes[n].label},
                             {"slot", p.plan.node_slot[n]},
                             {"inputs", input_names(p.graph, p.plan.input_sets[p.plan.node_input_set[n]])}});
  return root;
}

// `prefix`: of the ids of the boxes.
void draw_scope(const ProgramInternals& p, const std::string& prefix, GraphDrawing& drawing) {
  for (std::size_t i = 0; i < p.graph.inputs.size(); ++i)
    drawing.box(fmt::format("{}i{}", prefix, i), p.graph.inputs[i].name, GraphDrawing::Shape::Input);
  for (std::size_t o = 0; o < p.graph.outputs.size(); ++o) {
    drawing.box(fmt::format("{}o{}", prefix, o), p.graph.outputs[o].name, GraphDrawing::Shape::Output);
    inputs_of(p.graph, p.plan, p.graph.outputs[o].source).for_each([&](std::size_t i) {
      drawing.arrow(fmt::format("{}i{}", prefix, i), fmt::format("{}o{}", prefix, o));
    });
  }
}

// Of the program's own scope, then of the body of each `for`.
std::string dependencies_text(const Compiled& compiled, bool all) {
  std::string text = scope_text(compiled.program->internals(), all);
  for (const LoopBody& loop : loop_bodies(compiled))
    text += fmt::format("{}{}:\n  reads, when it begins: {}\n{}", text.empty() ? "" : "\n", loop.title(), wires_text(loop.graph().captured),
                        indented(scope_text(loop.body().internals(), all)));
  return text;
}

Json dependencies_json(const Compiled& compiled, bool all) {
  Json root = scope_json(compiled.program->internals(), all);
  if (!compiled.traversals.empty()) root["traversals"] = Json::array();
  for (const LoopBody& loop : loop_bodies(compiled)) {
    Json body = {{"for", loop.graph().comprehension.text}, {"number", loop.number}, {"reads", Json::array()}};
    for (const CapturedWire& wire : loop.graph().captured) body["reads"].push_back(wire.name);
    body.update(scope_json(loop.body().internals(), all));
    root["traversals"].push_back(std::move(body));
  }
  return root;
}

std::string dependencies_dot(const Compiled& compiled) {
  GraphDrawing drawing(GraphDrawing::Form::Dot);
  draw_scope(compiled.program->internals(), "", drawing);
  for (const LoopBody& loop : loop_bodies(compiled)) {
    drawing.begin_group(fmt::format("f{}", loop.scope), loop.title());
    draw_scope(loop.body().internals(), fmt::format("f{}_", loop.scope), drawing);
    drawing.end_group();
  }
  return drawing.finish();
}

struct Change {
  std::vector<std::string> inputs;
  BitSet steps;  // over StepId
  std::vector<std::size_t> outputs;
};

Change trace_change(const ProgramInternals& p, std::vector<std::string> names, const std::vector<std::size_t>& indexes) {
  Change change{std::move(names), BitSet(p.plan.steps.size()), {}};
  BitSet set(p.graph.inputs.size());
  for (const std::size_t i : indexes) {
    set.set(i);
    change.steps |= p.plan.reach[i];
  }
  change.steps |= p.plan.volatile_steps;
  for (std::size_t o = 0; o < p.graph.outputs.size(); ++o) {
    const WireSource& source = p.graph.outputs[o].source;
    const bool is_volatile = source.kind == WireSource::Kind::Node && p.graph.nodes[source.index].is_volatile;
    if (is_volatile || inputs_of(p.graph, p.plan, source).intersects(set)) change.outputs.push_back(o);
  }
  return change;
}

std::string change_text(const ProgramInternals& p, const Change& change) {
  std::string text =
      fmt::format("changed: {}\nsteps that run: {} of {}\n", joined(change.inputs, ", ", ""), change.steps.count(), p.plan.steps.size());
  change.steps.for_each(
      [&](std::size_t s) { text += fmt::format("  {} {}: {}\n", s, step_kind_name(p.plan.steps[s].kind), step_text(p, s)); });
  std::vector<std::string> names;
  for (const std::size_t o : change.outputs) names.push_back(p.graph.outputs[o].name);
  return text + fmt::format("outputs that may change: {}\n", joined(names, ", ", "(none)"));
}

Json change_json(const ProgramInternals& p, const Change& change) {
  Json root;
  root["changed"] = change.inputs;
  root["steps"] = Json::array();
  change.steps.for_each([&](std::size_t s) {
    root["steps"].push_back({{"step", s}, {"kind", step_kind_name(p.plan.steps[s].kind)}, {"nodes", step_text(p, s)}});
  });
  root["step_count"] = p.plan.steps.size();
  root["outputs"] = Json::array();
  for (const std::size_t o : change.outputs) root["outputs"].push_back(p.graph.outputs[o].name);
  return root;
}

std::string change_dot(const ProgramInternals& p, const Change& change) {
  GraphDrawing drawing(GraphDrawing::Form::Dot);
  change.steps.for_each([&](std::size_t s) { drawing.box(fmt::format("s{}", s), step_text(p, s), GraphDrawing::Shape::Box); });
  change.steps.for_each([&](std::size_t s) {
    for (std::uint32_t i = p.plan.producer_begin[s]; i < p.plan.producer_begin[s + 1]; ++i)
      if (change.steps.test(p.plan.producers[i])) drawing.arrow(fmt::format("s{}", p.plan.producers[i]), fmt::format("s{}", s));
  });
  for (const std::size_t o : change.outputs) {
    drawing.box(fmt::format("o{}", o), p.graph.outputs[o].name, GraphDrawing::Shape::Output);
    const WireSource& source = p.graph.outputs[o].source;
    if (source.kind == WireSource::Kind::Node && p.plan.step_of[source.index] != Plan::kNoStep)
      drawing.arrow(fmt::format("s{}", p.plan.step_of[source.index]), fmt::format("o{}", o));
  }
  return drawing.finish();
}

}  // namespace

OptionParser describe_provenance() { return ProvenanceOptions().parser; }

ExitCode run_provenance(std::span<const std::string> words, Report& report) {
  ProvenanceOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  static constexpr std::array<std::string_view, 3> kForms = {"text", "json", "dot"};
  std::size_t form = 0;
  if (options.format) {
    const auto chosen = choose_word("--format", *options.format, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    form = *chosen;
  }

  // After the graph, a bare word is an output and NAME=VALUE an assignment.
  std::vector<std::string> assignments;
  bool graph_seen = options.graph.is_text();
  for (const std::string& word : options.parser.positionals()) {
    if (graph_seen && word.find('=') == std::string::npos) options.graph.compile_options().outputs.push_back(word);
    else assignments.push_back(word);
    graph_seen = true;
  }
  if (const auto code = options.graph.resolve(assignments, report)) return *code;
  options.graph.compile_options().nested = true;  // every scope is shown, also those whose rows are a host's

  ExitCode code = ExitCode::Fine;
  const auto source = options.graph.load(report, code);
  if (!source) return code;
  const Compiled compiled = compile(*source, options.graph.compile_options());
  code = report.diagnostics(compiled.diagnostics, compiled.sources);
  if (!compiled.program) return code;
  const ProgramInternals& p = compiled.program->internals();

  if (!options.changed) {
    if (form == 0) return print(report, dependencies_text(compiled, options.all));
    if (form == 1)
      return print(report, dependencies_json(compiled, options.all).dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
    return print(report, dependencies_dot(compiled));
  }
  std::vector<std::size_t> indexes;
  std::vector<std::string> names = split_list(*options.changed);
  for (const std::string& name : names) {
    const auto found = std::find_if(p.graph.inputs.begin(), p.graph.inputs.end(),
                                    [&](const GraphInput& i) { return i.name == name && i.kind != InputKind::ConstSlot; });
    if (found == p.graph.inputs.end()) {
      std::vector<std::string_view> known;
      for (const GraphInput& i : p.graph.inputs) known.push_back(i.name);
      return report.usage_error(fmt::format("--changed: '{}' is not an input", name), nearest_word(name, known));
    }
    indexes.push_back(static_cast<std::size_t>(found - p.graph.inputs.begin()));
  }
  const Change change = trace_change(p, std::move(names), indexes);
  if (form == 0) return print(report, change_text(p, change));
  if (form == 1) return print(report, change_json(p, change).dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  return print(report, change_dot(p, change));
}

}  // namespace polydat::app
