// Finds out what each name and each call means, and in which order bindings can be computed.
//
// Needs:   a tree without errors of form.
// Ensures: symbol_of_expr holds the symbol of every Wire and Field expression that is read, or kNoSymbol after an error;
//          call_of_expr the bound call of every Call expression that could be bound; `order` lists every binding after those it reads,
//          cycles cut where they were reported. Coordinates nobody declared are inferred when no `input` statement exists.
// Cost:    linear in the tree, but for the sort of inferred names.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/bind_arguments.h"
#include "graph/compile_graph.h"
#include "lang/ast.h"

namespace polydat {

inline constexpr std::uint32_t kNoSymbol = ~0u;
inline constexpr std::uint32_t kNoCall = ~0u;

enum class SymbolKind : std::uint8_t { Input, Extern, Binding };

struct Symbol {
  std::string_view name;
  SymbolKind kind = SymbolKind::Input;
  std::uint32_t index = 0;  // into `declarations`, or into `bindings`
  std::uint32_t target = 0; // Binding: which target
  SourceRange range;
};

// An input or extern. Views point into the program.
struct Declaration {
  std::string_view name;
  std::string_view type;            // empty: u64
  SourceRange range;
  SourceRange type_range;
  std::optional<lang::ExprId> initial;
  bool is_extern = false;
};

struct Reference {
  std::uint32_t symbol = kNoSymbol;
  lang::ExprId expr;
};

struct Binding {
  const lang::Statement* statement = nullptr;
  std::vector<lang::ExprId> exprs;       // what must be computed, children before parents; ends with the root
  std::vector<Reference> references;     // in source order
  std::vector<std::uint32_t> symbols;    // one a target; kNoSymbol for a duplicate
  bool is_const = false;
  bool is_volatile = false;
  bool usable = true;                    // false: an error was reported that makes its type unknown
};

struct Names {
  std::vector<Symbol> symbols;
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  std::vector<Declaration> declarations;   // inputs (sorted by name when inferred) and externs, in source order
  std::vector<Binding> bindings;           // in source order
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> symbol_of_expr;
  std::vector<std::uint32_t> call_of_expr;
  std::vector<BoundCall> calls;
  std::vector<bool> in_chain;              // per expression: a `+` whose terms the `+` above it takes over
  bool has_unsupported = false;            // some statement was refused as not supported

  const Symbol* find(std::string_view name) const {
    const auto it = by_name.find(name);
    return it == by_name.end() ? nullptr : &symbols[it->second];
  }
  // Every name a program can read, for suggestions.
  std::vector<std::string_view> all_names() const;
};

Names resolve_names(const lang::Program& program, Diagnostics& diagnostics);

}  // namespace polydat
