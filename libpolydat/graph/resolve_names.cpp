// Walks every binding's expression once, with a list instead of recursion.
#include "graph/resolve_names.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>

#include "graph/declare_names.h"
#include "graph/expand_module.h"
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
  Resolver(lang::Program& program, Names& names, const GraphOptions& options, Diagnostics& diagnostics)
      : program_(program),
        names_(names),
        modules_(*names.modules),
        options_(options),
        diagnostics_(diagnostics),
        unread_(program.unread.names.begin(), program.unread.names.end()) {}

  // Expansions of modules add bindings at the end. Nothing more is looked at past a limit.
  void resolve_all() {
    for (; resolved_ < names_.bindings.size() && !diagnostics_.has_limit_error(); ++resolved_) resolve(resolved_);
  }

  // Modules of the program that nothing calls.
  void check_uncalled() {
    names_.first_alone = resolved_;
    names_.first_scope_alone = static_cast<std::uint32_t>(names_.scopes.size());
    for (ModuleDef* module : modules_.of_program()) {
      if (module->expanded || !module->usable || diagnostics_.has_limit_error()) continue;
      module->expanded = true;
      expand_alone(*module, program_, names_, options_, diagnostics_);
      resolve_all();
    }
  }

  // Strict mode: what nothing reads and no one sees.
  void report_unused() {
    std::vector<bool> seen = names_.read_symbols();
    for (const ModuleInstance& instance : names_.instances)
      for (const std::uint32_t output : instance.outputs)
        if (output != kNoSymbol) seen[output] = true;
    for (const std::string& name : options_.outputs)
      if (const Symbol* symbol = names_.find(name)) seen[static_cast<std::size_t>(symbol - names_.symbols.data())] = true;
    for (const Binding& binding : names_.bindings) {
      if (binding.parameter != nullptr || binding.generated == lang::Generated::CursorField) continue;
      if (!names_.scopes[binding.owner].strict_mode) continue;
      const bool visible = binding.owner == 0 && std::any_of(binding.targets.begin(), binding.targets.end(),
                                                             [](const lang::Name& t) { return !t.text.starts_with("__"); });
      const bool read =
          std::any_of(binding.symbols.begin(), binding.symbols.end(), [&](std::uint32_t s) { return s == kNoSymbol || seen[s]; });
      if (visible || read) continue;
      diagnostics_.error("unread-binding", binding.targets.front().range,
                         "strict mode: nothing reads `" + names_.label(binding) + "`, and it is no output");
    }
  }

  // Names that no statement binds become coordinates, in the order of their names.
  void infer_coordinates() {
    const auto name_of = [this](ExprId id) -> std::string_view { return program_.at(id).text; };
    std::sort(unbound_.begin(), unbound_.end(),
              [&](ExprId a, ExprId b) { return name_of(a) != name_of(b) ? name_of(a) < name_of(b) : a.index < b.index; });
    std::uint32_t last = kNoSymbol;
    for (const ExprId id : unbound_) {
      const std::string_view name = name_of(id);
      if (last == kNoSymbol || names_.symbols[last].name != name) {
        last = static_cast<std::uint32_t>(names_.symbols.size());
        names_.scopes[0].by_name.emplace(name, last);
        const SourceRange range = program_.at(id).range;
        if (options_.strict) {
          diagnostics_.error("undeclared-input", range, "strict mode: `" + std::string(name) + "` is neither bound nor declared")
              .notes.push_back("`input " + std::string(name) + ": u64` declares it as a coordinate");
        }
        names_.symbols.push_back({name, SymbolKind::Input, static_cast<std::uint32_t>(names_.declarations.size()), 0, 0, range});
        names_.declarations.push_back({name, {}, range, {}, std::nullopt, false, lang::Generated::No});
      }
      names_.symbol_of_expr[id.index] = last;
    }
  }

 private:
  void resolve(std::uint32_t index) {
    const ExprId root = names_.bindings[index].value;
    std::vector<ExprId> exprs;
    binding_ = index;
    scope_ = names_.bindings[index].scope;
    if (program_.at(root).kind == ExprKind::List) {  // its elements are spelled, not read
      exprs.push_back(root);
    } else {
      pending_.assign(1, root);
    }
    while (!pending_.empty()) {
      const ExprId id = pending_.back();
      pending_.pop_back();
      exprs.push_back(id);
      visit(id);
    }
    // Visited were parents before children, last child first; backwards that is children before parents, from the left.
    std::reverse(exprs.begin(), exprs.end());
    Binding& binding = names_.bindings[index];
    binding.exprs = std::move(exprs);
    std::reverse(binding.references.begin(), binding.references.end());
  }

  void push(ExprId id) { pending_.push_back(id); }
  void push_args(const Expr& e) {
    for (const lang::Arg& arg : e.args) push(arg.value);
  }
  void push_parts(const Expr& e) {
    for (const lang::StrPart& part : e.parts)
      if (part.expr.has_value() && !is_negated_literal(program_, *part.expr)) push(*part.expr);
  }

  void visit(ExprId id) {
    const Expr& e = program_.at(id);
    if (e.unknown) return;
    switch (e.kind) {
      case ExprKind::Int:
      case ExprKind::Float:
      case ExprKind::Bool: return;
      case ExprKind::Str:
      case ExprKind::Interpolate: push_parts(e); return;
      case ExprKind::Wire:
      case ExprKind::Field: read(id, e); return;
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
      case ExprKind::Call: call(id); return;
      case ExprKind::List: diagnostics_.error("list-as-argument", e.range, "a list can only be the whole value of a binding"); return;
      case ExprKind::ForText: push_args(e); return;
    }
  }

  // Whether a statement that could not be read may define the name.
  bool may_be_unread(std::string_view name) const { return program_.unread.rest || unread_.contains(name); }

  void read(ExprId id, const Expr& e) {
    const Scope& scope = names_.scopes[scope_];
    const auto it = scope.by_name.find(std::string_view(e.text));
    if (it != scope.by_name.end()) {
      names_.symbol_of_expr[id.index] = it->second;
      names_.bindings[binding_].references.push_back({it->second, id});
      return;
    }
    if (may_be_unread(e.text)) return;
    if (e.kind == ExprKind::Field && !e.path.empty() && may_be_unread(e.path.front())) return;
    if (e.kind == ExprKind::Field && is_cursor(e.path.front())) return unknown_cursor_field(e);
    const bool is_truth = e.kind == ExprKind::Wire && (e.text == "true" || e.text == "false");
    if (scope.module == nullptr && !scope.has_input_statement && !is_truth) {
      unbound_.push_back(id);
      return;
    }
    if (e.kind == ExprKind::Field && !e.path.empty() && names_.find(e.path.front(), scope_) != nullptr) {
      std::string field = e.path.size() > 1 ? e.path[1] : std::string();
      for (std::size_t i = 2; i < e.path.size(); ++i) field += "." + e.path[i];
      Diagnostic& d = diagnostics_.error("unknown-field", e.range, "the wire `" + e.path.front() + "` has no field `" + field + "`");
      d.label = "no wire is called `" + e.text + "`";
      const std::string prefix = e.path.front() + "__";
      const std::string near(suggestions_++ < kMostSuggestions ? nearest_word(e.text, names_.all_names(scope_)) : std::string_view());
      if (near.starts_with(prefix)) d.suggestion = e.path.front() + "." + near.substr(prefix.size());
      return;
    }
    Diagnostic& d = diagnostics_.error("unknown-wire", e.range, "unknown wire `" + e.text + "`");
    d.label = scope.module == nullptr ? "bound nowhere" : "neither a parameter nor bound in the module `" + scope.module->name.text + "`";
    if (is_truth) {
      d.notes.push_back("`true` and `false` are names of wires; write 1 or 0, or `const_bool(1)`");
      return;
    }
    if (scope.module != nullptr && names_.find(e.text) != nullptr) {
      d.notes.push_back("a module does not see the wires of the program: pass `" + e.text + "` as an argument");
      return;
    }
    if (suggestions_++ < kMostSuggestions) d.suggestion = nearest_word(e.text, names_.all_names(scope_));
  }

  // A cursor has an ordinal that nothing binds.
  bool is_cursor(const std::string& name) const {
    const Symbol* ordinal = names_.find(name + "__ordinal", scope_);
    return ordinal != nullptr && ordinal->kind != SymbolKind::Binding;
  }
  void unknown_cursor_field(const Expr& e) {
    std::string field;
    for (std::size_t i = 1; i < e.path.size(); ++i) field += (i == 1 ? "" : ".") + e.path[i];
    Diagnostic& d = diagnostics_.error("unknown-field", e.range, "the cursor `" + e.path.front() + "` has no field `" + field + "`");
    if (e.path[1] == "cursor" && names_.find(e.path.front() + "__cursor", scope_) == nullptr) {
      d.notes.push_back("only a cursor with `over` has a partition");
    } else {
      d.notes.push_back(
          "its fields are `ordinal` and, with `over`, `cursor` with `idx`, `partition_count`, `start_pct`, `end_pct`, `start_ordinal` and "
          "`end_ordinal`");
    }
  }

  void call(ExprId id) {
    // Looking for the module may add expressions to the program.
    const std::string name = program_.at(id).text;
    if (ModuleDef* module = modules_.find(*names_.scopes[scope_].home, name, program_.at(id).head)) {
      modules_.prepare(*module);
      call_module(id, *module);
      return;
    }
    const Expr& e = program_.at(id);
    const NodeDef* def = find_node(e.text);
    if (def == nullptr) {
      if (!may_be_unread(e.text)) unknown_function(e);
      push_arguments(e);
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

  // The arguments of a call that could not be made sense of. Text may be meant as a constant: no placeholders.
  void push_arguments(const Expr& e) {
    for (const lang::Arg& arg : e.args)
      if (program_.at(arg.value).kind != ExprKind::Str) push(arg.value);
  }

  // Its arguments become bindings of their own; this binding reads the outputs it takes.
  void call_module(ExprId id, ModuleDef& module) {
    const std::uint32_t instance =
        module.usable ? expand_module(module, id, scope_, program_, names_, options_, diagnostics_) : kNoInstance;
    if (instance == kNoInstance) {
      push_arguments(program_.at(id));
      return;
    }
    module.expanded = true;
    names_.instance_of_expr[id.index] = instance;
    Binding& binding = names_.bindings[binding_];
    const std::vector<std::uint32_t>& outputs = names_.instances[instance].outputs;
    const std::size_t taken = binding.value.index == id.index ? std::min(binding.targets.size(), outputs.size()) : 1;
    for (std::size_t o = taken; o-- > 0;)  // references are turned round at the end
      if (outputs[o] != kNoSymbol) binding.references.push_back({outputs[o], id});
  }

  void unknown_function(const Expr& e) {
    const std::string_view reason = why_left_out(e.text);
    if (!reason.empty()) {
      diagnostics_.error("left-out-function", e.head,
                         "the function `" + e.text + "` is not supported by this version: " + std::string(reason));
      return;
    }
    Diagnostic& d = diagnostics_.error("unknown-function", e.head, "unknown function `" + e.text + "`");
    if (suggestions_++ >= kMostSuggestions) return;
    std::vector<std::string_view> words = modules_.names_near(*names_.scopes[scope_].home);  // before functions: they would win over them
    words.insert(words.end(), visible_functions().begin(), visible_functions().end());
    d.suggestion = nearest_word(e.text, words);
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

  lang::Program& program_;
  Names& names_;
  Modules& modules_;
  const GraphOptions& options_;
  Diagnostics& diagnostics_;
  std::uint32_t resolved_ = 0;  // bindings
  std::uint32_t binding_ = 0;   // being resolved
  std::uint32_t scope_ = 0;     // in which its names are read
  std::vector<ExprId> pending_;
  std::vector<ExprId> unbound_;
  std::unordered_set<std::string_view> unread_;
  int suggestions_ = 0;
};

}  // namespace

std::vector<bool> Names::read_symbols() const {
  std::vector<bool> read(symbols.size(), false);
  for (const Binding& binding : bindings)
    for (const Reference& reference : binding.references)
      if (reference.symbol != kNoSymbol) read[reference.symbol] = true;
  return read;
}

std::vector<std::string_view> Names::all_names(std::uint32_t scope) const {
  std::vector<std::string_view> out;
  for (const Symbol& symbol : symbols)
    if (symbol.scope == scope) out.push_back(symbol.name);
  return out;
}

std::string Names::label(const Binding& binding) const {
  const ModuleDef* module = scopes[binding.owner].module;
  return (module == nullptr ? "" : module->name.text + ".") +
         (binding.generated == lang::Generated::No ? binding.targets.front().text : std::string(binding.name));
}

void Names::expect_exprs(std::size_t count) {
  symbol_of_expr.resize(count, kNoSymbol);
  call_of_expr.resize(count, kNoCall);
  instance_of_expr.resize(count, kNoInstance);
  in_chain.resize(count, false);
}

Names resolve_names(lang::Program& program, std::vector<RepeatTemplate>& repeats, const GraphOptions& options, Sources& sources,
                    Diagnostics& diagnostics) {
  Names names;
  names.expect_exprs(program.exprs.size());
  names.scopes.emplace_back();
  names.scopes[0].by_name.reserve(program.statements.size());
  names.symbols.reserve(program.statements.size());
  names.bindings.reserve(program.statements.size());
  names.modules = std::make_unique<Modules>(program, repeats, options, sources, diagnostics);
  names.modules->define_program();
  names.scopes[0].home = &names.modules->program_home();
  names.scopes[0].strict = names.scopes[0].strict_values = names.scopes[0].strict_mode = options.strict;
  for (const lang::Statement& s : program.statements) declare_statement(s, 0, [](ExprId id) { return id; }, names, diagnostics);
  Resolver resolver(program, names, options, diagnostics);
  resolver.resolve_all();
  resolver.check_uncalled();
  resolver.infer_coordinates();
  if (options.strict && !program.unread.any) resolver.report_unused();
  order_bindings(program, names, diagnostics);
  return names;
}

}  // namespace polydat
