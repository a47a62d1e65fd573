// Inputs of the graph.
#include "graph/declare_inputs.h"

#include <charconv>
#include <string>
#include <unordered_map>

#include "graph/evaluate_node.h"
#include "lang/type_keywords.h"
#include "nodes/dyn_value.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprKind;

std::string_view trim_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The text as a value of the type, by the boundary conversion from str; nothing and a reason when it does not parse.
std::optional<Value> parse_value(std::string_view text, PortType type, std::string& why) {
  if (type == PortType::Str) return Value::str(std::string(trim_blanks(text)));
  const NodeDef* def = boundary_conversion(PortType::Str, type);
  if (def == nullptr) {
    why = "no text denotes a value of type `" + std::string(keyword(type)) + "`";
    return std::nullopt;
  }
  GraphNode node;
  node.def = def;
  node.in_types.push_back(PortType::Str);
  node.out_types.push_back(type);
  const Value input = Value::str(std::string(text));
  std::vector<Value> outputs;
  if (evaluate_node(node, {&input, 1}, outputs, nullptr) != 0) {
    why = "the text does not denote a value of type `" + std::string(keyword(type)) + "`";
    return std::nullopt;
  }
  return std::move(outputs.front());
}

// An input is fixed by a coordinate, which is written in decimal or as 0x digits; the latter in decimal.
std::string coordinate_text(const std::string& text) {
  const std::string_view word = trim_blanks(text);
  if (!word.starts_with("0x") && !word.starts_with("0X")) return text;
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data() + 2, end, number, 16);
  return error == std::errc() && stop == end ? std::to_string(number) : text;
}

// Types an `input` may have, beside u64.
bool may_be_coordinate(PortType type) {
  return is_integer(type) || is_float(type) || type == PortType::Bool || type == PortType::Str || type == PortType::Json;
}

class InputDeclarer {
 public:
  InputDeclarer(const lang::Program& program, const Names& names, const GraphOptions& options, GraphBuilder& builder,
                std::vector<Operand>& operands, Diagnostics& diagnostics)
      : program_(program), names_(names), builder_(builder), operands_(operands), diagnostics_(diagnostics) {
    for (const Assignment& assignment : options.assignments) assign(assignment);
  }

  void declare() {
    for (const InputKind kind : {InputKind::Coordinate, InputKind::Element, InputKind::Extern}) {
      for (std::uint32_t s = 0; s < names_.symbols.size(); ++s) {
        const Symbol& symbol = names_.symbols[s];
        if (symbol.kind == SymbolKind::Binding) continue;
        const Declaration& declaration = names_.declarations[symbol.index];
        const auto assigned = assigned_.find(declaration.name);
        if (kind_of(declaration, assigned != assigned_.end()) != kind) continue;
        const std::optional<PortType> type = type_of(declaration);
        if (!type.has_value()) continue;
        if (kind == InputKind::Coordinate) declare_coordinate(s, declaration, *type);
        else declare_extern(s, declaration, kind, *type, assigned == assigned_.end() ? nullptr : assigned->second);
      }
    }
    for (const Declaration& declaration : names_.declarations) {
      if (declaration.initial.has_value() || !declaration.is_extern || assigned_.contains(declaration.name) ||
          declaration.generated != lang::Generated::No)
        continue;
      diagnostics_.warning("extern-without-default", declaration.range,
                           "extern `" + std::string(declaration.name) + "` has no default and is None until it is set");
    }
  }

 private:
  static InputKind kind_of(const Declaration& declaration, bool is_assigned) {
    if (is_assigned) return InputKind::Extern;
    if (!declaration.is_extern) return InputKind::Coordinate;
    return declaration.generated == lang::Generated::Element ? InputKind::Element : InputKind::Extern;
  }

  void assign(const Assignment& assignment) {
    const Symbol* symbol = names_.find(assignment.name);
    if (symbol != nullptr && symbol->kind != SymbolKind::Binding) {
      assigned_[assignment.name] = &assignment.text;
      return;
    }
    if (symbol == nullptr && program_.unread.any) return;
    Diagnostic& d =
        diagnostics_.error("unknown-assignment", {},
                           symbol == nullptr ? "no input or extern is named `" + assignment.name + "`"
                                             : "`" + assignment.name + "` is a binding; only inputs and externs can be assigned");
    d.has_range = false;
    std::vector<std::string_view> candidates;
    for (const Declaration& declaration : names_.declarations) candidates.push_back(declaration.name);
    d.suggestion = nearest_word(assignment.name, candidates);
  }

  std::optional<PortType> type_of(const Declaration& declaration) {
    if (declaration.type.empty()) return PortType::U64;
    const std::optional<PortType> type = type_from_keyword(declaration.type);
    const std::string word(declaration.type);
    if (!type.has_value()) {
      diagnostics_.error("unknown-type", declaration.type_range, "unknown type `" + word + "`").suggestion =
          nearest_type_keyword(declaration.type);
      return std::nullopt;
    }
    if (!declaration.is_extern && !may_be_coordinate(*type)) {
      diagnostics_.error("bad-input-type", declaration.type_range,
                         "an input cannot have the type `" + word + "`: no cycle number converts to it");
      return std::nullopt;
    }
    return type;
  }

  void declare_coordinate(std::uint32_t symbol, const Declaration& declaration, PortType type) {
    GraphInput input;
    input.name = declaration.name;
    input.kind = InputKind::Coordinate;
    input.range = declaration.range;
    operands_[symbol] = builder_.input(std::move(input), declaration.generated == lang::Generated::Element ? kOnElement : kOnCoordinate);
    if (type == PortType::U64) return;
    const NodeDef* def = boundary_conversion(PortType::U64, type);
    if (def == nullptr) {
      diagnostics_.error("bad-input-type", declaration.type_range,
                         "an input cannot have the type `" + std::string(keyword(type)) + "`: no cycle number converts to it");
      operands_[symbol] = {};
      return;
    }
    builder_.set_label(declaration.name);
    operands_[symbol] = builder_.node(*def, {operands_[symbol]}, {}, {}, declaration.range);
  }

  void declare_extern(std::uint32_t symbol, const Declaration& declaration, InputKind kind, PortType type, const std::string* text) {
    GraphInput input;
    input.name = declaration.name;
    input.kind = kind;
    input.type = type;
    input.range = declaration.range;
    // Of a `dyn`, the type of the value that it begins with.
    const PortType first = type == PortType::Dyn ? dynamic_type(declaration, text) : type;
    input.initial = Value::none(first);
    // A default of another type than the text that replaces it is right for `dyn`.
    if (declaration.initial.has_value() && !(type == PortType::Dyn && text != nullptr))
      set_default(program_.at(*declaration.initial), first, input.initial);
    if (text != nullptr) {
      std::string why;
      std::optional<Value> value =
          parse_value(declaration.is_extern || first == PortType::Str ? *text : coordinate_text(*text), first, why);
      if (value.has_value()) {
        input.initial = std::move(*value);
      } else {
        diagnostics_.error("bad-assignment", {}, std::string(declaration.name) + "=" + *text + ": " + why).has_range = false;
      }
    }
    if (type == PortType::Dyn) input.initial = to_dyn(input.initial);
    const bool stays = declaration.generated == lang::Generated::Element || declaration.generated == lang::Generated::Around;
    const Dependence changes = declaration.generated == lang::Generated::Cursor ? kOnCoordinate : stays ? kOnElement : kOnExtern;
    operands_[symbol] = builder_.input(std::move(input), changes);
  }

  // The type of what a `dyn` extern begins with.
  PortType dynamic_type(const Declaration& declaration, const std::string* text) const {
    if (text != nullptr) {
      std::string why;
      for (const PortType type : {PortType::U64, PortType::F64, PortType::Bool})
        if (parse_value(*text, type, why).has_value()) return type;
      return PortType::Str;
    }
    if (!declaration.initial.has_value()) return PortType::Dyn;
    const Expr& e = program_.at(*declaration.initial);
    if (e.kind == ExprKind::Str) return PortType::Str;
    if (e.kind == ExprKind::Float) return PortType::F64;
    return e.kind == ExprKind::Bool || e.kind == ExprKind::Wire ? PortType::Bool : PortType::U64;
  }

  void set_default(const Expr& e, PortType type, Value& initial) {
    if (type != PortType::U64 && type != PortType::F64 && type != PortType::Str && type != PortType::Bool) {
      diagnostics_.error("default-not-allowed", e.range, "an extern of type `" + std::string(keyword(type)) + "` takes no default");
      return;
    }
    if (e.kind == ExprKind::Int && type == PortType::U64) {
      initial = Value::u64(e.integer);
      return;
    }
    if (e.kind == ExprKind::Int && type == PortType::F64) {
      initial = Value::f64(static_cast<double>(e.integer));
      return;
    }
    if (e.kind == ExprKind::Float && type == PortType::F64) {
      initial = Value::f64(e.number);
      return;
    }
    if (e.kind == ExprKind::Str && type == PortType::Str) {
      initial = Value::str(e.text);
      return;
    }
    if (type == PortType::Bool && e.kind == ExprKind::Bool) {
      initial = Value::boolean(e.integer != 0);
      return;
    }
    if (type == PortType::Bool && e.kind == ExprKind::Wire && (e.text == "true" || e.text == "false")) {
      initial = Value::boolean(e.text == "true");
      return;
    }
    if (e.kind == ExprKind::Str) {
      std::string why;
      std::optional<Value> value = parse_value(e.text, type, why);
      if (value.has_value()) initial = std::move(*value);
      else diagnostics_.error("bad-default", e.range, "the default of a `" + std::string(keyword(type)) + "` extern: " + why);
      return;
    }
    Diagnostic& d = diagnostics_.error("bad-default", e.range,
                                       "the default of a `" + std::string(keyword(type)) + "` extern must be a literal of that type");
    if (e.kind == ExprKind::Unary && type == PortType::F64) d.notes.push_back("a negative default is written as a text, such as \"-2.5\"");
  }

  const lang::Program& program_;
  const Names& names_;
  GraphBuilder& builder_;
  std::vector<Operand>& operands_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, const std::string*> assigned_;
};

}  // namespace

void declare_inputs(const lang::Program& program, const Names& names, const GraphOptions& options, GraphBuilder& builder,
                    std::vector<Operand>& operands, Diagnostics& diagnostics) {
  InputDeclarer(program, names, options, builder, operands, diagnostics).declare();
}

}  // namespace polydat
