// Walks every binding's expression once, with a list instead of recursion.
#include "graph/resolve_names.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>

#include "graph/declare_names.h"
#include "graph/order_bindings.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;

// Looking up near words among many names costs; a program with that many mistakes needs no more of them.
constexpr int kMostSuggestions = 20;

bool starts_chain(const Expr& e) { return e.kind == ExprKind::Binary && e.text == "+"; }

class Resolver {
 public:
  Resolver(const lang::Program& program, Names& names, const DeclaredNames& declared, Diagnostics& diagnostics)
      : program_(program), names_(names), declared_(declared), diagnostics_(diagnostics) {}

  void resolve(std::uint32_t index) {
    Binding& binding = names_.bindings[index];
    const ExprId root = *binding.statement->value;
    if (program_.at(root).kind == ExprKind::List) {  // its elements are spelled, not read
      binding.exprs.push_back(root);
      return;
    }
    pending_.assign(1, root);
    while (!pending_.empty()) {
      const ExprId id = pending_.back();
      pending_.pop_back();
      binding.exprs.push_back(id);
      visit(index, id);
    }
    // Visited were parents before children, last child first; backwards that is children before parents, from the left.
    std::reverse(binding.exprs.begin(), binding.exprs.end());
    std::reverse(binding.references.begin(), binding.references.end());
  }

  // Names that no statement binds become coordinates, in the order of their names.
  void infer_coordinates() {
    std::sort(unbound_.begin(), unbound_.end(), [](const Unbound& a, const Unbound& b) {
      return a.name != b.name ? a.name < b.name : a.expr.index < b.expr.index;
    });
    std::vector<Declaration> inferred;
    std::uint32_t last = kNoSymbol;
    for (const Unbound& u : unbound_) {
      if (last == kNoSymbol || names_.symbols[last].name != u.name) {
        last = static_cast<std::uint32_t>(names_.symbols.size());
        names_.by_name.emplace(u.name, last);
        const SourceRange range = program_.at(u.expr).range;
        names_.symbols.push_back({u.name, SymbolKind::Input, static_cast<std::uint32_t>(names_.declarations.size()), 0, range});
        names_.declarations.push_back({u.name, {}, range, {}, std::nullopt, false});
      }
      names_.symbol_of_expr[u.expr.index] = last;
    }
  }

 private:
  struct Unbound {
    std::string_view name;
    ExprId expr;
  };

  void push(ExprId id) { pending_.push_back(id); }
  void push_args(const Expr& e) {
    for (const lang::Arg& arg : e.args) push(arg.value);
  }
  void push_parts(const Expr& e) {
    for (const lang::StrPart& part : e.parts)
      if (part.expr.has_value() && !is_negated_literal(program_, *part.expr)) push(*part.expr);
  }

  void visit(std::uint32_t binding, ExprId id) {
    const Expr& e = program_.at(id);
    switch (e.kind) {
      case ExprKind::Int:
      case ExprKind::Float:
      case ExprKind::Bool: return;
      case ExprKind::Str:
      case ExprKind::Interpolate: push_parts(e); return;
      case ExprKind::Wire:
      case ExprKind::Field: read(binding, id, e); return;
      case ExprKind::Binary:
        if (starts_chain(e)) {
          const Expr& left = program_.at(e.args[0].value);
          if (starts_chain(left) && !left.parenthesised) names_.in_chain[e.args[0].value.index] = true;
        }
        push_args(e);
        return;
      case ExprKind::Unary:
      case ExprKind::As:
      case ExprKind::If: push_args(e); return;
      case ExprKind::Call: call(id, e); return;
      case ExprKind::List:
        diagnostics_.error("list-as-argument", e.range, "a list can only be the whole value of a binding");
        return;
      case ExprKind::ForText:
        diagnostics_.error("unsupported", e.range, "`for` producers are not supported by this version");
        names_.has_unsupported = true;
        return;
    }
  }

  void read(std::uint32_t binding, ExprId id, const Expr& e) {
    const auto it = names_.by_name.find(std::string_view(e.text));
    if (it != names_.by_name.end()) {
      names_.symbol_of_expr[id.index] = it->second;
      names_.bindings[binding].references.push_back({it->second, id});
      return;
    }
    if (declared_.refused.contains(e.text)) return;
    if (e.kind == ExprKind::Field && !e.path.empty() && declared_.refused.contains(e.path.front())) return;
    const bool is_truth = e.kind == ExprKind::Wire && (e.text == "true" || e.text == "false");
    if (!declared_.has_input_statement && !is_truth) {
      unbound_.push_back({e.text, id});
      return;
    }
    if (e.kind == ExprKind::Field && !e.path.empty() && names_.find(e.path.front()) != nullptr) {
      std::string field = e.path.size() > 1 ? e.path[1] : std::string();
      for (std::size_t i = 2; i < e.path.size(); ++i) field += "." + e.path[i];
      diagnostics_.error("unknown-field", e.range, "the wire `" + e.path.front() + "` has no field `" + field + "`").label =
          "no wire is called `" + e.text + "`";
      return;
    }
    Diagnostic& d = diagnostics_.error("unknown-wire", e.range, "unknown wire `" + e.text + "`");
    d.label = "bound nowhere";
    if (is_truth) {
      d.notes.push_back("`true` and `false` are names of wires; write 1 or 0, or `const_bool(1)`");
      return;
    }
    if (suggestions_++ < kMostSuggestions) d.suggestion = nearest_word(e.text, names_.all_names());
  }

  void call(ExprId id, const Expr& e) {
    const NodeDef* def = find_node(e.text);
    if (def == nullptr) {
      if (!declared_.refused.contains(e.text)) unknown_function(e);
      for (const lang::Arg& arg : e.args)
        if (program_.at(arg.value).kind != ExprKind::Str) push(arg.value);  // it may be meant as a constant: no placeholders
      return;
    }
    BoundCall bound = bind_arguments(program_, id, *def, diagnostics_);
    for (const BoundWire& wire : bound.wires)
      if (!is_negated_literal(program_, wire.expr)) push(wire.expr);
    if (bound.ok) {
      names_.call_of_expr[id.index] = static_cast<std::uint32_t>(names_.calls.size());
      names_.calls.push_back(std::move(bound));
    }
  }

  void unknown_function(const Expr& e) {
    const std::string_view reason = why_left_out(e.text);
    if (!reason.empty()) {
      diagnostics_.error("left-out-function", e.head, "the function `" + e.text + "` is not supported by this version: " + std::string(reason));
      return;
    }
    Diagnostic& d = diagnostics_.error("unknown-function", e.head, "unknown function `" + e.text + "`");
    if (suggestions_++ < kMostSuggestions) d.suggestion = nearest_word(e.text, visible_functions());
  }

  static const std::vector<std::string_view>& visible_functions() {
    static const auto& names = *new std::vector<std::string_view>([] {
      std::vector<std::string_view> visible;
      std::copy_if(all_node_names().begin(), all_node_names().end(), std::back_inserter(visible),
                   [](std::string_view name) { return !name.starts_with("__"); });
      return visible;
    }());
    return names;
  }

  const lang::Program& program_;
  Names& names_;
  const DeclaredNames& declared_;
  Diagnostics& diagnostics_;
  std::vector<ExprId> pending_;
  std::vector<Unbound> unbound_;
  int suggestions_ = 0;
};

}  // namespace

std::vector<std::string_view> Names::all_names() const {
  std::vector<std::string_view> out;
  for (const Symbol& symbol : symbols) out.push_back(symbol.name);
  return out;
}

Names resolve_names(const lang::Program& program, Diagnostics& diagnostics) {
  Names names;
  names.symbol_of_expr.assign(program.exprs.size(), kNoSymbol);
  names.call_of_expr.assign(program.exprs.size(), kNoCall);
  names.in_chain.assign(program.exprs.size(), false);
  names.by_name.reserve(program.statements.size());
  names.symbols.reserve(program.statements.size());
  names.bindings.reserve(program.statements.size());
  const DeclaredNames declared = declare_names(program, names, diagnostics);
  Resolver resolver(program, names, declared, diagnostics);
  for (std::uint32_t b = 0; b < names.bindings.size(); ++b) resolver.resolve(b);
  resolver.infer_coordinates();
  order_bindings(program, names, diagnostics);
  return names;
}

}  // namespace polydat
