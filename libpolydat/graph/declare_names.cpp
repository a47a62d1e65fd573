// Declares the names of a scope, statement by statement.
#include "graph/declare_names.h"

namespace polydat {

namespace {

using lang::Statement;
using lang::StatementKind;

class Declarer {
 public:
  Declarer(std::uint32_t scope, const std::function<lang::ExprId(lang::ExprId)>& value_of, Names& names, Diagnostics& diagnostics)
      : scope_(scope), value_of_(value_of), names_(names), diagnostics_(diagnostics) {}

  void declare(const Statement& s) {
    switch (s.kind) {
      case StatementKind::Input: declare_inputs(s); return;
      case StatementKind::Extern: declare_extern(s); return;
      case StatementKind::Binding: declare_binding(s); return;
      case StatementKind::Pragma: check_pragma(s); return;
      case StatementKind::Cursor:
      case StatementKind::Tile: return;    // graph/expand_tiles.h made bindings of them
      case StatementKind::Module: return;  // graph/modules.h
      case StatementKind::For: return;     // graph/traversal_graph.h took them apart
    }
  }

 private:
  std::uint32_t add(std::string_view name, SymbolKind kind, std::uint32_t index, std::uint32_t target, SourceRange range) {
    return declare_name(names_, scope_, {name, kind, index, target, scope_, range}, diagnostics_);
  }

  void declare_inputs(const Statement& s) {
    names_.scopes[scope_].has_input_statement = true;
    for (const lang::TypedName& item : s.inputs) {
      const Symbol* known = names_.find(item.name.text, scope_);
      // One coordinate may be declared twice, with one type.
      if (known != nullptr && known->kind == SymbolKind::Input) {
        const std::string_view type = names_.declarations[known->index].type;
        if ((type.empty() ? "u64" : type) == (item.type.empty() ? "u64" : std::string_view(item.type))) continue;
      }
      const std::uint32_t index = static_cast<std::uint32_t>(names_.declarations.size());
      if (add(item.name.text, SymbolKind::Input, index, 0, item.name.range) == kNoSymbol) continue;
      names_.declarations.push_back({item.name.text, item.type, item.name.range, item.type_range, std::nullopt, false, s.generated});
    }
  }

  void declare_extern(const Statement& s) {
    const std::uint32_t index = static_cast<std::uint32_t>(names_.declarations.size());
    if (add(s.name.text, SymbolKind::Extern, index, 0, s.name.range) == kNoSymbol) return;
    names_.declarations.push_back({s.name.text, s.type, s.name.range, s.type_range, s.value, true, s.generated});
  }

  void declare_binding(const Statement& s) {
    Binding binding;
    binding.targets = s.targets;
    binding.value = value_of_(*s.value);
    binding.scope = binding.owner = scope_;
    binding.is_tuple = s.is_tuple;
    binding.generated = s.generated;
    binding.name = s.name.text;
    for (const lang::Name& modifier : s.modifiers) {
      if (modifier.text == "const") binding.is_const = true;
      if (modifier.text == "volatile") binding.is_volatile = true;
      if (modifier.text == "shared") binding.shared = &s;
    }
    const std::uint32_t index = static_cast<std::uint32_t>(names_.bindings.size());
    for (std::uint32_t t = 0; t < s.targets.size(); ++t)
      binding.symbols.push_back(add(s.targets[t].text, SymbolKind::Binding, index, t, s.targets[t].range));
    names_.bindings.push_back(std::move(binding));
  }

  void check_pragma(const Statement& s) {
    const std::string& name = s.name.text;
    if (name == "strict_types") return;
    if (name == "strict" || name == "strict_values") {
      names_.scopes[scope_].strict_values = true;
      names_.scopes[scope_].strict = names_.scopes[scope_].strict || name == "strict";
      return;
    }
    diagnostics_.warning("unknown-pragma", s.name.range, "unknown pragma `" + name + "`").suggestion =
        nearest_word(name, {"strict", "strict_values", "strict_types"});
  }

  std::uint32_t scope_;
  const std::function<lang::ExprId(lang::ExprId)>& value_of_;
  Names& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::uint32_t declare_name(Names& names, std::uint32_t scope, const Symbol& symbol, Diagnostics& diagnostics) {
  const auto [it, is_new] = names.scopes[scope].by_name.try_emplace(symbol.name, static_cast<std::uint32_t>(names.symbols.size()));
  if (is_new) {
    names.symbols.push_back(symbol);
    return it->second;
  }
  const Symbol& first = names.symbols[it->second];
  const bool is_input = first.kind == SymbolKind::Input;
  Diagnostic& d = diagnostics.error(is_input ? "binds-input" : "duplicate-name", symbol.range,
                                    "the name `" + std::string(symbol.name) + (is_input ? "` is an input" : "` is bound twice"));
  d.label = is_input ? "an input cannot be bound again" : "second binding";
  d.related.push_back({is_input ? "it is declared" : "the first one is", first.range});
  return kNoSymbol;
}

void declare_statement(const lang::Statement& statement, std::uint32_t scope, const std::function<lang::ExprId(lang::ExprId)>& value_of,
                       Names& names, Diagnostics& diagnostics) {
  Declarer(scope, value_of, names, diagnostics).declare(statement);
}

}  // namespace polydat
