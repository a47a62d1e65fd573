// Matches arguments with parameters, then copies the body.
#include "graph/expand_module.h"

#include <algorithm>
#include <cmath>

#include "graph/declare_names.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

bool is_truth_word(const Expr& e) { return e.kind == ExprKind::Wire && (e.text == "true" || e.text == "false"); }

class Expansion {
 public:
  Expansion(const ModuleDef& module, std::vector<lang::Arg> args, SourceRange head, std::uint32_t caller, lang::Program& program,
            Names& names, const GraphOptions& options, Diagnostics& diagnostics)
      : module_(module),
        args_(std::move(args)),
        head_(head),
        caller_(caller),
        program_(program),
        names_(names),
        options_(options),
        diagnostics_(diagnostics) {}

  std::uint32_t expand() {
    match();
    for (std::size_t p = 0; p < given_.size() && ok_; ++p)
      if (!module_.params[p].type.empty()) fit_literal(module_.params[p], given_[p]);
    return ok_ ? copy_body() : kNoInstance;
  }

  std::uint32_t expand_alone() {
    for (const lang::TypedName& param : module_.params) {
      Expr unknown;
      unknown.kind = ExprKind::Wire;
      unknown.unknown = true;
      unknown.range = unknown.head = param.name.range;
      given_.push_back(add(std::move(unknown)));
    }
    const std::uint32_t instance = copy_body();
    if (instance != kNoInstance) names_.instances[instance].alone = true;
    return instance;
  }

 private:
  std::uint32_t copy_body() {
    if (!has_room()) return kNoInstance;
    const std::uint32_t scope = static_cast<std::uint32_t>(names_.scopes.size());
    names_.scopes.emplace_back();
    names_.scopes.back().home = module_.home;
    names_.scopes.back().module = &module_;
    names_.scopes.back().strict_mode = options_.strict && module_.home->in_program;
    for (std::size_t p = 0; p < given_.size(); ++p) bind_parameter(module_.params[p], given_[p], scope);
    const std::uint32_t first = static_cast<std::uint32_t>(program_.exprs.size());
    for (const ExprId id : module_.exprs) copy(id, scope, first);
    names_.expect_exprs(program_.exprs.size());
    for (const lang::Statement* s : module_.body)
      declare_statement(*s, scope, [&](ExprId id) { return copy_of(id, first); }, names_, diagnostics_);
    ModuleInstance instance{&module_, {}, false};
    for (const lang::TypedName& output : module_.outputs) {
      const auto it = names_.scopes[scope].by_name.find(output.name.text);
      instance.outputs.push_back(it == names_.scopes[scope].by_name.end() ? kNoSymbol : it->second);
    }
    names_.instances.push_back(std::move(instance));
    return static_cast<std::uint32_t>(names_.instances.size() - 1);
  }

  Diagnostic& refuse(std::string_view code, SourceRange range, std::string message) {
    ok_ = false;
    return diagnostics_.error(code, range, std::move(message));
  }

  std::string signature() const {
    std::string out = "signature: " + module_.name.text + "(";
    for (std::size_t p = 0; p < module_.params.size(); ++p) {
      out += (p == 0 ? "" : ", ") + module_.params[p].name.text;
      if (!module_.params[p].type.empty()) out += ": " + module_.params[p].type;
    }
    return out + ")";
  }

  // given_[p]: the argument of parameter p. Positional arguments fill the parameters that are not named, in order.
  void match() {
    const std::size_t count = module_.params.size();
    constexpr ExprId none{~0u};
    given_.assign(count, none);
    for (const lang::Arg& arg : args_) {
      if (arg.name.empty()) continue;
      const auto param =
          std::find_if(module_.params.begin(), module_.params.end(), [&](const lang::TypedName& p) { return p.name.text == arg.name; });
      if (param == module_.params.end()) {
        std::vector<std::string_view> words;
        for (const lang::TypedName& p : module_.params) words.push_back(p.name.text);
        Diagnostic& d = refuse("unknown-parameter", arg.name_range,
                               "the module " + quoted(module_.name.text) + " has no parameter " + quoted(arg.name));
        d.suggestion = nearest_word(arg.name, words);
        d.notes.push_back(signature());
        continue;
      }
      ExprId& slot = given_[static_cast<std::size_t>(param - module_.params.begin())];
      if (slot.index != none.index) refuse("duplicate-argument", arg.name_range, "parameter " + quoted(arg.name) + " is given twice");
      slot = arg.value;
    }
    std::size_t next = 0;
    for (const lang::Arg& arg : args_) {
      if (!arg.name.empty()) continue;
      while (next < count && given_[next].index != none.index) ++next;
      if (next == count) {
        refuse("too-many-arguments", head_,
               "the module " + quoted(module_.name.text) + " takes " + std::to_string(count) + (count == 1 ? " argument" : " arguments") +
                   " and is given " + std::to_string(args_.size()))
            .notes.push_back(signature());
        return;
      }
      given_[next] = arg.value;
    }
    if (!ok_) return;
    for (const lang::Arg& arg : args_) {
      if (!names_.scopes[caller_].strict_mode || !arg.name.empty()) continue;
      refuse("positional-argument", program_.at(arg.value).range,
             "strict mode: the arguments of the module " + quoted(module_.name.text) + " are named")
          .notes.push_back(signature());
    }
    std::string missing;
    for (std::size_t p = 0; p < count; ++p) {
      if (given_[p].index == none.index) missing += (missing.empty() ? "" : ", ") + quoted(module_.params[p].name.text);
      else if (program_.at(given_[p]).kind == ExprKind::List)
        refuse("list-as-argument", program_.at(given_[p]).range, "a list can only be the whole value of a binding");
    }
    if (!missing.empty())
      refuse("too-few-arguments", head_, "the module " + quoted(module_.name.text) + " lacks its argument " + missing)
          .notes.push_back(signature());
  }

  ExprId add(Expr expr) {
    program_.exprs.push_back(std::move(expr));
    names_.expect_exprs(program_.exprs.size());
    return {static_cast<std::uint32_t>(program_.exprs.size() - 1)};
  }

  // A literal must have the parameter's type; an integer widens to f64, and then is one wherever the body reads it.
  void fit_literal(const lang::TypedName& param, ExprId& arg) {
    const std::optional<PortType> type = type_from_keyword(param.type);
    const Expr& e = program_.at(arg);
    if (*type == PortType::Bool && is_truth_word(e)) {
      Expr truth = e;
      truth.kind = ExprKind::Bool;
      truth.integer = e.text == "true" ? 1 : 0;
      arg = add(std::move(truth));
      return;
    }
    const std::optional<Literal> literal = literal_of(program_, arg);
    if (!literal.has_value()) return;
    PortType has = PortType::U64;
    if (literal->kind == Literal::Kind::F64) has = PortType::F64;
    if (literal->kind == Literal::Kind::Str) has = PortType::Str;
    if (literal->kind == Literal::Kind::Bool) has = PortType::Bool;
    if (has == *type) return;
    if (has == PortType::U64 && *type == PortType::F64) {
      Expr wide;
      wide.kind = ExprKind::Float;
      wide.range = e.range;
      wide.head = e.head;
      wide.number = static_cast<double>(literal->integer);
      arg = add(std::move(wide));
      return;
    }
    Diagnostic& d = refuse("bad-literal", e.range,
                           "parameter " + quoted(param.name.text) + " of the module " + quoted(module_.name.text) + " is " +
                               quoted(keyword(*type)) + ", and this literal is " + quoted(keyword(has)));
    if (literal->kind == Literal::Kind::U64 && *type == PortType::Str) d.notes.push_back("write it in quotes");
  }

  // Calls of calls can grow without bound: copies are counted as the nodes they will become, and bindings as one each.
  bool has_room() {
    names_.copied_exprs += module_.exprs.size() + module_.params.size() + module_.body.size();
    if (names_.copied_exprs <= options_.limits.max_nodes) return true;
    if (diagnostics_.has_limit_error()) return false;  // once
    diagnostics_.limit(head_, "the modules of this graph expand to more than " + std::to_string(options_.limits.max_nodes) + " expressions",
                       "--max-nodes");
    return false;
  }

  void bind_parameter(const lang::TypedName& param, ExprId arg, std::uint32_t scope) {
    Binding binding;
    binding.targets = {&param.name, 1};
    binding.value = arg;
    binding.scope = caller_;
    binding.owner = scope;
    binding.parameter = &param;
    const std::uint32_t index = static_cast<std::uint32_t>(names_.bindings.size());
    binding.symbols.push_back(
        declare_name(names_, scope, {param.name.text, SymbolKind::Binding, index, 0, scope, param.name.range}, diagnostics_));
    names_.bindings.push_back(std::move(binding));
  }

  ExprId copy_of(ExprId id, std::uint32_t first) const {
    const auto it = std::lower_bound(module_.exprs.begin(), module_.exprs.end(), id, [](ExprId a, ExprId b) { return a.index < b.index; });
    return {first + static_cast<std::uint32_t>(it - module_.exprs.begin())};
  }

  // Only the parameters are bound in `scope` yet.
  void copy(ExprId id, std::uint32_t scope, std::uint32_t first) {
    Expr expr = program_.at(id);
    for (lang::Arg& arg : expr.args) arg.value = copy_of(arg.value, first);
    for (lang::StrPart& part : expr.parts)
      if (part.expr.has_value()) part.expr = copy_of(*part.expr, first);
    if (expr.kind == ExprKind::Wire) {
      if (const Symbol* param = names_.find(expr.text, scope)) {
        const ExprId given = names_.bindings[param->index].value;
        const std::optional<ExprId>& further = program_.at(given).argument;
        expr.argument = further.has_value() ? *further : given;
      }
    }
    program_.exprs.push_back(std::move(expr));
  }

  const ModuleDef& module_;
  const std::vector<lang::Arg> args_;
  const SourceRange head_;
  const std::uint32_t caller_;
  lang::Program& program_;
  Names& names_;
  const GraphOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<ExprId> given_;
  bool ok_ = true;
};

}  // namespace

std::uint32_t expand_module(const ModuleDef& module, ExprId call, std::uint32_t caller, lang::Program& program, Names& names,
                            const GraphOptions& options, Diagnostics& diagnostics) {
  return Expansion(module, program.at(call).args, program.at(call).head, caller, program, names, options, diagnostics).expand();
}

void expand_alone(const ModuleDef& module, lang::Program& program, Names& names, const GraphOptions& options, Diagnostics& diagnostics) {
  Expansion(module, {}, module.name.range, 0, program, names, options, diagnostics).expand_alone();
}

}  // namespace polydat
