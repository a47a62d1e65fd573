// What modules there are, and which of them a call means (language 3.7).
//
// Needs:   trees without errors of form. Their statements stay where they are while a Modules lives.
// Ensures: every mistake of a definition is reported once, at the definition; a module that reaches itself is unusable.
// Cost:    linear in the definitions and the calls in their bodies.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/compile_graph.h"
#include "lang/ast.h"

namespace polydat {

struct ModuleDef;

// A place where modules are defined: a program, a file, or the body of a module.
struct ModuleHome {
  const ModuleHome* outer = nullptr;  // where a name is looked for next; null: a program or a file
  std::unordered_map<std::string_view, ModuleDef*> modules;
};

struct ModuleDef {
  lang::Name name;
  std::vector<lang::TypedName> params;    // a type may be missing: then the argument's own
  std::vector<lang::TypedName> outputs;   // the same
  std::vector<const lang::Statement*> body;
  const ModuleHome* home = nullptr;       // where calls in the body are looked for first
  bool usable = true;                     // false: an error was reported that makes its meaning unknown

  // Every expression of the body's statements, by ascending id: children before parents.
  std::vector<lang::ExprId> exprs;
  struct Call {
    ModuleDef* callee = nullptr;
    SourceRange range;
  };
  std::vector<Call> calls;                // of modules, in the body
  enum class Mark : std::uint8_t { New, Open, Done };
  Mark mark = Mark::New;                  // of the search for recursion
  std::size_t depth = 0;                  // Open: place on the search's stack
};

class Modules {
 public:
  Modules(const lang::Program& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {}

  // Takes up the modules that the program defines and checks them.
  void define_program(const std::vector<lang::Statement>& statements);
  const ModuleHome& program_home() const { return *program_home_; }

  // The module that a call of `name` written in `home` means; null when it means a library function, or nothing.
  ModuleDef* find(const ModuleHome& home, std::string_view name, SourceRange call);
  // Names of modules that a call in `home` could have meant, for suggestions.
  std::vector<std::string_view> names_near(const ModuleHome& home) const;

 private:
  ModuleHome& define(const std::vector<lang::Statement>& statements, const ModuleHome* outer);
  void check_definition(ModuleDef& def);
  void check_signature(ModuleDef& def);
  void check_body(ModuleDef& def);
  void find_calls(ModuleDef& def);
  // Searches the calls below `def` for a way back to where it came from.
  void find_recursion(ModuleDef& def);

  const lang::Program& program_;
  Diagnostics& diagnostics_;
  std::deque<ModuleHome> homes_;
  std::deque<ModuleDef> defs_;
  ModuleHome* program_home_ = nullptr;
  int loops_ = 0;  // reported
};

}  // namespace polydat
