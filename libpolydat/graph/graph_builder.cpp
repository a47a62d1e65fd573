// Node construction.
#include "graph/graph_builder.h"

#include <algorithm>

namespace polydat {

const Parameter& wire_parameter(const Signature& signature, std::size_t index) {
  std::size_t last = 0;
  for (std::size_t p = 0; p < signature.parameters.size(); ++p) {
    if (signature.parameters[p].constant) continue;
    last = p;
    if (signature.parameters[p].variadic || index == 0) break;
    --index;
  }
  return signature.parameters[last];
}

Operand GraphBuilder::input(GraphInput input, Dependence dependence) {
  const PortType type = input.type;
  const std::uint32_t index = static_cast<std::uint32_t>(graph_.inputs.size());
  graph_.inputs.push_back(std::move(input));
  input_dependence_.push_back(dependence);
  return {{WireSource::Kind::Input, index, 0}, type, true};
}

void GraphBuilder::take_back(const Mark& mark) {
  graph_.inputs.erase(graph_.inputs.begin() + static_cast<std::ptrdiff_t>(mark.inputs), graph_.inputs.end());
  input_dependence_.resize(mark.inputs);
  graph_.nodes.shrink(mark.nodes);
  node_dependence_.resize(mark.nodes);
  auto& converted = graph_.history.converted;
  converted.erase(converted.begin() + static_cast<std::ptrdiff_t>(mark.conversions), converted.end());
}

void GraphBuilder::expect(std::size_t nodes) {
  nodes = static_cast<std::size_t>(std::min<std::uint64_t>(nodes, options_.limits.max_nodes));
  node_dependence_.reserve(nodes);
}

Operand GraphBuilder::add(GraphNode node, Dependence further) {
  if (graph_.nodes.size() >= options_.limits.max_nodes) {
    if (!full_) {
      diagnostics_.limit(node.range, "the graph has more than " + std::to_string(options_.limits.max_nodes) + " nodes", "--max-nodes");
    }
    full_ = true;
    return {};
  }
  Dependence depends = further;
  for (const WireSource& wire : node.wires) depends = static_cast<Dependence>(depends | dependence(wire));
  if (node.def != nullptr && node.def->purity == Purity::Nondeterministic) depends |= kOnVolatile;
  node.is_volatile = (depends & kOnVolatile) != 0;
  node.label = label_;
  const Operand out{{WireSource::Kind::Node, static_cast<std::uint32_t>(graph_.nodes.size()), 0}, node.out_types.front(), true};
  graph_.nodes.push_back(std::move(node));
  node_dependence_.push_back(depends);
  return out;
}

Operand GraphBuilder::constant(Value value, SourceRange range) {
  GraphNode node;
  node.out_types.push_back(value.type());
  node.constant = std::move(value);
  node.range = range;
  return add(std::move(node));
}

void GraphBuilder::infer_outputs(const NodeDef& def, GraphNode& node) {
  if (def.infer != nullptr) {
    node.out_types = def.infer(node.in_types, node.literals.size());
    return;
  }
  const Signature& signature = signature_of(def);
  for (const OutputPort& port : signature.outputs) {
    PortType type = port.type;
    if (port.same) {
      for (std::size_t i = 0; i < node.in_types.size(); ++i) {
        if (!wire_parameter(signature, i).any) continue;
        type = node.in_types[i];
        break;
      }
    }
    node.out_types.insert(node.out_types.end(), port.repeated ? node.literals.size() : 1, type);
  }
}

bool GraphBuilder::prepare(const NodeDef& def, GraphNode& node, const std::vector<SourceRange>& literal_ranges) {
  PrepareContext context(node.literals, node.in_types, options_.limits, options_.world);
  if (def.prepare == nullptr) context.add_all_literals();
  else def.prepare(context);
  for (const std::string& warning : context.warnings()) diagnostics_.warning("unused-argument", node.range, warning);
  if (!context.refused()) {
    node.constants = context.take();
    if (node.constants.bytes <= options_.limits.max_const) return true;
    diagnostics_.limit(
        node.range,
        "the constants of `" + std::string(name_of(def)) + "` take more than " + std::to_string(options_.limits.max_const) + " bytes",
        "--max-const");
    return false;
  }
  const std::size_t at = context.refused_at();
  const SourceRange range = at < literal_ranges.size() ? literal_ranges[at] : node.range;
  if (context.refused_by_limit()) {
    diagnostics_.limit(range, context.refusal(), context.limit_option());
    return false;
  }
  const std::string name(name_of(def));
  diagnostics_.error("constraint", range, context.refusal().starts_with(name) ? context.refusal() : name + ": " + context.refusal()).label =
      "in the binding `" + label_ + "`";
  return false;
}

Operand GraphBuilder::node(const NodeDef& def, const std::vector<Operand>& wires, std::vector<Literal> literals,
                           const std::vector<SourceRange>& literal_ranges, SourceRange range) {
  GraphNode node;
  node.def = &def;
  node.range = range;
  node.literals = std::move(literals);
  node.wires.reserve(wires.size());
  node.in_types.reserve(wires.size());
  for (const Operand& wire : wires) {
    if (!wire.ok) return {};
    node.wires.push_back(wire.source);
    node.in_types.push_back(wire.type);
  }
  if (!prepare(def, node, literal_ranges)) return {};
  infer_outputs(def, node);
  return add(std::move(node));
}

Operand GraphBuilder::node(std::string_view name, const std::vector<Operand>& wires, SourceRange range) {
  return node(*find_node(name), wires, {}, {}, range);
}

Operand GraphBuilder::convert(const Operand& from, PortType to, SourceRange range) {
  if (!from.ok || from.type == to) return from;
  const NodeDef* def = automatic_conversion(from.type, to);
  if (def == nullptr) return {};
  graph_.history.converted.push_back({from.type, to, label_, range});
  return adapt(*def, from, range);
}

Operand GraphBuilder::adapt(const NodeDef& conversion, const Operand& from, SourceRange range) {
  if (!from.ok || from.type != PortType::Dyn) return node(conversion, {from}, {}, {}, range);
  Literal name;  // of the extern, for the message of a failure
  name.kind = Literal::Kind::Str;
  name.text = from.source.kind == WireSource::Kind::Input ? graph_.inputs[from.source.index].name : label_;
  return node(conversion, {from}, {std::move(name)}, {range}, range);
}

Operand GraphBuilder::output_port(const Operand& first, std::uint32_t port) const {
  if (!first.ok) return {};
  Operand out = first;
  out.source.port = port;
  out.type = graph_.nodes[first.source.index].out_types[port];
  return out;
}

void GraphBuilder::make_volatile(std::uint32_t node) {
  graph_.nodes[node].is_volatile = true;
  node_dependence_[node] |= kOnVolatile;
}

}  // namespace polydat
