// Scopes are opened one after the other, outermost first; each body is copied once, from the program as it came, and gone once compiled.
#include "graph/traversal_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "graph/copy_statements.h"
#include "graph/expand_tiles.h"
#include "graph/lift_calls.h"
#include "graph/resolve_names.h"
#include "lang/lexer.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprKind;
using lang::Generated;
using lang::Statement;
using lang::StatementKind;

// A scope to compile: the program, or the body of a `for`.
struct Level {
  lang::Program program;                                      // without its `for` statements
  std::vector<Statement*> loops;                              // those, in the program as it came
  std::vector<Statement> shared;                              // modules and pragmas, also of the scopes around
  std::unordered_multimap<std::string, std::size_t> modules;  // those of `shared`, by name
  TemplateScope scope;
  std::vector<RepeatTemplate> repeats;
  std::map<std::string, PortType> types;  // of what nested scopes read, once compiled
  std::vector<Level*> nested;             // the bodies of `loops`

  // Of a body.
  Level* outer = nullptr;  // null: the program
  std::size_t depth = 0;
  const Statement* loop = nullptr;
  std::optional<Comprehension> comprehension;
  std::vector<std::string> visible;  // names that are outputs, in order
  std::vector<TraversalCursor> cursors;
  std::set<std::string> captured, read;
  std::set<std::string> rebound;  // elements that the body binds: a reported mistake
};

std::string begin_name(const std::string& cursor) { return cursor + "@begin"; }
std::string end_name(const std::string& cursor) { return cursor + "@end"; }

class TraversalCompiler {
 public:
  TraversalCompiler(const GraphOptions& options, Sources& sources, Diagnostics& diagnostics)
      : options_(options), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<TraversalGraphs> compile(lang::Program program) {
    source_ = std::move(program);
    Level& top = levels_.emplace_back();
    top.program.unread = source_.unread;
    top.program.end = source_.end;
    StatementCopier copier(source_, top.program);
    add_statements(source_.statements, copier, top);
    expand(top, nullptr);
    top.repeats = expand_tiles(top.program, top.scope, options_, diagnostics_);
    // Outer bodies before those in them; levels_ grows meanwhile.
    for (std::size_t l = 0; l < levels_.size(); ++l)
      for (Statement* loop : levels_[l].loops) {
        if (levels_.size() > options_.limits.max_nodes / kNodesOfLoop) return too_many(*loop);
        open_body(*loop, levels_[l]);
      }
    if (diagnostics_.has_limit_error()) return std::nullopt;
    for (std::size_t l = levels_.size(); l-- > 1;) {
      levels_[l].captured = free_names(levels_[l]);
      levels_[l].captured.merge(read_under_consts(levels_[l]));
    }
    source_.exprs.clear();
    const std::set<std::string> wanted = wanted_names(top);
    GraphOptions outer = options_;
    outer.outputs.assign(wanted.begin(), wanted.end());
    outer.exact_outputs = true;
    outer.where.reset();
    // With diagnostics of its own: mistakes elsewhere leave its types known, and the bodies can be checked.
    Diagnostics own;
    std::optional<Graph> graph = compile_expanded_graph(std::move(top.program), std::move(top.repeats), outer, sources_, own);
    diagnostics_.take(std::move(own));
    if (graph.has_value()) note_types(top, *graph);
    TraversalGraphs out;
    // After a mistake in the scope around its types are unknown: only bodies whose elements need none of them are checked.
    for (Level* body : top.nested)
      if (graph.has_value() || (body->read.empty() && !diagnostics_.has_limit_error())) compile_bodies(*body, out.traversals);
    if (!graph.has_value() || diagnostics_.has_errors()) return std::nullopt;
    out.outer = std::move(*graph);
    return out;
  }

 private:
  std::optional<TraversalGraphs> too_many(const Statement& loop) {
    const std::uint64_t most = options_.limits.max_nodes / kNodesOfLoop;
    diagnostics_.limit(header(loop), "the program has more than " + std::to_string(most) + " `for` statements", "--max-nodes");
    return std::nullopt;
  }

  // The statements of a scope; its `for` statements stay where they are.
  static void add_statements(std::vector<Statement>& statements, StatementCopier& copier, Level& level) {
    level.program.statements.reserve(level.program.statements.size() + statements.size());
    for (Statement& s : statements) {
      if (s.kind == StatementKind::For) level.loops.push_back(&s);
      else add_statement(copier.copy(s), level);
    }
  }
  static void add_statement(Statement statement, Level& level) {
    if (statement.kind == StatementKind::Module) level.modules.emplace(statement.name.text, level.shared.size());
    if (statement.kind == StatementKind::Module || statement.kind == StatementKind::Pragma) level.shared.push_back(statement);
    level.program.statements.push_back(std::move(statement));
  }

  void expand(Level& level, const TemplateScope* outer) {
    level.scope = collect_scope(level.program, level.program.statements, outer, diagnostics_);
    level.scope.strict = level.scope.strict || options_.strict;
  }

  SourceRange header(const Statement& loop) const { return {loop.range.begin, std::max(loop.range.begin, loop.name.range.end)}; }

  lang::TextPlaces places(const Statement& loop) const { return {loop.text_map, header(loop)}; }

  // Where a statement of the scope binds the name.
  static std::optional<SourceRange> binding_of(const Level& level, std::string_view name) {
    for (const Statement& s : level.program.statements) {
      if (s.name.text == name) return s.name.range;
      for (const lang::Name& target : s.targets)
        if (target.text == name) return target.range;
      for (const lang::TypedName& item : s.inputs)
        if (item.name.text == name) return item.name.range;
    }
    return std::nullopt;
  }

  void open_body(Statement& loop, Level& outer) {
    Level& level = levels_.emplace_back();
    outer.nested.push_back(&level);
    level.loop = &loop;
    level.outer = &outer;
    level.depth = outer.depth + (outer.outer != nullptr ? 1 : 0);
    level.program.unread = outer.program.unread;
    level.program.end = outer.program.end;
    {
      StatementCopier copier(outer.program, level.program);
      const std::unordered_set<std::string> called = called_modules(loop, outer);
      for (const Statement& s : outer.shared)
        if (s.kind == StatementKind::Pragma || called.contains(s.name.text)) add_statement(copier.copy(s), level);
    }
    StatementCopier copier(source_, level.program);
    add_statements(loop.body, copier, level);
    if (level.loops.empty()) std::vector<Statement>().swap(loop.body);
    check_inputs(level);
    ComprehensionFault fault;
    std::vector<std::shared_ptr<const Comprehension>> held;
    const FindProducer find = [&](std::string_view name) -> const Comprehension* {
      held.push_back(outer.scope.find_producer(std::string(name)));
      return held.back().get();
    };
    level.comprehension = parse_comprehension(loop.text, true, find, fault);
    if (level.comprehension.has_value() && level.comprehension->needs_order) {
      fault.message = "a continuous source needs an order that samples it: halton, sobol, lhs, shuffle or extrema, with a count";
      level.comprehension.reset();
    }
    if (!level.comprehension.has_value()) report_comprehension(fault, places(loop), diagnostics_);
    expand(level, &outer.scope);
    level.scope.names.insert("cycle");
    if (level.comprehension.has_value()) {
      for (const Comprehension::Element& element : level.comprehension->elements) {
        if (level.scope.names.insert(element.name).second) continue;
        level.rebound.insert(element.name);
        diagnostics_
            .error("binds-input", binding_of(level, element.name).value_or(header(loop)),
                   "the body binds the name `" + element.name + "`, which is an element of its `for`")
            .related.push_back({"the `for` is", {loop.range.begin, loop.range.begin + 3}});
      }
      bind_calls(*level.comprehension, loop, outer);
      check_references(*level.comprehension, outer.scope, places(loop), diagnostics_);
      for (const ComprehensionReference& reference : level.comprehension->references)
        if (!reference.is_element && outer.scope.binds(reference.name)) level.read.insert(reference.name);
    }
    GraphOptions in_body = options_;
    in_body.in_traversal = true;
    note_visible(level);
    level.repeats = expand_tiles(level.program, level.scope, in_body, diagnostics_);
  }

  // A const that is None takes the value of its name in the scope around (language 4.3): it comes in under a name that no program can write.
  static std::set<std::string> read_under_consts(const Level& level) {
    std::set<std::string> names;
    Level& outer = *level.outer;
    for (const Statement& s : level.program.statements) {
      if (std::none_of(s.modifiers.begin(), s.modifiers.end(), [](const lang::Name& m) { return m.text == "const"; })) continue;
      for (const lang::Name& target : s.targets) {
        if (!outer.scope.binds(target.text)) continue;
        const std::string name = name_around(target.text);
        names.insert(name);
        if (outer.scope.names.insert(name).second) add_reading(outer, name, target.text);
      }
    }
    return names;
  }

  // A binding of `name`, no output, that reads a wire.
  static void add_reading(Level& level, std::string name, const std::string& wire) {
    Statement s;
    s.kind = StatementKind::Binding;
    s.generated = Generated::Value;
    s.name.text = wire;
    s.targets.push_back({std::move(name), {}});
    Expr e;
    e.kind = ExprKind::Wire;
    e.text = wire;
    level.program.exprs.push_back(std::move(e));
    s.value = lang::ExprId{static_cast<std::uint32_t>(level.program.exprs.size() - 1)};
    level.program.statements.push_back(std::move(s));
  }

  // The names in a text, whatever they mean there.
  static void add_words(std::string_view text, std::vector<std::string>& words) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!lang::is_name_start(text[at])) continue;
      std::size_t end = at;
      while (end < text.size() && lang::is_name_char(text[end])) ++end;
      words.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }

  // What a statement, and those inside it, may call.
  static std::vector<std::string> words_of(const Statement& statement, const lang::Program& program) {
    std::vector<std::string> words;
    std::vector<const Statement*> statements{&statement};
    std::vector<lang::ExprId> pending;
    while (!statements.empty()) {
      const Statement& s = *statements.back();
      statements.pop_back();
      add_words(s.text, words);  // of a tile or a `for`
      for (const Statement& inner : s.body) statements.push_back(&inner);
      if (s.value.has_value()) pending.push_back(*s.value);
      if (s.over.has_value()) pending.push_back(*s.over);
    }
    while (!pending.empty()) {
      const Expr& e = program.at(pending.back());
      pending.pop_back();
      if (e.kind == ExprKind::Call) words.push_back(e.text);
      if (e.kind == ExprKind::ForText) add_words(e.text, words);
      for (const lang::Arg& arg : e.args) pending.push_back(arg.value);
      for (const lang::StrPart& part : e.parts)
        if (part.expr.has_value()) pending.push_back(*part.expr);
    }
    return words;
  }

  // The modules around that the body may call, also through one another: every body has its own copies, of no more than it needs.
  std::unordered_set<std::string> called_modules(const Statement& loop, const Level& outer) const {
    std::unordered_set<std::string> called;
    if (outer.shared.empty()) return called;
    std::vector<std::string> pending = words_of(loop, source_);
    while (!pending.empty()) {
      const std::string word = std::move(pending.back());
      pending.pop_back();
      const auto [from, to] = outer.modules.equal_range(word);
      if (from == to || !called.insert(word).second) continue;
      for (auto module = from; module != to; ++module) {
        const std::vector<std::string> further = words_of(outer.shared[module->second], outer.program);
        pending.insert(pending.end(), further.begin(), further.end());
      }
    }
    return called;
  }

  // Calls of modules among the sources are bindings of the scope around.
  void bind_calls(const Comprehension& comprehension, const Statement& loop, Level& outer) {
    for (const ComprehensionReference& reference : comprehension.references) {
      if (!is_call(reference) || outer.scope.binds(reference.name) || !stands_in(reference, loop.text)) continue;
      const std::optional<lang::ExprId> value =
          parse_call(reference, loop.text, *loop.text_map, outer.program, options_.limits, diagnostics_);
      outer.scope.names.insert(reference.name);
      if (value.has_value()) outer.program.statements.push_back(bind_call(reference, reference.name, *value, outer.program));
    }
  }

  void check_inputs(Level& level) {
    // `cycle` is declared for every body.
    std::erase_if(level.program.statements, [&](const Statement& s) {
      if (s.kind != StatementKind::Input) return false;
      for (const lang::TypedName& item : s.inputs)
        if (item.name.text != "cycle")
          diagnostics_.error("body-input", {s.range.begin, item.name.range.end}, "the body of a `for` declares no input but `cycle`");
      return true;
    });
  }

  // What the body, or one nested in it, reads and does not bind.
  std::set<std::string> free_names(const Level& level) const {
    std::set<std::string> names;
    for (const std::string* name : read_by_statements(level.program))
      if (name->find('@') == std::string::npos) names.insert(*name);
    for (const Level* nested : level.nested) {
      names.insert(nested->captured.begin(), nested->captured.end());
      names.insert(nested->read.begin(), nested->read.end());
    }
    std::set<std::string> free;
    for (const std::string& name : names)
      if (!level.scope.names.contains(name) && reads_outside(level, name)) free.insert(name);
    return free;
  }
  // The names that the statements read.
  static std::vector<const std::string*> read_by_statements(const lang::Program& program) {
    std::vector<bool> seen(program.exprs.size(), false);
    for (const Statement& s : program.statements) {
      if (s.kind == StatementKind::Module) continue;
      if (s.value.has_value()) seen[s.value->index] = true;
      if (s.over.has_value()) seen[s.over->index] = true;
    }
    std::vector<const std::string*> names;
    for (std::size_t i = seen.size(); i-- > 0;) {
      if (!seen[i]) continue;
      const Expr& e = program.exprs[i];
      for (const lang::Arg& arg : e.args) seen[arg.value.index] = true;
      for (const lang::StrPart& part : e.parts)
        if (part.expr.has_value()) seen[part.expr->index] = true;
      if (e.kind == ExprKind::Wire || e.kind == ExprKind::Field) names.push_back(&e.text);
    }
    return names;
  }
  // Whether a scope around binds the name, or would take it for an input of the program.
  bool reads_outside(const Level& level, const std::string& name) const {
    if (level.outer->scope.binds(name)) return true;
    // A field that a cursor does not have is no input.
    if (const std::size_t dot = name.find("__"); dot != std::string::npos && level.scope.binds(name.substr(0, dot) + "__ordinal"))
      return false;
    const Level* top = &level;
    while (top->outer != nullptr) top = top->outer;
    return !top->scope.has_input_statement && name != "true" && name != "false";
  }

  // What the scope must compute for its bodies. Names that nothing binds are read, so that they become inputs.
  std::set<std::string> wanted_names(Level& level) {
    std::set<std::string> wanted;
    for (const Level* body : level.nested) {
      wanted.insert(body->captured.begin(), body->captured.end());
      wanted.insert(body->read.begin(), body->read.end());
    }
    for (const std::string& name : wanted) {
      if (level.scope.binds(name)) continue;
      add_reading(level, name + "@read", name);
    }
    return wanted;
  }

  void note_types(Level& level, const Graph& graph) {
    for (const GraphOutput& output : graph.outputs) level.types[output.name] = output.type;
  }

  Statement declaration(StatementKind kind, Generated generated, const std::string& name, PortType type, SourceRange range) {
    Statement s;
    s.kind = kind;
    s.generated = generated;
    s.range = range;
    if (kind == StatementKind::Input) {
      s.inputs.push_back({{name, range}, std::string(keyword(type)), range});
    } else {
      s.name = {name, range};
      s.type = std::string(keyword(type));
      s.type_range = range;
    }
    return s;
  }

  // A body on its way through compile_bodies().
  struct OpenBody {
    Level* level = nullptr;
    std::size_t next = 0;  // of the bodies in it
    TraversalGraph out;
    GraphOptions options;
    std::vector<std::string> nested_reads;
    bool is_typed = true;  // false: it has a mistake, and the types of its names are unknown
  };

  // A body and those in it: it is typed first, then they are compiled against its types, then it is.
  void compile_bodies(Level& outermost, std::vector<TraversalGraph>& made) {
    std::vector<OpenBody> open;
    const auto enter = [&](Level& level) {
      OpenBody& body = open.emplace_back();
      body.level = &level;
      if (!begin_body(body)) open.pop_back();
    };
    enter(outermost);
    while (!open.empty()) {
      OpenBody& body = open.back();
      if (body.next < body.level->nested.size()) {
        // After a mistake only bodies whose elements need no type of this one are checked.
        Level& nested = *body.level->nested[body.next++];
        if (body.is_typed || nested.read.empty()) enter(nested);
        continue;
      }
      std::optional<TraversalGraph> graph = end_body(body);
      open.pop_back();
      if (!graph.has_value()) continue;
      if (open.empty()) made.push_back(std::move(*graph));
      else if (options_.nested) open.back().out.nested.push_back(std::move(*graph));
    }
  }

  // False: it cannot be compiled, nor can what is in it.
  bool begin_body(OpenBody& body) {
    Level& level = *body.level;
    if (!level.comprehension.has_value()) return false;
    TraversalGraph& out = body.out;
    out.range = header(*level.loop);
    out.comprehension = std::move(*level.comprehension);
    ComprehensionFault fault;
    const auto type_of = [&](std::string_view name) -> std::optional<PortType> {
      const auto found = level.outer->types.find(std::string(name));
      return found == level.outer->types.end() ? std::nullopt : std::optional(found->second);
    };
    if (!resolve_element_types(out.comprehension, type_of, fault)) {
      report_comprehension(fault, places(*level.loop), diagnostics_);
      return false;
    }
    std::vector<Statement> statements;
    statements.reserve(level.program.statements.size() + out.comprehension.elements.size() + level.captured.size() + 1);
    statements.push_back(declaration(StatementKind::Input, Generated::No, "cycle", PortType::U64, out.range));
    for (const Comprehension::Element& element : out.comprehension.elements) {
      if (level.rebound.contains(element.name)) continue;
      const bool word = element.type == PortType::U64 || element.type == PortType::Bool;
      const StatementKind kind = word ? StatementKind::Input : StatementKind::Extern;
      statements.push_back(declaration(kind, Generated::Element, element.name, element.type, out.range));
    }
    for (const std::string& name : level.captured) {
      const std::optional<PortType> type = type_of(name);
      if (!type.has_value()) {  // of a scope with a mistake: using it is no further one
        level.program.unread.names.push_back(name);
        continue;
      }
      out.captured.push_back({name, *type});
      statements.push_back(declaration(StatementKind::Extern, Generated::Around, name, *type, out.range));
    }
    for (const std::string& name : level.read)
      if (const std::optional<PortType> type = type_of(name)) out.read.push_back({name, *type});
    out.cursors = std::move(level.cursors);
    for (Statement& s : level.program.statements) statements.push_back(std::move(s));
    level.program.statements = std::move(statements);
    const std::set<std::string> wanted = wanted_names(level);
    body.nested_reads.assign(wanted.begin(), wanted.end());
    GraphOptions& options = body.options;
    options = options_;
    options.assignments.clear();
    options.where.reset();
    options.in_traversal = true;
    options.exact_outputs = false;
    if (options.outputs.empty()) options.outputs = level.visible;
    out.visible_outputs = options.outputs.size();
    if (options.outputs.empty()) {
      if (!gives_outputs(level)) {
        diagnostics_.error("no-outputs", {level.program.end, level.program.end},
                           "the body of the `for` has no outputs: it binds no name that does not begin with `__`");
        return false;
      }
      options.exact_outputs = true;
    }
    for (const TraversalCursor& cursor : out.cursors) {
      options.outputs.push_back(cursor.begin);
      options.outputs.push_back(cursor.end);
    }
    if (level.nested.empty()) return true;
    // Nested bodies are checked against the types that this one gives.
    GraphOptions check = options;
    check.after_pass = nullptr;
    check.after_names = nullptr;
    check.outputs = body.nested_reads;
    check.exact_outputs = true;
    Diagnostics repeated;
    const std::optional<Graph> typed = compile_expanded_graph(level.program, level.repeats, check, sources_, repeated);
    if (typed.has_value()) note_types(level, *typed);
    else body.is_typed = false;
    if (repeated.has_limit_error()) body.next = level.nested.size();
    return true;
  }

  std::optional<TraversalGraph> end_body(OpenBody& body) {
    Level& level = *body.level;
    GraphOptions& options = body.options;
    if (options_.nested) {
      const std::unordered_set<std::string> selected(options.outputs.begin(), options.outputs.end());
      for (const std::string& name : body.nested_reads)
        if (!selected.contains(name)) options.outputs.push_back(name);
    }
    if (options.before_body) options.before_body(body.out.comprehension.text, level.depth);
    std::optional<Graph> graph =
        compile_expanded_graph(std::move(level.program), std::move(level.repeats), options, sources_, diagnostics_);
    level.program = {};
    level.repeats.clear();
    level.types.clear();
    if (!graph.has_value()) return std::nullopt;
    body.out.body = std::move(*graph);
    return std::move(body.out);
  }

  static void note_visible(Level& level) {
    std::unordered_set<std::string> seen;
    const auto add = [&](const std::string& name) {
      if (!name.starts_with("__") && seen.insert(name).second) level.visible.push_back(name);
    };
    for (const Statement& s : level.program.statements) {
      if (s.kind == StatementKind::Tile) add(s.name.text);
      if (s.kind == StatementKind::Binding)
        for (const lang::Name& target : s.targets) add(target.text);
      if (s.kind == StatementKind::Cursor)
        level.cursors.push_back({s.name.text + "__ordinal", begin_name(s.name.text), end_name(s.name.text)});
    }
  }
  // Whether the bodies in it do.
  static bool gives_outputs(const Level& level) {
    std::vector<const Level*> pending(level.nested.begin(), level.nested.end());
    while (!pending.empty()) {
      const Level& nested = *pending.back();
      pending.pop_back();
      if (!nested.visible.empty()) return true;
      pending.insert(pending.end(), nested.nested.begin(), nested.nested.end());
    }
    return false;
  }

  const GraphOptions& options_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  lang::Program source_;      // as it came; its expressions until every body is open
  std::deque<Level> levels_;  // outer ones first
};

}  // namespace

bool has_traversal(const lang::Program& program) {
  return std::any_of(program.statements.begin(), program.statements.end(), [](const Statement& s) { return s.kind == StatementKind::For; });
}

std::optional<TraversalGraphs> compile_traversals(lang::Program program, const GraphOptions& options, Sources& sources,
                                                  Diagnostics& diagnostics) {
  return TraversalCompiler(options, sources, diagnostics).compile(std::move(program));
}

}  // namespace polydat
