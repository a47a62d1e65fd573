// Argument binding: positional arguments fill the parameters that are not named, in order.
#include "graph/bind_arguments.h"

#include <string>

#include "nodes/constraint.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;

constexpr std::uint32_t kNoParameter = ~0u;

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

std::string_view wanted_literal(PortType type) {
  if (type == PortType::U64) return "an integer literal";
  if (type == PortType::F64) return "a number literal";
  if (type == PortType::Bool) return "0, 1, true or false";
  return "a text literal";
}

// The value of a constant argument in the parameter's kind, or nothing when the literal is of another kind.
std::optional<Literal> convert_literal(const Literal& given, PortType type) {
  Literal to;
  if (type == PortType::U64) {
    if (given.kind != Literal::Kind::U64) return std::nullopt;
    return given;
  }
  if (type == PortType::F64) {
    to.kind = Literal::Kind::F64;
    if (given.kind == Literal::Kind::U64) to.number = static_cast<double>(given.integer);
    else if (given.kind == Literal::Kind::F64) to.number = given.number;
    else return std::nullopt;
    return to;
  }
  if (type == PortType::Bool) {
    if (given.kind == Literal::Kind::Bool || (given.kind == Literal::Kind::U64 && given.integer <= 1)) {
      to.kind = Literal::Kind::Bool;
      to.integer = given.integer;
      return to;
    }
    return std::nullopt;
  }
  if (given.kind != Literal::Kind::Str) return std::nullopt;
  return given;
}

// `true` and `false` are names in the language; in the place of a boolean constant they are values.
std::optional<Literal> constant_argument(const lang::Program& program, ExprId id, PortType type) {
  const Expr& e = program.at(id);
  if (type == PortType::Bool && !e.argument.has_value() && e.kind == ExprKind::Wire && (e.text == "true" || e.text == "false")) {
    Literal value;
    value.kind = Literal::Kind::Bool;
    value.integer = e.text == "true" ? 1 : 0;
    return value;
  }
  return literal_of(program, id);
}

class Binder {
 public:
  Binder(const lang::Program& program, ExprId call, const NodeDef& def, Diagnostics& diagnostics)
      : program_(program), call_(program.at(call)), def_(def), signature_(signature_of(def)), diagnostics_(diagnostics) {}

  BoundCall bind() {
    out_.def = &def_;
    out_.ok = true;
    assign_parameters();
    collect();
    return std::move(out_);
  }

 private:
  Diagnostic& refuse(std::string_view code, SourceRange range, std::string message) {
    out_.ok = false;
    return diagnostics_.error(code, range, std::move(message));
  }

  // parameter_of_[i]: the parameter that argument i fills.
  void assign_parameters() {
    const std::size_t count = signature_.parameters.size();
    parameter_of_.assign(call_.args.size(), kNoParameter);
    std::vector<bool> taken(count, false);
    for (std::size_t i = 0; i < call_.args.size(); ++i) {
      const lang::Arg& arg = call_.args[i];
      if (arg.name.empty()) continue;
      std::size_t p = 0;
      while (p < count && signature_.parameters[p].name != arg.name) ++p;
      if (p == count) {
        std::vector<std::string_view> names;
        for (const Parameter& parameter : signature_.parameters) names.push_back(parameter.name);
        Diagnostic& d = refuse("unknown-parameter", arg.name_range, quoted(signature_.name) + " has no parameter " + quoted(arg.name));
        d.suggestion = nearest_word(arg.name, names);
        d.notes.push_back("signature: " + std::string(def_.signature));
        continue;
      }
      if (taken[p] && !signature_.parameters[p].variadic) {
        refuse("duplicate-argument", arg.name_range, "parameter " + quoted(arg.name) + " is given twice");
        continue;
      }
      taken[p] = true;
      parameter_of_[i] = static_cast<std::uint32_t>(p);
    }
    std::size_t next = 0;
    std::size_t surplus = 0;
    for (std::size_t i = 0; i < call_.args.size(); ++i) {
      if (!call_.args[i].name.empty()) continue;
      while (next < count && taken[next] && !signature_.parameters[next].variadic) ++next;
      if (next == count) {
        ++surplus;
        continue;
      }
      parameter_of_[i] = static_cast<std::uint32_t>(next);
      if (!signature_.parameters[next].variadic) taken[next] = true;
    }
    if (surplus != 0) {
      Diagnostic& d = refuse("too-many-arguments", call_.head,
                             quoted(signature_.name) + " takes at most " + std::to_string(count) +
                                 (count == 1 ? " argument" : " arguments") + " and is given " + std::to_string(call_.args.size()));
      d.notes.push_back("signature: " + std::string(def_.signature));
    }
  }

  void collect() {
    std::vector<std::vector<std::uint32_t>> arguments(signature_.parameters.size());
    for (std::size_t i = 0; i < parameter_of_.size(); ++i)
      if (parameter_of_[i] != kNoParameter) arguments[parameter_of_[i]].push_back(static_cast<std::uint32_t>(i));
    bool missing_reported = !out_.ok;
    // Constants that may repeat come after the others, as PrepareContext wants them.
    for (const bool variadic : {false, true}) {
      for (std::size_t p = 0; p < arguments.size(); ++p) {
        const Parameter& parameter = signature_.parameters[p];
        if (parameter.variadic != variadic) continue;
        if (arguments[p].empty() && !parameter.variadic) {
          if (parameter.constant && parameter.default_value.has_value()) {
            out_.literals.push_back(*parameter.default_value);
            out_.literal_ranges.push_back(call_.head);
          } else if (!missing_reported) {
            missing_reported = true;
            report_missing(parameter);
          }
          continue;
        }
        for (const std::uint32_t i : arguments[p]) {
          if (parameter.constant) take_constant(parameter, call_.args[i]);
        }
      }
    }
    for (std::size_t p = 0; p < arguments.size(); ++p) {
      if (signature_.parameters[p].constant) continue;
      for (const std::uint32_t i : arguments[p]) out_.wires.push_back({call_.args[i].value, static_cast<std::uint32_t>(p)});
    }
  }

  void report_missing(const Parameter& parameter) {
    Diagnostic& d = refuse(
        parameter.constant ? "missing-constant" : "too-few-arguments", call_.head,
        quoted(signature_.name) + " lacks its " + (parameter.constant ? "constant argument " : "argument ") + quoted(parameter.name));
    d.notes.push_back("signature: " + std::string(def_.signature));
  }

  void take_constant(const Parameter& parameter, const lang::Arg& arg) {
    const SourceRange range = literal_range(program_, arg.value);
    const std::optional<Literal> given = constant_argument(program_, arg.value, parameter.type);
    if (!given.has_value()) {
      if (program_.at(arg.value).kind == ExprKind::List) {
        refuse("list-as-argument", range, "a list can only be the whole value of a binding");
        return;
      }
      if (const std::optional<ExprId>& argument = program_.at(arg.value).argument) {
        if (program_.at(*argument).unknown) {
          out_.ok = false;
          return;
        }
        Diagnostic& d = refuse("wire-as-constant", program_.at(*argument).range,
                               "this argument must be " + std::string(wanted_literal(parameter.type)));
        d.notes.push_back("the module passes its parameter " + quoted(program_.at(arg.value).text) + " on to the constant " +
                          quoted(parameter.name) + " of " + quoted(signature_.name));
        return;
      }
      Diagnostic& d = refuse("wire-as-constant", range,
                             "parameter " + quoted(parameter.name) + " of " + quoted(signature_.name) + " is a constant: it takes " +
                                 std::string(wanted_literal(parameter.type)));
      const std::string by_wire = signature_.name + "_wire";
      if (find_node(by_wire) != nullptr) d.notes.push_back(quoted(by_wire) + " takes a wire there");
      return;
    }
    std::optional<Literal> value = convert_literal(*given, parameter.type);
    if (!value.has_value()) {
      refuse("bad-literal", range,
             "parameter " + quoted(parameter.name) + " of " + quoted(signature_.name) + " takes " +
                 std::string(wanted_literal(parameter.type)));
      return;
    }
    const std::string broken = broken_constraint(parameter, *value);
    if (!broken.empty()) {
      refuse("constraint", range, "parameter " + quoted(parameter.name) + " of " + quoted(signature_.name) + " " + broken);
      return;
    }
    out_.literals.push_back(std::move(*value));
    out_.literal_ranges.push_back(range);
  }

  const lang::Program& program_;
  const Expr& call_;
  const NodeDef& def_;
  const Signature& signature_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> parameter_of_;
  BoundCall out_;
};

}  // namespace

bool is_negated_literal(const lang::Program& program, ExprId id) {
  const Expr& e = program.at(id);
  if (e.kind != ExprKind::Unary || e.text != "-") return false;
  const Expr& inner = program.at(e.args[0].value);
  return !inner.parenthesised && (inner.kind == ExprKind::Int || inner.kind == ExprKind::Float);
}

std::optional<Literal> literal_of(const lang::Program& program, ExprId id) {
  if (const std::optional<ExprId>& argument = program.at(id).argument) id = *argument;
  const bool negated = is_negated_literal(program, id);
  const Expr& e = negated ? program.at(program.at(id).args[0].value) : program.at(id);
  Literal out;
  if (e.kind == ExprKind::Int) {
    out.kind = negated ? Literal::Kind::F64 : Literal::Kind::U64;
    out.integer = negated ? 0 : e.integer;
    out.number = negated ? -static_cast<double>(e.integer) : 0;
    return out;
  }
  if (e.kind == ExprKind::Float) {
    out.kind = Literal::Kind::F64;
    out.number = negated ? -e.number : e.number;
    return out;
  }
  if (e.kind == ExprKind::Bool) {
    out.kind = Literal::Kind::Bool;
    out.integer = e.integer;
    return out;
  }
  if (e.kind == ExprKind::Str) {
    out.kind = Literal::Kind::Str;
    out.text = e.text;
    return out;
  }
  return std::nullopt;
}

SourceRange literal_range(const lang::Program& program, ExprId id) {
  const bool stands_for_one = program.at(id).argument.has_value() && literal_of(program, id).has_value();
  return program.at(stands_for_one ? *program.at(id).argument : id).range;
}

BoundCall bind_arguments(const lang::Program& program, ExprId call, const NodeDef& def, Diagnostics& diagnostics) {
  return Binder(program, call, def, diagnostics).bind();
}

}  // namespace polydat
