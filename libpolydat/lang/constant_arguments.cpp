// Named arguments take their parameter; the others fill what is left, in order (language page, 3.6).
#include "lang/constant_arguments.h"

namespace polydat::lang {

ConstantArguments::ConstantArguments(const Program& program) {
  std::vector<const std::vector<Statement>*> pending{&program.statements};
  while (!pending.empty()) {
    const std::vector<Statement>& statements = *pending.back();
    pending.pop_back();
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::Module) modules_.insert(s.name.text);
      if (!s.body.empty()) pending.push_back(&s.body);
    }
  }
}

std::vector<const Parameter*> ConstantArguments::of(const Expr& call) const {
  const NodeDef* node = modules_.contains(call.text) ? nullptr : find_node(call.text);
  return node == nullptr ? std::vector<const Parameter*>(call.args.size()) : constant_arguments(call, *node);
}

std::vector<const Parameter*> constant_arguments(const Expr& call, const NodeDef& node) {
  std::vector<const Parameter*> found(call.args.size(), nullptr);
  const std::vector<Parameter>& parameters = signature_of(node).parameters;
  std::vector<bool> taken(parameters.size(), false);
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    for (std::size_t p = 0; p < parameters.size() && !call.args[i].name.empty(); ++p) {
      if (parameters[p].name != call.args[i].name) continue;
      taken[p] = true;
      if (parameters[p].constant) found[i] = &parameters[p];
    }
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    if (!call.args[i].name.empty()) continue;
    while (next < parameters.size() && taken[next] && !parameters[next].variadic) ++next;
    if (next == parameters.size()) break;
    if (parameters[next].constant) found[i] = &parameters[next];
    if (!parameters[next].variadic) taken[next] = true;
  }
  return found;
}

}  // namespace polydat::lang
