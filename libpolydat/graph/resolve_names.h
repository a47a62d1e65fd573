// Finds out what each name and each call means, and in which order bindings can be computed.
//
// Needs:   a tree; what its text has of mistakes of form is unread.
// Ensures: symbol_of_expr holds the symbol of every Wire and Field expression that is read, or kNoSymbol after an error;
//          call_of_expr the bound call of every Call expression that could be bound; `order` lists every binding after those it reads,
//          cycles cut where they were reported. Coordinates nobody declared are inferred when no `input` statement exists.
// Cost:    linear in the tree, but for the sort of inferred names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/bind_arguments.h"
#include "graph/compile_graph.h"
#include "graph/lower_repeat.h"
#include "graph/modules.h"
#include "lang/ast.h"

namespace polydat {

inline constexpr std::uint32_t kNoSymbol = ~0u;
inline constexpr std::uint32_t kNoCall = ~0u;
inline constexpr std::uint32_t kNoInstance = ~0u;

enum class SymbolKind : std::uint8_t { Input, Extern, Binding };

struct Symbol {
  std::string_view name;
  SymbolKind kind = SymbolKind::Input;
  std::uint32_t index = 0;   // into `declarations`, or into `bindings`
  std::uint32_t target = 0;  // Binding: which target
  std::uint32_t scope = 0;
  SourceRange range;
};

// An input or extern. Views point into the program.
struct Declaration {
  std::string_view name;
  std::string_view type;  // empty: u64
  SourceRange range;
  SourceRange type_range;
  std::optional<lang::ExprId> initial;
  bool is_extern = false;
  lang::Generated generated = lang::Generated::No;
};

struct Reference {
  std::uint32_t symbol = kNoSymbol;
  lang::ExprId expr;
};

// A binding of the program, or of one expansion of a module; or a parameter of such an expansion, bound to its argument.
struct Binding {
  std::span<const lang::Name> targets;
  lang::ExprId value;       // the root of what is bound
  std::uint32_t scope = 0;  // in which `value` is read
  std::uint32_t owner = 0;  // in which the targets are bound; another scope for a parameter
  const lang::TypedName* parameter = nullptr;
  std::vector<lang::ExprId> exprs;     // what must be computed, children before parents; ends with the root
  std::vector<Reference> references;   // in source order
  std::vector<std::uint32_t> symbols;  // one a target; kNoSymbol for a duplicate
  bool is_tuple = false;
  lang::Generated generated = lang::Generated::No;
  std::string_view name;  // generated: what messages call it
  bool is_const = false;
  bool is_volatile = false;
  const lang::Statement* shared = nullptr;  // the statement, when it is a shared cell
  bool usable = true;                       // false: an error was reported that makes its type unknown
};

// The names of the program, or of one expansion of a module's body.
struct Scope {
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  const ModuleHome* home = nullptr;   // where calls are looked for first
  const ModuleDef* module = nullptr;  // null: the program
  bool has_input_statement = false;
  bool strict = false;         // `pragma strict`, or the program in strict mode
  bool strict_values = false;  // that, or `pragma strict_values`
  bool strict_mode = false;    // the program's own text in strict mode (language 3.11)
};

// One expansion of a module: the outputs' symbols, kNoSymbol where the body has an error.
struct ModuleInstance {
  const ModuleDef* module = nullptr;
  std::vector<std::uint32_t> outputs;
  bool alone = false;  // of no call: made to find the mistakes in it
};

struct Names {
  std::unique_ptr<Modules> modules;  // scopes, bindings and instances point into it
  std::vector<Symbol> symbols;
  std::vector<Scope> scopes;              // scopes[0]: the program
  std::vector<Declaration> declarations;  // inputs (sorted by name when inferred) and externs, in source order
  std::vector<Binding> bindings;          // the program's in source order, then those of expansions
  // From here on, bindings and scopes of modules that nothing calls.
  std::uint32_t first_alone = 0;
  std::uint32_t first_scope_alone = 0;
  std::vector<ModuleInstance> instances;
  std::uint64_t copied_exprs = 0;  // by expansions
  std::vector<std::uint32_t> order;
  // Per expression.
  std::vector<std::uint32_t> symbol_of_expr;
  std::vector<std::uint32_t> call_of_expr;      // of a library function: into `calls`
  std::vector<std::uint32_t> instance_of_expr;  // of a module: into `instances`
  std::vector<bool> in_chain;                   // a `+` whose terms the `+` above it takes over
  std::vector<BoundCall> calls;

  const Symbol* find(std::string_view name, std::uint32_t scope = 0) const {
    const auto it = scopes[scope].by_name.find(name);
    return it == scopes[scope].by_name.end() ? nullptr : &symbols[it->second];
  }
  // Per symbol: whether a binding reads it.
  std::vector<bool> read_symbols() const;
  // Every name that can be read in a scope, for suggestions.
  std::vector<std::string_view> all_names(std::uint32_t scope = 0) const;
  // "name", or "module.name" in an expansion; for messages.
  std::string label(const Binding& binding) const;
  // Room for expressions that were added to the program.
  void expect_exprs(std::size_t count);
};

// What a const of the body of a `for` reads when it is None: the value of its name in the scope around (graph/traversal_graph.h).
inline std::string name_around(std::string_view const_name) { return std::string(const_name) + "@around"; }

// Expressions of module files and of expanded modules are added to the program, the files to `sources`.
// `repeats`: those of the program's tiles (graph/expand_tiles.h); gains those of the files that it calls.
Names resolve_names(lang::Program& program, std::vector<RepeatTemplate>& repeats, const GraphOptions& options, Sources& sources,
                    Diagnostics& diagnostics);

}  // namespace polydat
