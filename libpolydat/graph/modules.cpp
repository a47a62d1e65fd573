// Definitions of modules and the search for the one that a call means.
#include "graph/modules.h"

#include <algorithm>

#include "lang/type_keywords.h"
#include "nodes/catalog.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

// How many modules of a loop the message spells out.
constexpr std::size_t kMostNames = 12;
// A loop costs its length to report; past this many, further loops of a program are silent.
constexpr int kMostLoops = 20;

// Why a statement cannot stand in a module; empty when it can.
std::string_view not_in_a_module(StatementKind kind) {
  switch (kind) {
    case StatementKind::Input: return "an `input` cannot stand in a module";
    case StatementKind::Extern: return "an `extern` cannot stand in a module";
    case StatementKind::Cursor: return "a `cursor` cannot stand in a module";
    case StatementKind::For: return "a `for` statement cannot stand in a module";
    case StatementKind::Pragma:
    case StatementKind::Binding:
    case StatementKind::Module:
    case StatementKind::Tile: return {};
  }
  return {};
}

}  // namespace

void Modules::define_program() {
  ModuleHome place;
  place.folder = options_.modules.folder;
  place.in_program = true;
  program_home_ = &define(program_.statements, place);
  const std::size_t count = defs_.size();  // checking may open files
  for (std::size_t d = 0; d < count; ++d) {
    check_definition(defs_[d]);
    if (find_node(defs_[d].name.text) == nullptr) continue;
    diagnostics_
        .warning("hidden-function", defs_[d].name.range,
                 "the module " + quoted(defs_[d].name.text) + " hides the library function " + quoted(defs_[d].name.text))
        .notes.push_back("calls of it in this program mean the module");
  }
  for (std::size_t d = 0; d < count; ++d) prepare(defs_[d]);
}

// `place`: what the home and those inside share.
ModuleHome& Modules::define(const std::vector<Statement>& statements, const ModuleHome& place) {
  struct Level {
    const std::vector<Statement>* statements;
    const ModuleHome* outer;
    ModuleDef* def;  // whose body this is
  };
  const std::size_t first = homes_.size();
  std::vector<Level> pending{{&statements, nullptr, nullptr}};
  while (!pending.empty()) {
    const Level level = pending.back();
    pending.pop_back();
    const bool some =
        std::any_of(level.statements->begin(), level.statements->end(), [](const Statement& s) { return s.kind == StatementKind::Module; });
    // Most bodies define no modules of their own: they need no home.
    if (level.def != nullptr && !some) continue;
    ModuleHome& home = homes_.emplace_back(place);
    home.outer = level.outer;
    if (level.def != nullptr) level.def->home = &home;
    for (const Statement& s : *level.statements) {
      if (s.kind != StatementKind::Module) continue;
      ModuleDef& def = defs_.emplace_back();
      def.name = s.name;
      def.params = s.params;
      def.outputs = s.outputs;
      def.home = &home;
      for (const Statement& inner : s.body) def.body.push_back(&inner);
      const auto [it, is_new] = home.modules.try_emplace(s.name.text, &def);
      if (!is_new) it->second->second = &s.name;
      pending.push_back({&s.body, &home, &def});
    }
  }
  return homes_[first];
}

void Modules::check_definition(ModuleDef& def) {
  if (def.checked) return;
  def.checked = true;
  if (def.second != nullptr) {
    Diagnostic& d = diagnostics_.error("duplicate-name", def.second->range, "the module " + quoted(def.name.text) + " is defined twice");
    d.label = "second definition";
    d.related.push_back({"the first one is", def.name.range});
  }
  check_signature(def);
  check_body(def);
}

void Modules::check_signature(ModuleDef& def) {
  for (const std::vector<lang::TypedName>* list : {&def.params, &def.outputs}) {
    std::unordered_map<std::string_view, SourceRange> seen;
    for (const lang::TypedName& item : *list) {
      if (!seen.emplace(item.name.text, item.name.range).second) {
        diagnostics_.error(
            "duplicate-name", item.name.range,
            std::string(list == &def.params ? "the parameter " : "the output ") + quoted(item.name.text) + " is named twice");
        def.usable = false;
      }
      if (item.type.empty()) continue;
      const std::optional<PortType> type = type_from_keyword(item.type);
      if (type.has_value() && *type != PortType::Dyn) continue;
      diagnostics_
          .error("unknown-type", item.type_range,
                 type.has_value() ? "`dyn` is a type of externs only" : "unknown type " + quoted(item.type))
          .suggestion = type.has_value() ? std::string_view() : nearest_type_keyword(item.type);
      def.usable = false;
    }
  }
}

void Modules::check_body(ModuleDef& def) {
  std::unordered_map<std::string_view, bool> bound;
  for (const Statement* s : def.body) {
    const std::string_view why = not_in_a_module(s->kind);
    if (!why.empty()) {
      SourceRange range = s->range;
      if (!s->name.text.empty()) range.end = std::max(range.begin, s->name.range.end);
      Diagnostic& d = diagnostics_.error("module-body", range, std::string(why));
      if (s->kind == StatementKind::Input || s->kind == StatementKind::Extern)
        d.notes.push_back("give " + quoted(def.name.text) + " a parameter for it");
      def.usable = false;
    }
    for (const lang::Name& target : s->targets) bound[target.text] = true;
    if (s->kind == StatementKind::Tile) bound[s->name.text] = true;
  }
  for (const lang::TypedName& param : def.params) bound.try_emplace(param.name.text, false);
  for (const lang::TypedName& output : def.outputs) {
    const auto it = bound.find(output.name.text);
    if (it != bound.end() && it->second) continue;
    Diagnostic& d = diagnostics_.error("output-not-bound", output.name.range,
                                       "the module " + quoted(def.name.text) + " never binds its output " + quoted(output.name.text));
    if (it != bound.end()) d.notes.push_back("a parameter has that name; an output needs a binding of its own");
    def.usable = false;
  }
}

ModuleDef* Modules::find(const ModuleHome& home, std::string_view name, SourceRange call) {
  ModuleDef* def = nullptr;
  for (const ModuleHome* at = &home; at != nullptr && def == nullptr; at = at->outer) {
    const auto it = at->modules.find(name);
    if (it != at->modules.end()) def = it->second;
  }
  if (def == nullptr && find_node(name) == nullptr) def = find_outside(home, name, call);
  if (def != nullptr) check_definition(*def);
  return def;
}

std::vector<ModuleDef*> Modules::of_program() {
  std::vector<ModuleDef*> found;
  for (ModuleDef& def : defs_)
    if (def.home->in_program) found.push_back(&def);
  return found;
}

std::vector<std::string_view> Modules::names_near(const ModuleHome& home) const {
  std::vector<std::string_view> names;
  for (const ModuleHome* at = &home; at != nullptr; at = at->outer)
    for (const auto& [name, def] : at->modules) names.push_back(name);
  for (const auto& [folder, shelf] : libraries_)
    for (const auto& [name, file] : shelf.by_name) names.push_back(name);
  if (standard_.has_value())
    for (const auto& [name, file] : standard_->by_name) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

// The body's expressions, and which of them call modules.
void Modules::find_calls(ModuleDef& def) {
  std::vector<ExprId> pending;
  for (const Statement* s : def.body)
    if (s->kind == StatementKind::Binding && s->value.has_value()) pending.push_back(*s->value);
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    def.exprs.push_back(id);
    const Expr& e = program_.at(id);
    for (const lang::Arg& arg : e.args) pending.push_back(arg.value);
    for (const lang::StrPart& part : e.parts)
      if (part.expr.has_value()) pending.push_back(*part.expr);
    if (e.kind != ExprKind::Call) continue;
    const std::string name = e.text;  // looking for a module may add expressions
    const SourceRange range = e.head;
    if (ModuleDef* callee = find(*def.home, name, range)) def.calls.push_back({callee, range});
  }
  std::sort(def.exprs.begin(), def.exprs.end(), [](ExprId a, ExprId b) { return a.index < b.index; });
  std::sort(def.calls.begin(), def.calls.end(), [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
}

void Modules::prepare(ModuleDef& start) {
  struct Frame {
    ModuleDef* def;
    std::size_t next;  // call to follow
  };
  if (start.mark != ModuleDef::Mark::New) return;
  std::vector<Frame> stack;
  const auto enter = [&](ModuleDef& def) {
    def.mark = ModuleDef::Mark::Open;
    def.depth = stack.size();
    find_calls(def);
    stack.push_back({&def, 0});
  };
  enter(start);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.def->calls.size()) {
      top.def->mark = ModuleDef::Mark::Done;
      stack.pop_back();
      continue;
    }
    const ModuleDef::Call call = top.def->calls[top.next++];
    if (call.callee->mark == ModuleDef::Mark::New) {
      enter(*call.callee);
      continue;
    }
    if (call.callee->mark == ModuleDef::Mark::Done) continue;
    // Every loop has such a call back; where it stands, expansion ends.
    top.def->usable = false;
    if (loops_++ >= kMostLoops) continue;
    std::string path;
    for (std::size_t f = call.callee->depth; f < stack.size() && f < call.callee->depth + kMostNames; ++f)
      path += stack[f].def->name.text + " -> ";
    if (stack.size() > call.callee->depth + kMostNames) path += "... -> ";
    diagnostics_
        .error(
            "recursion", call.range,
            std::string(call.callee == top.def ? "a module calls itself: " : "modules call each other: ") + path + call.callee->name.text)
        .notes.push_back("a call is expanded in place, so it would never end");
  }
}

}  // namespace polydat
