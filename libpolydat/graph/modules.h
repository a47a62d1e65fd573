// What modules there are, and which of them a call means (language 3.7).
//
// Needs:   trees without errors of form. Their statements stay where they are while a Modules lives.
// Ensures: every mistake of a definition is reported once, at the definition: for modules of the program always, for those of files
//          when they are called. A module that reaches itself is unusable. A file is opened only when a call names it, or lies in a
//          library folder that is searched; each file is read once.
// Cost:    linear in the definitions and the calls in their bodies.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/compile_graph.h"
#include "graph/lower_repeat.h"
#include "lang/ast.h"

namespace polydat {

struct ModuleDef;

// A place where modules are defined: a program, a file, or the body of a module.
struct ModuleHome {
  const ModuleHome* outer = nullptr;  // where a name is looked for next; null: a program or a file
  std::string folder;                 // of the program or file; empty: none, no file lies beside it
  bool is_standard = false;           // of standard modules, which call nothing else
  bool in_program = false;            // it, or the place around it, is the program
  std::unordered_map<std::string_view, ModuleDef*> modules;
};

struct ModuleDef {
  lang::Name name;
  std::vector<lang::TypedName> params;   // a type may be missing: then the argument's own
  std::vector<lang::TypedName> outputs;  // the same
  std::vector<const lang::Statement*> body;
  const ModuleHome* home = nullptr;    // where calls in the body are looked for first
  const lang::Name* second = nullptr;  // another definition of the same name in the same place
  bool checked = false;
  bool expanded = false;  // at least once
  bool usable = true;     // false: an error was reported that makes its meaning unknown

  // Every expression of the body's statements, by ascending id: children before parents.
  std::vector<lang::ExprId> exprs;
  struct Call {
    ModuleDef* callee = nullptr;
    SourceRange range;
  };
  std::vector<Call> calls;  // of modules, in the body
  enum class Mark : std::uint8_t { New, Open, Done };
  Mark mark = Mark::New;  // of the search for recursion
  std::size_t depth = 0;  // Open: place on the search's stack
};

class Modules {
 public:
  // `repeats` gains what tiles in files of modules repeat.
  Modules(lang::Program& program, std::vector<RepeatTemplate>& repeats, const GraphOptions& options, Sources& sources,
          Diagnostics& diagnostics)
      : program_(program), repeats_(repeats), options_(options), sources_(sources), diagnostics_(diagnostics) {
    broken_.usable = false;
    broken_.checked = true;
    broken_.mark = ModuleDef::Mark::Done;
  }

  // Takes up the modules that the program defines and checks them.
  void define_program();
  const ModuleHome& program_home() const { return *program_home_; }

  // The module that a call of `name` written in `home` means; null when it means a library function, or nothing. May add
  // expressions to the program.
  ModuleDef* find(const ModuleHome& home, std::string_view name, SourceRange call);
  // Before the first use of a module: what it calls is looked for, recursion is reported.
  void prepare(ModuleDef& def);
  // The modules that the program defines, in any place of it.
  std::vector<ModuleDef*> of_program();
  // Names of modules that a call in `home` could have meant, for suggestions.
  std::vector<std::string_view> names_near(const ModuleHome& home) const;

 private:
  struct File {
    std::string path;
    std::vector<lang::Statement> statements;
    ModuleHome* home = nullptr;                                             // null: it cannot be read or has mistakes of form
    bool skipped = false;                                                   // its mistakes were not reported
    std::unordered_map<std::string_view, const lang::Statement*> bindings;  // by target
    std::unordered_map<std::string_view, ModuleDef*> exports;
  };
  // A folder of files, or the standard modules: what each name means there.
  struct Shelf {
    std::unordered_map<std::string_view, File*> by_name;
  };

  // modules.cpp: definitions.
  ModuleHome& define(const std::vector<lang::Statement>& statements, const ModuleHome& place);
  void check_definition(ModuleDef& def);
  void check_signature(ModuleDef& def);
  void check_body(ModuleDef& def);
  void find_calls(ModuleDef& def);

  // module_files.cpp: files, and bindings of files as modules.
  ModuleDef* find_outside(const ModuleHome& home, std::string_view name, SourceRange call);
  ModuleDef* find_in_folder(const std::string& folder, const std::string& name, SourceRange call);
  ModuleDef* find_on_shelf(Shelf& shelf, std::string_view name);
  // The file, or null when there is none. `call`: where a file that cannot be read is reported; without, such a file is skipped, and
  // so is one with mistakes of form.
  File* open(const std::string& folder, const std::string& name, const SourceRange* call);
  File* take_up(const std::string& path, const ModuleHome& place, std::string text, bool skip_mistakes);
  Shelf& library(const std::string& folder);
  Shelf& standard_modules();
  void put_on_shelf(File& file, Shelf& shelf);
  ModuleDef* provided(File& file, std::string_view name);
  ModuleDef* make_export(File& file, const lang::Statement& binding, std::string_view name);

  lang::Program& program_;
  std::vector<RepeatTemplate>& repeats_;
  const GraphOptions& options_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::deque<ModuleHome> homes_;
  std::deque<ModuleDef> defs_;
  std::deque<File> files_;
  std::unordered_map<std::string, File*> file_of_path_;
  std::unordered_map<std::string, ModuleDef*> outside_;  // answers, by folder and name
  std::unordered_map<std::string, Shelf> libraries_;
  std::optional<Shelf> standard_;
  ModuleHome* program_home_ = nullptr;
  ModuleDef broken_;  // what a call means whose module has a reported mistake
  int loops_ = 0;     // reported
};

}  // namespace polydat
