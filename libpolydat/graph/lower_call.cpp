// Calls: wire arguments of library functions get the type of their port; modules are expanded, what is left of a call are its outputs.
#include <string>

#include "graph/lift_calls.h"
#include "graph/literal_bounds.h"
#include "graph/lower_expression.h"
#include "graph/producer.h"
#include "graph/template_scope.h"
#include "nodes/catalog.h"
#include "nodes/constraint.h"
#include "nodes/json_text.h"

namespace polydat {

namespace {

std::string type_word(PortType type) { return "`" + std::string(keyword(type)) + "`"; }

}  // namespace

// The operand of one wire argument, converted to its port; not ok after an error at the argument.
Operand ExpressionLowering::argument(const BoundCall& bound, std::size_t wire) {
  const lang::ExprId id = bound.wires[wire].expr;
  const SourceRange range = literal_range(program_, id);
  const Signature& signature = signature_of(*bound.def);
  const Parameter& parameter = signature.parameters[bound.wires[wire].parameter];
  const std::optional<Literal> literal = literal_of(program_, id);
  const Operand given = use_argument(id);
  if (!given.ok) return {};
  const std::string port = "parameter `" + parameter.name + "` of `" + signature.name + "` ";
  const bool is_number = literal.has_value() && literal->kind != Literal::Kind::Str;
  const std::optional<Literal> constant = is_number ? literal : constant_value(given);  // a text may hold placeholders
  if (constant.has_value() && (scope_->strict_values || (is_number && is_always_checked(parameter.constraint)))) {
    const std::string broken = broken_constraint(parameter, *constant);
    if (!broken.empty()) {
      refuse("constraint", range, port + broken);
      return {};
    }
  }
  if (literal.has_value() && literal->kind == Literal::Kind::U64) {
    const std::string broken = oversize(signature, parameter, literal->integer, builder_.limits());
    if (!broken.empty()) {
      diagnostics_.limit(range, port + broken, "--max-value");
      return {};
    }
  }
  const Operand fitted = to_port(bound, given, parameter, literal, range);
  if (!fitted.ok || constant.has_value() || !scope_->strict_values) return fitted;
  Guard guard = guard_of(signature, parameter);
  return guard.def == nullptr ? fitted : builder_.node(*guard.def, {fitted}, std::move(guard.literals), {}, range);
}

// The value of a wire that carries a constant of the types that constraints speak of.
std::optional<Literal> ExpressionLowering::constant_value(const Operand& wire) const {
  if (!builder_.graph().is_constant(wire.source)) return std::nullopt;
  const Value& value = builder_.graph().nodes[wire.source.index].constant;
  if (value.is_none()) return std::nullopt;
  if (wire.type == PortType::U64) return Literal{Literal::Kind::U64, value.low(), 0, {}};
  if (wire.type == PortType::F64) return Literal{Literal::Kind::F64, 0, value.as_f64(), {}};
  if (wire.type == PortType::Str) return Literal{Literal::Kind::Str, 0, 0, std::string(value.text())};
  return std::nullopt;
}

// A wire converted to the type of its port; not ok after an error at the argument.
Operand ExpressionLowering::to_port(const BoundCall& bound, const Operand& given, const Parameter& parameter,
                                    const std::optional<Literal>& literal, SourceRange range) {
  const Signature& signature = signature_of(*bound.def);
  if (parameter.any || given.type == parameter.type) return given;
  // A whole u64 as a probability is always past 1: a mistake that widening would hide.
  if (bound.def->family == "distribution" && parameter.type == PortType::F64 && is_integer(given.type) &&
      !(literal.has_value() && literal->kind != Literal::Kind::Str && literal->integer <= 1)) {
    Diagnostic& d =
        refuse("not-a-probability", range,
               "`" + signature.name + "` takes a probability from 0 to 1 as `" + parameter.name + "`, not a " + type_word(given.type));
    d.notes.push_back("write `unit_interval(...)` around it to map all of `u64` to [0, 1)");
    return {};
  }
  const Operand converted = fit(given, parameter.type, range);
  if (converted.ok || automatic_conversion(given.type, parameter.type) != nullptr) return converted;
  Diagnostic& d = refuse("type-mismatch", range,
                         "parameter `" + parameter.name + "` of `" + signature.name + "` takes " + type_word(parameter.type) + ", and " +
                             type_word(given.type) + " does not become that");
  if (is_float(given.type) && is_integer(parameter.type)) {
    d.notes.push_back("choose the rounding by name: `f64_to_u64` truncates, `round_to_u64`, `floor_to_u64` and `ceil_to_u64` round");
  } else if (const NodeDef* checked = boundary_conversion(given.type, parameter.type); checked != nullptr && !literal.has_value()) {
    d.notes.push_back("`" + std::string(name_of(*checked)) + "` converts, and fails for a value that does not fit");
  }
  return {};
}

Operand ExpressionLowering::lower_call(const Expr& e, const BoundCall& bound) {
  std::vector<Operand> wires;
  wires.reserve(bound.wires.size());
  bool ok = true;
  for (std::size_t i = 0; i < bound.wires.size(); ++i) {
    wires.push_back(argument(bound, i));
    ok = ok && wires.back().ok;
  }
  if (!ok) return {};
  std::vector<Literal> literals = bound.literals;
  if (bound.def == find_node("streamer") && !describe_comprehension(literals.front(), bound.literal_ranges.front())) return {};
  return builder_.node(*bound.def, wires, std::move(literals), bound.literal_ranges, e.range);
}

// The text of a comprehension becomes what the node `streamer` takes: its description. False: a mistake was reported.
bool ExpressionLowering::describe_comprehension(Literal& spec, SourceRange range) {
  ComprehensionFault fault;
  const FindProducer none = [](std::string_view) { return nullptr; };
  const std::optional<Comprehension> made = parse_comprehension(spec.text, false, none, fault);
  if (!made.has_value()) {
    report_comprehension(fault, {nullptr, range}, diagnostics_);
    return false;
  }
  for (const ComprehensionReference& reference : made->references) {
    if (!is_call(reference)) continue;
    refuse("bad-comprehension", range, "`" + reference.name + "` calls no library function; a streamer knows no modules");
    return false;
  }
  spec.text = make_producer(*made)->to_json().dump();
  return true;
}

Operand ExpressionLowering::fit(const Operand& from, PortType to, SourceRange range) {
  if (!from.ok || from.type == to) return from;
  report_round_trip(from, to, range);
  const Operand converted = builder_.convert(from, to, range);
  if (!converted.ok || !scope_->strict_mode || from.type == PortType::Dyn) return converted;  // a `dyn` is there to be converted
  Diagnostic& d =
      refuse("implicit-conversion", range, "strict mode: " + type_word(from.type) + " does not become " + type_word(to) + " by itself");
  d.notes.push_back("write `as " + std::string(keyword(to)) + "`");
  return {};
}

// A value that was converted to another type, and now comes back to its own.
void ExpressionLowering::report_round_trip(const Operand& from, PortType to, SourceRange range) {
  if (!from.ok || from.source.kind != WireSource::Kind::Node) return;
  const GraphNode& node = builder_.graph().nodes[from.source.index];
  if (node.def == nullptr || node.in_types.size() != 1 || node.in_types.front() != to) return;
  if (node.def != automatic_conversion(to, from.type)) return;
  const std::string message = "a value is converted from " + type_word(to) + " to " + type_word(from.type) + " and back";
  if (scope_->strict_values) refuse("value-round-trip", range, message);
  else diagnostics_.warning("value-round-trip", range, message);
}

Operand ExpressionLowering::module_output(std::uint32_t instance, std::size_t output) {
  const ModuleInstance& called = names_.instances[instance];
  if (output >= called.outputs.size() || called.outputs[output] == kNoSymbol) return {};
  const Symbol& symbol = names_.symbols[called.outputs[output]];
  const Operand value = symbols_[called.outputs[output]];
  const lang::TypedName& declared = called.module->outputs[output];
  if (!value.ok || declared.type.empty()) return value;
  const PortType type = *type_from_keyword(declared.type);
  const SourceRange range = program_.at(names_.bindings[symbol.index].value).range;
  const Operand converted = fit(value, type, range);
  if (converted.ok || automatic_conversion(value.type, type) != nullptr) return converted;
  refuse("type-mismatch", range,
         "the output `" + declared.name.text + "` of the module `" + called.module->name.text + "` is " + type_word(type) + ", and " +
             type_word(value.type) + " does not become that");
  return {};
}

}  // namespace polydat
