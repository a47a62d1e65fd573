// Failure reports.
#include "graph/failure_report.h"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "graph/graph_builder.h"
#include "graph/repeat_program.h"
#include "lang/utf8.h"
#include "nodes/dyn_value.h"
#include "nodes/number_text.h"

namespace polydat {

namespace {

constexpr std::size_t kMostText = 64;  // bytes of a text shown
constexpr std::size_t kMostWires = 8;  // wires named in the first line

std::string wire_name(const GraphNode& node, std::size_t wire) {
  const Signature& signature = signature_of(*node.def);
  const Parameter& parameter = wire_parameter(signature, wire);
  if (!parameter.variadic) return parameter.name;
  std::size_t before = 0;
  for (const Parameter& p : signature.parameters)
    if (!p.constant && !p.variadic) ++before;
  return parameter.name + "[" + std::to_string(wire - std::min(wire, before)) + "]";
}

std::string literal_text(const Literal& literal) {
  switch (literal.kind) {
    case Literal::Kind::U64: return value_text(Value::u64(literal.integer));
    case Literal::Kind::F64: return value_text(Value::f64(literal.number));
    case Literal::Kind::Bool: return value_text(Value::boolean(literal.integer != 0));
    case Literal::Kind::Str: break;
  }
  return value_text(Value::str(literal.text));
}

// `{name}` in a failure's text stands for the constant argument of that name.
std::string with_constants(std::string text, const GraphNode& node) {
  std::size_t constant = 0;
  for (const Parameter& p : signature_of(*node.def).parameters) {
    if (!p.constant) continue;
    const std::string hole = "{" + p.name + "}";
    const std::size_t at = text.find(hole);
    if (at != std::string::npos && constant < node.literals.size()) text.replace(at, hole.size(), literal_text(node.literals[constant]));
    ++constant;
  }
  return text;
}

std::string failure_text(const GraphNode& node, std::uint32_t error) {
  if ((error & kErrorException) != 0) return "internal error: a library function threw";
  for (std::size_t bit = 0; bit < node.def->failures.size(); ++bit)
    if (((error >> bit) & 1) != 0 && !node.def->failures[bit].empty()) return with_constants(std::string(node.def->failures[bit]), node);
  if ((error & kErrorValueLimit) != 0) return "the value takes more bytes than --max-value allows";
  return "failed";
}

}  // namespace

std::string value_text(const Value& value) {
  if (value.is_none()) return "None";
  char room[64];
  const PortType type = value.type();
  if (type == PortType::F64) return {room, put_f64(room, value.as_f64())};
  if (type == PortType::F32) return {room, put_f32(room, std::bit_cast<float>(static_cast<std::uint32_t>(value.low())))};
  if (type == PortType::Bool) return value.as_bool() ? "true" : "false";
  const native::u128 wide = (static_cast<native::u128>(value.high()) << 64) | value.low();
  if (type == PortType::U128) return {room, put_u128(room, wide)};
  if (type == PortType::I128) return {room, put_i128(room, static_cast<native::i128>(wide))};
  if (is_unsigned_int(type)) return {room, put_u64(room, value.low())};
  if (is_signed_int(type)) return {room, put_i64(room, value.as_i64())};
  if (type == PortType::Str) {
    std::string_view text = value.text();
    const bool cut = text.size() > kMostText;
    std::string out = "\"";
    for (const char c : lang::whole_characters(text, kMostText)) {
      if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (c == '\n') out += "\\n";
      else if (c == '\r') out += "\\r";
      else if (c == '\t') out += "\\t";
      else out += c;
    }
    return out + (cut ? "\"..." : "\"");
  }
  if (type == PortType::Bytes || is_vector(type)) {
    const std::size_t element = element_size(type);
    return std::to_string(value.text().size() / element) + (type == PortType::Bytes ? " bytes" : " elements");
  }
  if (type == PortType::Dyn) {
    const Value held = from_dyn(value);
    return value_text(held) + " (" + std::string(keyword(held.type())) + ")";
  }
  return "a value";
}

std::string failure_line(const GraphNode& node, std::uint32_t error, std::span<const Value> inputs) {
  std::string out = std::string(node_name(node)) + ": " + failure_text(node, error);
  if (node.def == &repeat_node()) {
    const std::string why = repeat_failure(node, inputs);
    if (!why.empty()) return out + why;
  }
  for (std::size_t i = 0; i < inputs.size() && i < kMostWires; ++i)
    out += (i == 0 ? ": " : ", ") + wire_name(node, i) + " = " + value_text(inputs[i]);
  if (inputs.size() > kMostWires) out += ", ...";
  return out;
}

std::string failure_report(const Graph& graph, std::uint32_t id, std::uint32_t error, std::span<const Value> inputs) {
  const GraphNode& node = graph.nodes[id];
  std::vector<bool> below(graph.nodes.size(), false);
  below[id] = true;
  for (std::size_t n = id + 1; n < graph.nodes.size(); ++n)
    for (const WireSource& wire : graph.nodes[n].wires)
      if (wire.kind == WireSource::Kind::Node && below[wire.index]) below[n] = true;
  std::set<std::string> fed;
  for (const GraphOutput& output : graph.outputs)
    if (output.source.kind == WireSource::Kind::Node && below[output.source.index]) fed.insert(output.name);
  std::string out = failure_line(node, error, inputs);
  if (!fed.empty()) {
    out += "\n  feeds:";
    for (const std::string& name : fed) out += " " + name;
  }
  out += "\n  in the binding: " + node.label;
  for (std::size_t i = 0; i < inputs.size() && i < kMostWires; ++i)
    out += "\n  " + wire_name(node, i) + ": " + std::string(keyword(node.in_types[i])) + " = " + value_text(inputs[i]);
  return out;
}

}  // namespace polydat
