// Tuples and repeats.
#include "graph/lower_repeat.h"

#include <algorithm>
#include <map>

#include "graph/compact_nodes.h"
#include "graph/repeat_program.h"
#include "graph/template_scope.h"

namespace polydat {

namespace {

// Never run: make_repeat takes it out, and remove_taken removes it.
constexpr NodeDef kTuple{.signature = "tile_tuple(parts: any...) -> u64",
                         .family = "tiles",
                         .doc = "The tuple of a repeat.",
                         .example = {},
                         .why_closure = "never runs"};

// What reads it and is not in the body, as an output of a module that the body does not use, has no value.
void take_out(GraphNode& node) {
  GraphNode taken;
  taken.def = &kTuple;
  taken.out_types = std::move(node.out_types);
  taken.label = std::move(node.label);
  taken.range = node.range;
  node = std::move(taken);
}

class RepeatMaker {
 public:
  RepeatMaker(Graph& graph, std::uint32_t tuple) : graph_(graph), tuple_(tuple), in_body_(graph.nodes.size() - tuple, false) {}

  // Nodes from the tuple on that depend on it and that `body` needs, in order.
  std::vector<std::uint32_t> body_nodes(const WireSource& body) {
    const auto depends = [&](const WireSource& wire) {
      return wire.kind == WireSource::Kind::Node && wire.index >= tuple_ && (wire.index == tuple_ || in_body_[wire.index - tuple_]);
    };
    for (std::uint32_t n = tuple_ + 1; n < graph_.nodes.size(); ++n)
      in_body_[n - tuple_] = std::any_of(graph_.nodes[n].wires.begin(), graph_.nodes[n].wires.end(), depends);
    std::vector<bool> needed(in_body_.size(), false);
    if (depends(body)) needed[body.index - tuple_] = true;
    std::vector<std::uint32_t> nodes;
    for (std::size_t at = needed.size(); at-- > 1;) {
      if (!needed[at] || !in_body_[at]) continue;
      nodes.push_back(tuple_ + static_cast<std::uint32_t>(at));
      for (const WireSource& wire : graph_.nodes[tuple_ + at].wires)
        if (depends(wire)) needed[wire.index - tuple_] = true;
    }
    std::reverse(nodes.begin(), nodes.end());
    for (std::size_t i = 0; i < nodes.size(); ++i) number_[nodes[i]] = static_cast<std::uint32_t>(i);
    return nodes;
  }

  // Where the body finds what `wire` carries; wires from outside become wires of the repeat.
  RepeatSource source(const WireSource& wire, PortType type) {
    if (wire.kind == WireSource::Kind::Node) {
      if (wire.index == tuple_) return {RepeatSource::Kind::Element, wire.port, 0};
      if (const auto found = number_.find(wire.index); found != number_.end()) return {RepeatSource::Kind::Node, found->second, wire.port};
    }
    const auto key = std::tuple(wire.kind, wire.index, wire.port);
    const auto [it, is_new] = wires_of_.try_emplace(key, static_cast<std::uint32_t>(wires.size()));
    if (is_new) wires.push_back({wire, type, true});
    return {RepeatSource::Kind::Outer, it->second, 0};
  }

  std::vector<Operand> wires;  // of the repeat

 private:
  Graph& graph_;
  std::uint32_t tuple_;
  std::vector<bool> in_body_;
  std::map<std::uint32_t, std::uint32_t> number_;
  std::map<std::tuple<WireSource::Kind, std::uint32_t, std::uint32_t>, std::uint32_t> wires_of_;
};

}  // namespace

std::vector<std::uint32_t> outer_references(const Comprehension& comprehension, const std::function<bool(std::string_view)>& bound) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t r = 0; r < comprehension.references.size(); ++r)
    if (!comprehension.references[r].is_element && bound(comprehension.references[r].name)) found.push_back(r);
  return found;
}

std::vector<Operand> make_elements(const RepeatTemplate& made, const std::vector<Operand>& reads, SourceRange range, GraphBuilder& builder,
                                   Diagnostics& diagnostics) {
  Comprehension typed = *made.comprehension;
  ComprehensionFault fault;
  const auto type_of = [&](std::string_view name) -> std::optional<PortType> {
    for (std::size_t i = 0; i < made.outer.size(); ++i)
      if (typed.references[made.outer[i]].name == name && reads[i].ok) return reads[i].type;
    return std::nullopt;
  };
  std::vector<Operand> elements(typed.elements.size());
  if (std::any_of(reads.begin(), reads.end(), [](const Operand& o) { return !o.ok; })) return elements;
  if (!resolve_element_types(typed, type_of, fault)) {
    report_comprehension(fault, made.places, diagnostics);
    return elements;
  }
  GraphNode node;
  node.def = &kTuple;
  node.range = range;
  for (const Operand& read : reads) {
    node.wires.push_back(read.source);
    node.in_types.push_back(read.type);
  }
  for (const Comprehension::Element& element : typed.elements) node.out_types.push_back(element.type);
  const Operand first = builder.add_made(std::move(node), kOnTuple);
  for (std::uint32_t e = 0; e < elements.size(); ++e) elements[e] = builder.output_port(first, e);
  return elements;
}

Operand make_repeat(const RepeatTemplate& made, const Operand& element, const Operand& body, SourceRange range, GraphBuilder& builder,
                    const GraphOptions& options) {
  if (!element.ok || !body.ok) return {};
  Graph& graph = builder.graph();
  const std::uint32_t tuple = element.source.index;
  RepeatMaker maker(graph, tuple);
  const std::vector<std::uint32_t> nodes = maker.body_nodes(body.source);

  auto program = std::make_shared<RepeatProgram>();
  program->comprehension = *made.comprehension;
  for (std::size_t e = 0; e < program->comprehension.elements.size(); ++e)
    program->comprehension.elements[e].type = graph.nodes[tuple].out_types[e];
  program->reference_wires.assign(program->comprehension.references.size(), RepeatProgram::kNoWire);
  for (std::size_t i = 0; i < made.outer.size(); ++i)
    program->reference_wires[made.outer[i]] = maker.source(graph.nodes[tuple].wires[i], graph.nodes[tuple].in_types[i]).index;
  bool is_volatile = false;
  for (const std::uint32_t n : nodes) {
    RepeatProgram::Node& copy = program->nodes.emplace_back();
    copy.node = graph.nodes[n];
    is_volatile = is_volatile || copy.node.is_volatile;
    for (std::size_t i = 0; i < copy.node.wires.size(); ++i)
      copy.sources.push_back(maker.source(copy.node.wires[i], copy.node.in_types[i]));
  }
  program->text = maker.source(body.source, body.type);
  program->separator = made.separator;
  program->drops_empty = made.drops_empty;
  program->options.limits = options.limits;
  program->options.world = options.world;
  for (const std::uint32_t n : nodes) take_out(graph.nodes[n]);
  take_out(graph.nodes[tuple]);

  GraphNode node;
  node.def = &repeat_node();
  node.range = range;
  for (const Operand& wire : maker.wires) {
    node.wires.push_back(wire.source);
    node.in_types.push_back(wire.type);
  }
  node.out_types.push_back(PortType::Str);
  // No two repeats are equal: what they do is not in their constants.
  Literal identity;
  identity.kind = Literal::Kind::Str;
  identity.text = "for " + made.comprehension->text;
  identity.integer = tuple;
  node.literals.push_back(std::move(identity));
  node.constants = repeat_constants(std::move(program));
  const Operand out = builder.add_made(std::move(node));
  if (out.ok && is_volatile) builder.make_volatile(out.source.index);
  return out;
}

void remove_taken(Graph& graph) {
  std::vector<std::uint32_t> itself(graph.nodes.size());
  std::vector<bool> keep(graph.nodes.size(), true);
  for (std::uint32_t n = 0; n < itself.size(); ++n) {
    itself[n] = n;
    const GraphNode& node = graph.nodes[n];
    keep[n] = node.def != &kTuple && std::all_of(node.wires.begin(), node.wires.end(), [&](const WireSource& wire) {
                return wire.kind == WireSource::Kind::Input || keep[wire.index];
              });
  }
  compact_nodes(graph, itself, keep);
}

}  // namespace polydat
