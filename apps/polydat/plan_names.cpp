// Names that people read for the parts of a plan.
#include "plan_names.h"

#include <fmt/format.h>

#include <array>

#include "lang/utf8.h"
#include "nodes/text_forms.h"
#include "nodes/tile_program.h"

namespace polydat::app {

namespace {

constexpr std::size_t kLongestConstant = 60;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : lang::whole_characters(text, kLongestConstant)) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else out += c;
  }
  return out + (text.size() > kLongestConstant ? "...\"" : "\"");
}

std::string literal_text(const Literal& literal) {
  switch (literal.kind) {
    case Literal::Kind::U64: return fmt::format("{}", literal.integer);
    case Literal::Kind::F64: return fmt::format("{}", literal.number);
    case Literal::Kind::Bool: return literal.integer != 0 ? "true" : "false";
    case Literal::Kind::Str: return quoted(literal.text);
  }
  return {};
}

}  // namespace

std::string_view engine_name(Engine engine) {
  switch (engine) {
    case Engine::Auto: return "auto";
    case Engine::Hybrid: return "hybrid";
    case Engine::Closures: return "closures";
    case Engine::Interpreter: return "interpreter";
  }
  return {};
}

std::string_view provenance_name(Provenance provenance) {
  switch (provenance) {
    case Provenance::Auto: return "auto";
    case Provenance::Raw: return "raw";
    case Provenance::Pull: return "pull";
    case Provenance::PushPull: return "push-pull";
  }
  return {};
}

std::string_view color_name(SlotColor color) {
  switch (color) {
    case SlotColor::Imm1: return "imm1";
    case SlotColor::Imm2: return "imm2";
    case SlotColor::Ref2: return "ref2";
  }
  return {};
}

std::string_view input_kind_name(InputKind kind) {
  switch (kind) {
    case InputKind::Coordinate: return "coordinate";
    case InputKind::Element: return "element";
    case InputKind::Extern: return "extern";
    case InputKind::SharedCell: return "shared";
    case InputKind::ConstSlot: return "const";
  }
  return {};
}

std::string_view step_kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::Closure: return "closure";
    case StepKind::Segment: return "segment";
  }
  return {};
}

std::string constant_text(const Value& value) {
  if (value.is_none()) return "none";
  if (value.type() == PortType::Str) return quoted(value.text());
  const auto [low, high] = value.words();
  const std::array<std::uint64_t, 2> words = {low, high};
  Buffer text;
  append_display(text, value.type(), words.data());
  return text.size() <= kLongestConstant ? std::string(text.view())
                                         : fmt::format("{}...", lang::whole_characters(text.view(), kLongestConstant));
}

std::string wire_name(const Graph& graph, const WireSource& source) {
  if (source.kind == WireSource::Kind::Input) return graph.inputs[source.index].name;
  const GraphNode& node = graph.nodes[source.index];
  if (node.def == nullptr) return constant_text(node.constant);
  std::string name = fmt::format("#{}", source.index);
  if (node.out_types.size() > 1) name += fmt::format(".{}", source.port);
  return name;
}

std::string node_text(const Graph& graph, NodeId id) {
  const GraphNode& node = graph.nodes[id.index];
  if (node.def == nullptr) return constant_text(node.constant);
  std::string text = fmt::format("{}(", node_name(node));
  bool first = true;
  for (const WireSource& wire : node.wires) {
    if (!first) text += ", ";
    text += wire_name(graph, wire);
    first = false;
  }
  for (const Literal& literal : node.literals) {
    if (!first) text += ", ";
    // The first constant of a tile is its pieces.
    const bool is_tile = &literal == &node.literals.front() && node_name(node) == "tile_render";
    text += is_tile ? quoted(tile_outline(literal.text)) : literal_text(literal);
    first = false;
  }
  return text + ')';
}

std::string form_text(const Plan& plan, const GraphNode& node, std::size_t index) {
  if (node.def == nullptr) return "constant";
  if (plan.step_of[index] == Plan::kNoStep) return "not needed";
  return plan.forms[index].native ? "native" : fmt::format("closure: {}", plan.forms[index].reason);
}

BitSet inputs_of(const Graph& graph, const Plan& plan, const WireSource& source) {
  if (source.kind == WireSource::Kind::Node) return plan.input_sets[plan.node_input_set[source.index]];
  BitSet own(graph.inputs.size());
  own.set(source.index);
  return own;
}

std::vector<std::string> input_names(const Graph& graph, const BitSet& set) {
  std::vector<std::string> names;
  set.for_each([&](std::size_t input) { names.push_back(graph.inputs[input].name); });
  return names;
}

std::string number_runs(const BitSet& set) {
  std::string text;
  std::size_t first = 0, last = 0;
  bool open = false;
  const auto close = [&] {
    if (!open) return;
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  };
  set.for_each([&](std::size_t member) {
    if (open && member == last + 1) {
      last = member;
      return;
    }
    close();
    open = true;
    first = last = member;
  });
  close();
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator, std::string_view when_empty) {
  if (words.empty()) return std::string(when_empty);
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace polydat::app
