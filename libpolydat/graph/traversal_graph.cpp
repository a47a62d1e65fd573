// Scopes one after the other, outermost first.
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
  std::vector<Statement> loops;                               // those; their expressions lie in `program`
  std::vector<Statement> shared;                              // modules and pragmas, also of the scopes around
  std::unordered_multimap<std::string, std::size_t> modules;  // those of `shared`, by name
  TemplateScope scope;
  std::vector<RepeatTemplate> repeats;
  const Level* outer = nullptr;
  std::vector<std::string> visible;  // names that are outputs, in order
  std::vector<TraversalCursor> cursors;
  std::map<std::string, PortType> types;  // of what nested scopes read, once compiled
};

std::string begin_name(const std::string& cursor) { return cursor + "@begin"; }
std::string end_name(const std::string& cursor) { return cursor + "@end"; }

class TraversalCompiler {
 public:
  TraversalCompiler(const GraphOptions& options, Sources& sources, Diagnostics& diagnostics)
      : options_(options), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<TraversalGraphs> compile(const lang::Program& program) {
    Level& top = levels_.emplace_back();
    top.program = program;
    split(top);
    expand(top, nullptr);
    top.repeats = expand_tiles(top.program, top.scope, options_, diagnostics_);
    std::vector<Body> bodies = open_bodies(top);
    const std::set<std::string> wanted = wanted_names(top, bodies);
    GraphOptions outer = options_;
    outer.outputs.assign(wanted.begin(), wanted.end());
    outer.exact_outputs = true;
    outer.where.reset();
    // With diagnostics of its own: mistakes elsewhere leave its types known, and the bodies can be checked.
    Diagnostics own;
    std::optional<Graph> graph = compile_scope(top, outer, own);
    diagnostics_.take(std::move(own));
    if (!graph.has_value()) return std::nullopt;
    TraversalGraphs out;
    note_types(top, *graph);
    out.outer = std::move(*graph);
    for (Body& body : bodies) {
      std::optional<TraversalGraph> made = compile_body(body, top);
      if (made.has_value()) out.traversals.push_back(std::move(*made));
    }
    if (diagnostics_.has_errors()) return std::nullopt;
    return out;
  }

 private:
  struct Body {
    const Statement* loop = nullptr;
    Level* level = nullptr;
    std::optional<Comprehension> comprehension;
    std::set<std::string> captured, read;
    std::set<std::string> rebound;  // elements that the body binds: a reported mistake
    std::vector<Body> nested;
  };

  // The `for` statements apart from the others.
  void split(Level& level) {
    std::vector<Statement> kept;
    for (Statement& s : level.program.statements) {
      if (s.kind == StatementKind::For) {
        level.loops.push_back(std::move(s));
        continue;
      }
      if (s.kind == StatementKind::Module) level.modules.emplace(s.name.text, level.shared.size());
      if (s.kind == StatementKind::Module || s.kind == StatementKind::Pragma) level.shared.push_back(s);
      kept.push_back(std::move(s));
    }
    level.program.statements = std::move(kept);
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

  std::vector<Body> open_bodies(Level& level) {
    std::vector<Body> bodies;
    for (const Statement& loop : level.loops) bodies.push_back(open_body(loop, level));
    return bodies;
  }

  Body open_body(const Statement& loop, Level& outer) {
    Body body;
    body.loop = &loop;
    Level& level = levels_.emplace_back();
    body.level = &level;
    level.outer = &outer;
    level.program.unread = outer.program.unread;
    level.program.end = outer.program.end;
    StatementCopier copier(outer.program, level.program);
    const std::unordered_set<std::string> called = called_modules(loop, outer);
    for (const Statement& s : outer.shared)
      if (s.kind == StatementKind::Pragma || called.contains(s.name.text)) level.program.statements.push_back(copier.copy(s));
    for (const Statement& s : loop.body) level.program.statements.push_back(copier.copy(s));
    split(level);
    check_inputs(level);
    ComprehensionFault fault;
    std::vector<std::shared_ptr<const Comprehension>> held;
    const FindProducer find = [&](std::string_view name) -> const Comprehension* {
      held.push_back(outer.scope.find_producer(std::string(name)));
      return held.back().get();
    };
    body.comprehension = parse_comprehension(loop.text, true, find, fault);
    if (body.comprehension.has_value() && body.comprehension->needs_order) {
      fault.message = "a continuous source needs an order that samples it: halton, sobol, lhs, shuffle or extrema, with a count";
      body.comprehension.reset();
    }
    if (!body.comprehension.has_value()) report_comprehension(fault, places(loop), diagnostics_);
    expand(level, &outer.scope);
    level.scope.names.insert("cycle");
    if (body.comprehension.has_value()) {
      for (const Comprehension::Element& element : body.comprehension->elements) {
        if (level.scope.names.insert(element.name).second) continue;
        body.rebound.insert(element.name);
        diagnostics_
            .error("binds-input", binding_of(level, element.name).value_or(header(loop)),
                   "the body binds the name `" + element.name + "`, which is an element of its `for`")
            .related.push_back({"the `for` is", {loop.range.begin, loop.range.begin + 3}});
      }
      bind_calls(*body.comprehension, loop, outer);
      check_references(*body.comprehension, outer.scope, places(loop), diagnostics_);
      for (const ComprehensionReference& reference : body.comprehension->references)
        if (!reference.is_element && outer.scope.binds(reference.name)) body.read.insert(reference.name);
    }
    GraphOptions in_body = options_;
    in_body.in_traversal = true;
    note_visible(level);
    level.repeats = expand_tiles(level.program, level.scope, in_body, diagnostics_);
    body.nested = open_bodies(level);
    body.captured = free_names(level, body);
    return body;
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
  static std::unordered_set<std::string> called_modules(const Statement& loop, Level& outer) {
    std::unordered_set<std::string> called;
    if (outer.shared.empty()) return called;
    std::vector<std::string> pending = words_of(loop, outer.program);
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
    std::vector<Statement> kept;
    for (Statement& s : level.program.statements) {
      bool fine = true;
      if (s.kind == StatementKind::Input) {
        for (const lang::TypedName& item : s.inputs) {
          if (item.name.text == "cycle") continue;
          fine = false;
          diagnostics_.error("body-input", {s.range.begin, item.name.range.end}, "the body of a `for` declares no input but `cycle`");
        }
        if (fine) continue;  // it is declared for every body
      }
      if (fine) kept.push_back(std::move(s));
    }
    level.program.statements = std::move(kept);
  }

  // What the body, or one nested in it, reads and does not bind.
  std::set<std::string> free_names(const Level& level, const Body& body) const {
    std::set<std::string> names;
    for (const Expr& e : read_by_statements(level.program))
      if ((e.kind == ExprKind::Wire || e.kind == ExprKind::Field) && e.text.find('@') == std::string::npos) names.insert(e.text);
    for (const Body& nested : body.nested) {
      names.insert(nested.captured.begin(), nested.captured.end());
      names.insert(nested.read.begin(), nested.read.end());
    }
    std::set<std::string> free;
    for (const std::string& name : names)
      if (!level.scope.names.contains(name) && reads_outside(level, name)) free.insert(name);
    return free;
  }
  // The expressions of the statements, and not of loops among them.
  static std::vector<Expr> read_by_statements(const lang::Program& program) {
    std::vector<bool> seen(program.exprs.size(), false);
    for (const Statement& s : program.statements) {
      if (s.kind == StatementKind::Module) continue;
      if (s.value.has_value()) seen[s.value->index] = true;
      if (s.over.has_value()) seen[s.over->index] = true;
    }
    std::vector<Expr> found;
    for (std::size_t i = seen.size(); i-- > 0;) {
      if (!seen[i]) continue;
      const Expr& e = program.exprs[i];
      for (const lang::Arg& arg : e.args) seen[arg.value.index] = true;
      for (const lang::StrPart& part : e.parts)
        if (part.expr.has_value()) seen[part.expr->index] = true;
      found.push_back(e);
    }
    return found;
  }
  // Whether a scope around binds the name, or would take it for an input of the program.
  bool reads_outside(const Level& level, const std::string& name) const {
    if (level.outer->scope.binds(name)) return true;
    const Level* top = &level;
    while (top->outer != nullptr) top = top->outer;
    return !top->scope.has_input_statement && name != "true" && name != "false";
  }

  // What the scope must compute for its bodies. Names that nothing binds are read, so that they become inputs.
  std::set<std::string> wanted_names(Level& level, const std::vector<Body>& bodies) {
    std::set<std::string> wanted;
    for (const Body& body : bodies) {
      wanted.insert(body.captured.begin(), body.captured.end());
      wanted.insert(body.read.begin(), body.read.end());
    }
    for (const std::string& name : wanted) {
      if (level.scope.binds(name)) continue;
      Statement s;
      s.kind = StatementKind::Binding;
      s.generated = Generated::Value;
      s.name.text = name;
      s.targets.push_back({name + "@read", {}});
      Expr e;
      e.kind = ExprKind::Wire;
      e.text = name;
      level.program.exprs.push_back(std::move(e));
      s.value = lang::ExprId{static_cast<std::uint32_t>(level.program.exprs.size() - 1)};
      level.program.statements.push_back(std::move(s));
    }
    return wanted;
  }

  std::optional<Graph> compile_scope(const Level& level, const GraphOptions& options, Diagnostics& diagnostics) {
    return compile_expanded_graph(level.program, level.repeats, options, sources_, diagnostics);
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

  std::optional<TraversalGraph> compile_body(Body& body, const Level& outer) {
    if (!body.comprehension.has_value()) return std::nullopt;
    TraversalGraph out;
    out.range = header(*body.loop);
    out.comprehension = *body.comprehension;
    ComprehensionFault fault;
    const auto type_of = [&](std::string_view name) -> std::optional<PortType> {
      const auto found = outer.types.find(std::string(name));
      return found == outer.types.end() ? std::nullopt : std::optional(found->second);
    };
    if (!resolve_element_types(out.comprehension, type_of, fault)) {
      report_comprehension(fault, places(*body.loop), diagnostics_);
      return std::nullopt;
    }
    std::vector<Statement> statements;
    statements.push_back(declaration(StatementKind::Input, Generated::No, "cycle", PortType::U64, out.range));
    for (const Comprehension::Element& element : out.comprehension.elements) {
      if (body.rebound.contains(element.name)) continue;
      const bool word = element.type == PortType::U64 || element.type == PortType::Bool;
      const StatementKind kind = word ? StatementKind::Input : StatementKind::Extern;
      statements.push_back(declaration(kind, Generated::Element, element.name, element.type, out.range));
    }
    for (const std::string& name : body.captured) {
      const std::optional<PortType> type = type_of(name);
      if (!type.has_value()) continue;
      out.captured.push_back({name, *type});
      statements.push_back(declaration(StatementKind::Extern, Generated::Around, name, *type, out.range));
    }
    for (const std::string& name : body.read)
      if (const std::optional<PortType> type = type_of(name)) out.read.push_back({name, *type});
    Level& level = *body.level;
    GraphOptions options = options_;
    options.assignments.clear();
    options.where.reset();
    out.cursors = level.cursors;
    for (Statement& s : level.program.statements) statements.push_back(std::move(s));
    level.program.statements = std::move(statements);
    std::vector<std::string> nested_reads;
    {
      const std::set<std::string> wanted = wanted_names(level, body.nested);
      nested_reads.assign(wanted.begin(), wanted.end());
    }
    options.in_traversal = true;
    options.exact_outputs = false;
    if (options.outputs.empty()) options.outputs = level.visible;
    out.visible_outputs = options.outputs.size();
    if (options.outputs.empty()) {
      if (!gives_outputs(body)) {
        diagnostics_.error("no-outputs", {level.program.end, level.program.end},
                           "the body of the `for` has no outputs: it binds no name that does not begin with `__`");
        return std::nullopt;
      }
      options.exact_outputs = true;
    }
    for (const TraversalCursor& cursor : out.cursors) {
      options.outputs.push_back(cursor.begin);
      options.outputs.push_back(cursor.end);
    }
    if (!body.nested.empty()) {
      // Nested bodies are checked against the types that this one gives.
      GraphOptions check = options;
      check.after_pass = nullptr;
      check.after_names = nullptr;
      check.outputs = nested_reads;
      check.exact_outputs = true;
      Diagnostics repeated;
      std::optional<Graph> typed = compile_scope(level, check, repeated);
      if (typed.has_value()) {
        note_types(level, *typed);
        for (Body& nested : body.nested) {
          std::optional<TraversalGraph> made = compile_body(nested, level);
          if (made.has_value() && options_.nested) out.nested.push_back(std::move(*made));
        }
      }
      if (options_.nested) {
        for (const std::string& name : nested_reads)
          if (std::find(options.outputs.begin(), options.outputs.end(), name) == options.outputs.end()) options.outputs.push_back(name);
      }
    }
    if (options.before_body) options.before_body(out.comprehension.text, depth_of(outer));
    std::optional<Graph> graph = compile_scope(level, options, diagnostics_);
    if (!graph.has_value()) return std::nullopt;
    out.body = std::move(*graph);
    return out;
  }

  static std::size_t depth_of(const Level& level) {
    std::size_t depth = 0;
    for (const Level* at = &level; at->outer != nullptr; at = at->outer) ++depth;
    return depth;
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
  static bool gives_outputs(const Body& body) {
    for (const Body& nested : body.nested)
      if (!nested.level->visible.empty() || gives_outputs(nested)) return true;
    return false;
  }

  const GraphOptions& options_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::deque<Level> levels_;
};

}  // namespace

bool has_traversal(const lang::Program& program) {
  return std::any_of(program.statements.begin(), program.statements.end(), [](const Statement& s) { return s.kind == StatementKind::For; });
}

std::optional<TraversalGraphs> compile_traversals(const lang::Program& program, const GraphOptions& options, Sources& sources,
                                                  Diagnostics& diagnostics) {
  return TraversalCompiler(options, sources, diagnostics).compile(program);
}

}  // namespace polydat
