// Named arguments take their parameter; the others fill what is left, in order (language page, 3.6).
#include "lang/constant_arguments.h"

#include <algorithm>

namespace polydat::lang {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// Per argument the index of its parameter, or kNone. `name_of(p)` and `is_variadic(p)` tell about parameters.
template <class NameOf, class IsVariadic>
std::vector<std::size_t> match(const Expr& call, std::size_t parameters, NameOf name_of, IsVariadic is_variadic) {
  std::vector<std::size_t> found(call.args.size(), kNone);
  std::vector<bool> taken(parameters, false);
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    for (std::size_t p = 0; p < parameters && !call.args[i].name.empty(); ++p) {
      if (name_of(p) != call.args[i].name) continue;
      taken[p] = true;
      found[i] = p;
    }
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    if (!call.args[i].name.empty()) continue;
    while (next < parameters && taken[next] && !is_variadic(next)) ++next;
    if (next == parameters) break;
    found[i] = next;
    taken[next] = true;
  }
  return found;
}

// The same for a call of a module.
std::vector<std::size_t> match(const Expr& call, const Statement& module) {
  return match(
      call, module.params.size(), [&](std::size_t p) -> std::string_view { return module.params[p].name.text; },
      [](std::size_t) { return false; });
}

std::size_t parameter_named(const Statement& module, std::string_view name) {
  const auto at = std::find_if(module.params.begin(), module.params.end(), [&](const TypedName& p) { return p.name.text == name; });
  return at == module.params.end() ? kNone : static_cast<std::size_t>(at - module.params.begin());
}

}  // namespace

std::vector<const Parameter*> constant_arguments(const Expr& call, const NodeDef& node) {
  const std::vector<Parameter>& parameters = signature_of(node).parameters;
  const std::vector<std::size_t> matched = match(
      call, parameters.size(), [&](std::size_t p) -> std::string_view { return parameters[p].name; },
      [&](std::size_t p) { return parameters[p].variadic; });
  std::vector<const Parameter*> found(call.args.size(), nullptr);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (matched[i] != kNone && parameters[matched[i]].constant) found[i] = &parameters[matched[i]];
  return found;
}

// A parameter of a module that becomes an argument of a module.
struct ConstantArguments::Passing {
  std::size_t from_module, from_param, to_module, to_param;
};

ConstantArguments::ConstantArguments(const Program& program) {
  std::vector<const std::vector<Statement>*> pending{&program.statements};
  while (!pending.empty()) {
    const std::vector<Statement>& statements = *pending.back();
    pending.pop_back();
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::Module && by_name_.emplace(s.name.text, modules_.size()).second)
        modules_.push_back({&s, std::vector<Use>(s.params.size(), Use{nullptr, false, true})});
      if (!s.body.empty()) pending.push_back(&s.body);
    }
  }
  std::vector<Passing> passed;
  for (std::size_t m = 0; m < modules_.size(); ++m) read_body(program, m, passed);
  // What is known of a parameter holds for those that become it, until nothing changes: three facts a parameter at most.
  std::vector<std::vector<Passing>> into(modules_.size());
  for (const Passing& p : passed) into[p.to_module].push_back(p);
  std::vector<std::size_t> changed(modules_.size());
  for (std::size_t m = 0; m < changed.size(); ++m) changed[m] = m;
  while (!changed.empty()) {
    const std::size_t m = changed.back();
    changed.pop_back();
    for (const Passing& p : into[m]) {
      const Use& to = modules_[m].params[p.to_param];
      Use& from = modules_[p.from_module].params[p.from_param];
      const bool news = (from.constant == nullptr && to.constant != nullptr) || (!from.value && to.value) || (from.known && !to.known);
      if (from.constant == nullptr) from.constant = to.constant;
      from.value = from.value || to.value;
      from.known = from.known && to.known;
      if (news) changed.push_back(p.from_module);
    }
  }
}

void ConstantArguments::read_body(const Program& program, std::size_t module, std::vector<Passing>& passed) {
  const Statement& definition = *modules_[module].statement;
  std::vector<Use>& params = modules_[module].params;
  std::vector<ExprId> pending;
  for (const Statement& s : definition.body) {
    if (s.value) pending.push_back(*s.value);
    // The text of a tile or a producer is not read here: it may name any of them.
    if (s.kind == StatementKind::Tile)
      for (Use& use : params) use.value = true;
  }
  while (!pending.empty()) {
    const Expr& expr = program.at(pending.back());
    pending.pop_back();
    if (expr.kind == ExprKind::Wire || expr.kind == ExprKind::Field) {
      if (const std::size_t p = parameter_named(definition, expr.text); p != kNone) params[p].value = true;
    }
    if (expr.kind == ExprKind::ForText)
      for (Use& use : params) use.value = true;
    for (const StrPart& part : expr.parts)
      if (part.expr) pending.push_back(*part.expr);
    if (expr.kind != ExprKind::Call) {
      for (const Arg& arg : expr.args) pending.push_back(arg.value);
      continue;
    }
    const auto callee = by_name_.find(expr.text);
    const NodeDef* node = callee == by_name_.end() ? find_node(expr.text) : nullptr;
    std::vector<const Parameter*> constants(expr.args.size());
    if (node != nullptr) constants = constant_arguments(expr, *node);
    std::vector<std::size_t> matched(expr.args.size(), kNone);
    if (callee != by_name_.end()) matched = match(expr, *modules_[callee->second].statement);
    for (std::size_t a = 0; a < expr.args.size(); ++a) {
      const Expr& argument = program.at(expr.args[a].value);
      const std::size_t p = argument.kind == ExprKind::Wire ? parameter_named(definition, argument.text) : kNone;
      if (p == kNone) {
        pending.push_back(expr.args[a].value);
      } else if (matched[a] != kNone) {
        passed.push_back({module, p, callee->second, matched[a]});
      } else if (constants[a] != nullptr) {
        params[p].constant = constants[a];
      } else {
        params[p].value = true;
        params[p].known = params[p].known && (node != nullptr || callee != by_name_.end());
      }
    }
  }
}

std::vector<ConstantArguments::Use> ConstantArguments::of(const Expr& call) const {
  if (const auto module = by_name_.find(call.text); module != by_name_.end()) return of_module(call, module->second);
  const NodeDef* node = find_node(call.text);
  std::vector<Use> uses(call.args.size(), Use{nullptr, true, node != nullptr});
  if (node == nullptr) return uses;
  const std::vector<const Parameter*> constants = constant_arguments(call, *node);
  for (std::size_t a = 0; a < uses.size(); ++a)
    if (constants[a] != nullptr) uses[a] = {constants[a], false, true};
  return uses;
}

std::vector<ConstantArguments::Use> ConstantArguments::of_module(const Expr& call, std::size_t module) const {
  const Module& to = modules_[module];
  const std::vector<std::size_t> matched = match(call, *to.statement);
  std::vector<Use> uses(call.args.size());
  for (std::size_t a = 0; a < uses.size(); ++a)
    if (matched[a] != kNone) uses[a] = to.params[matched[a]];
  return uses;
}

}  // namespace polydat::lang
