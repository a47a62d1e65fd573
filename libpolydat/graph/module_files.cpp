// Files of modules: beside the program, in library folders, and those that come with it (language 3.7).
#include <algorithm>
#include <map>

#include "graph/expand_tiles.h"
#include "graph/modules.h"
#include "graph/standard_modules.h"
#include "lang/constant_arguments.h"
#include "lang/parse.h"
#include "nodes/catalog.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

constexpr std::string_view kSuffix = ".polydat";

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

std::string path_in(const std::string& folder, const std::string& name) {
  if (folder.empty() || folder == ".") return name;
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

}  // namespace

ModuleDef* Modules::find_outside(const ModuleHome& home, std::string_view name, SourceRange call) {
  const std::string key = (home.is_standard ? std::string() : home.folder) + '\0' + std::string(name);
  if (const auto known = outside_.find(key); known != outside_.end()) return known->second;
  ModuleDef* def = nullptr;
  if (!home.is_standard) {
    def = find_in_folder(home.folder, std::string(name), call);
    for (std::size_t l = 0; l < options_.modules.libraries.size() && def == nullptr; ++l) {
      const std::string& library_folder = options_.modules.libraries[l];
      def = find_in_folder(library_folder, std::string(name), call);
      if (def == nullptr) def = find_on_shelf(library(library_folder), name);
    }
  }
  if (def == nullptr) def = find_on_shelf(standard_modules(), name);
  outside_.emplace(key, def);
  return def;
}

// What `name.polydat` provides; null when there is no such file.
ModuleDef* Modules::find_in_folder(const std::string& folder, const std::string& name, SourceRange call) {
  if (!options_.modules.read || folder.empty()) return nullptr;
  File* file = open(folder, name + std::string(kSuffix), &call);
  if (file == nullptr) return nullptr;
  if (file->home == nullptr) return &broken_;
  if (ModuleDef* def = provided(*file, name)) return def;
  diagnostics_.error("nothing-provided", call, "the file '" + file->path + "' defines neither a module nor a binding " + quoted(name))
      .notes.push_back("a call of " + quoted(name) + " looks there because of the file's name");
  return &broken_;
}

ModuleDef* Modules::find_on_shelf(Shelf& shelf, std::string_view name) {
  const auto it = shelf.by_name.find(name);
  return it == shelf.by_name.end() ? nullptr : provided(*it->second, name);
}

Modules::File* Modules::open(const std::string& folder, const std::string& name, const SourceRange* call) {
  const std::string path = path_in(folder, name);
  if (const auto known = file_of_path_.find(path); known != file_of_path_.end()) {
    File* file = known->second;
    // It was skipped when the folder was searched; a call that names it wants to know why.
    if (file == nullptr || file->home != nullptr || call == nullptr || !file->skipped) return file;
  }
  std::string why;
  std::optional<std::string> text = options_.modules.read(folder, name, why);
  File* file = nullptr;
  if (text.has_value()) {
    ModuleHome place;
    place.folder = folder;
    file = take_up(path, place, std::move(*text), call == nullptr);
  } else if (!why.empty() && call != nullptr) {
    const std::string message = "cannot read '" + path + "': " + why;
    if (why.find("--max-file") == std::string::npos) diagnostics_.error("cannot-read", *call, message);
    else diagnostics_.limit(*call, message, "--max-file");
    file = &files_.emplace_back();
  }
  if (file != nullptr || call != nullptr) file_of_path_[path] = file;
  return file;
}

Modules::File* Modules::take_up(const std::string& path, const ModuleHome& place, std::string text, bool skip_mistakes) {
  File& file = files_.emplace_back();
  file.path = path;
  file.skipped = skip_mistakes;
  Source source(path, std::move(text));
  Diagnostics mistakes;
  const std::size_t exprs_before = program_.exprs.size();
  const std::optional<std::uint32_t> base = sources_.add(source);
  if (!base.has_value()) {
    diagnostics_.limit({}, "the files of modules are larger than 4 GiB together", "--max-file");
    return &file;
  }
  // What the program lacks is not what this file lacks. Moved, not copied: its names are looked at.
  lang::Unread unread = std::move(program_.unread);
  program_.unread = {};
  file.statements = lang::parse_file(source, *base, options_.limits, program_, mistakes);
  program_.unread = std::move(unread);
  if (!mistakes.has_errors()) expand_file_tiles(program_, file.statements, repeats_, options_, mistakes);
  if (mistakes.has_errors()) {
    program_.exprs.shrink(exprs_before);
    file.statements.clear();
    if (!skip_mistakes) diagnostics_.take(std::move(mistakes));
    return &file;
  }
  file.home = &define(file.statements, place);
  for (const Statement& s : file.statements)
    for (const lang::Name& target : s.targets) file.bindings.try_emplace(target.text, &s);
  return &file;
}

Modules::Shelf& Modules::library(const std::string& folder) {
  const auto [it, is_new] = libraries_.try_emplace(folder);
  if (!is_new || !options_.modules.list) return it->second;
  for (const std::string& name : options_.modules.list(folder))
    if (File* file = open(folder, name, nullptr)) put_on_shelf(*file, it->second);
  return it->second;
}

Modules::Shelf& Modules::standard_modules() {
  if (standard_.has_value()) return *standard_;
  standard_.emplace();
  ModuleHome place;
  place.is_standard = true;
  for (const StandardModuleFile& standard : standard_module_files())
    put_on_shelf(*take_up("<standard modules>/" + std::string(standard.name), place, std::string(standard.text), false), *standard_);
  return *standard_;
}

// The first file that provides a name keeps it; in a file a module goes before a binding.
void Modules::put_on_shelf(File& file, Shelf& shelf) {
  if (file.home == nullptr) return;
  for (const auto& [name, def] : file.home->modules) shelf.by_name.try_emplace(name, &file);
  for (const auto& [name, statement] : file.bindings) shelf.by_name.try_emplace(name, &file);
}

ModuleDef* Modules::provided(File& file, std::string_view name) {
  if (const auto module = file.home->modules.find(name); module != file.home->modules.end()) return module->second;
  if (const auto made = file.exports.find(name); made != file.exports.end()) return made->second;
  const auto binding = file.bindings.find(name);
  return binding == file.bindings.end() ? nullptr : make_export(file, *binding->second, binding->first);
}

// A binding and all that it depends on in its file, as a module: its parameters are the names that the file does not bind.
ModuleDef* Modules::make_export(File& file, const Statement& binding, std::string_view name) {
  ModuleDef& def = defs_.emplace_back();
  file.exports.emplace(name, &def);
  def.home = file.home;
  def.name.text = name;
  def.outputs.resize(1);
  for (const lang::Name& target : binding.targets)
    if (target.text == name) def.name.range = def.outputs.front().name.range = target.range;
  def.outputs.front().name.text = name;

  std::unordered_map<std::string_view, const Statement*> externs;
  for (const Statement& s : file.statements)
    if (s.kind == StatementKind::Extern || s.kind == StatementKind::Cursor) externs.emplace(s.name.text, &s);
  std::map<std::string, SourceRange> unbound;
  std::vector<const Statement*> needed{&binding};
  std::unordered_map<const Statement*, bool> is_needed{{&binding, true}};
  const auto read = [&](const std::string& word, SourceRange range) {
    if (const auto bound = file.bindings.find(word); bound != file.bindings.end()) {
      if (is_needed.emplace(bound->second, true).second) needed.push_back(bound->second);
    } else if (const auto outer = externs.find(word); outer != externs.end()) {
      if (is_needed.emplace(outer->second, true).second) def.body.push_back(outer->second);  // refused when the body is checked
    } else {
      unbound.emplace(word, range);
    }
  };
  for (std::size_t n = 0; n < needed.size(); ++n) {
    std::vector<ExprId> pending;
    if (needed[n]->value.has_value()) pending.push_back(*needed[n]->value);
    while (!pending.empty()) {
      const Expr& e = program_.at(pending.back());
      pending.pop_back();
      if (e.kind == ExprKind::Wire || e.kind == ExprKind::Field) read(e.text, e.range);
      // Text for a constant parameter has no placeholders.
      const NodeDef* node = e.kind == ExprKind::Call && !file.home->modules.contains(e.text) ? find_node(e.text) : nullptr;
      const std::vector<const Parameter*> constant =
          node == nullptr ? std::vector<const Parameter*>(e.args.size()) : lang::constant_arguments(e, *node);
      for (std::size_t a = 0; a < e.args.size(); ++a)
        if (constant[a] == nullptr) pending.push_back(e.args[a].value);
      for (const lang::StrPart& part : e.parts)
        if (part.expr.has_value()) pending.push_back(*part.expr);
    }
  }
  // Also a second binding of a needed name, which is a mistake.
  const auto binds_needed = [&](const lang::Name& target) { return is_needed.contains(file.bindings.at(target.text)); };
  for (const Statement& s : file.statements)
    if (s.kind == StatementKind::Pragma || std::any_of(s.targets.begin(), s.targets.end(), binds_needed)) def.body.push_back(&s);
  for (const auto& [word, range] : unbound) {
    lang::TypedName& param = def.params.emplace_back();
    param.name.text = word;
    param.name.range = range;
  }
  return &def;
}

}  // namespace polydat
