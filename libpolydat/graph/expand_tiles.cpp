// Templates become calls, scope by scope.
#include "graph/expand_tiles.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "graph/expand_cursor.h"
#include "graph/lift_calls.h"
#include "graph/template_scope.h"
#include "graph/tile_template.h"
#include "lang/lexer.h"
#include "lang/parse_fragment.h"
#include "nodes/json_text.h"
#include "nodes/tile_program.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Generated;
using lang::Statement;
using lang::StatementKind;

TileEncoding encoding_of(std::string_view word) {
  return word == "json" ? TileEncoding::Json : word == "csv" ? TileEncoding::Csv : TileEncoding::Text;
}

class TileExpander {
 public:
  TileExpander(lang::Program& program, const TemplateScope& scope, std::vector<RepeatTemplate>& repeats, const Limits& limits,
               Diagnostics& diagnostics)
      : program_(program), scope_(scope), repeats_(repeats), limits_(limits), diagnostics_(diagnostics) {}

  // The statements that take the place of `tile`.
  std::vector<Statement> expand(Statement& tile) {
    tile_name_ = tile.name.text;
    place_ = {tile.range.begin, std::max(tile.name.range.end, tile.range.begin)};
    map_ = tile.text_map != nullptr ? *tile.text_map : lang::TextMap(tile.type_range.begin);
    encoding_ = encoding_of(tile.encoding);
    strict_ = tile.strict;
    made_.clear();
    TemplateOptions options;
    if (!tile.delims.empty()) {
      options.open = tile.delims[0];
      options.close = tile.delims[1];
    }
    if (!tile.sigil.empty()) options.sigil = tile.sigil;
    options.is_json = encoding_ == TileEncoding::Json;
    options.in_string = tile.instring && options.is_json;
    std::optional<std::vector<TemplatePiece>> pieces = read(tile, options);
    std::string().swap(tile.text);  // which may be large, and is not given back by an assignment
    Rendering rendering;
    if (pieces.has_value()) {
      // A structural one is JSON as it stands.
      if (!tile.structural && encoding_ == TileEncoding::Json && is_whole_) check_json(*pieces, options.in_string);
      render(*pieces, rendering);
    }
    Statement binding;
    binding.kind = StatementKind::Binding;
    binding.range = tile.range;
    binding.targets.push_back(tile.name);
    binding.value = call_of(std::move(rendering));
    made_.push_back(std::move(binding));
    return std::move(made_);
  }

 private:
  struct Rendering {
    std::vector<TilePiece> pieces;
    std::vector<lang::Arg> values;
  };

  void refuse(std::string message, SourceRange place) { diagnostics_.error("bad-tile", place, std::move(message)); }

  std::optional<std::vector<TemplatePiece>> read(const Statement& tile, const TemplateOptions& options) {
    if (options.open.empty() || options.close.empty()) {
      refuse("a delimiter of the tile is empty", place_);
      return std::nullopt;
    }
    std::vector<TemplateFault> faults;
    auto pieces = tile.structural ? read_structural_template(tile.text, options, faults) : read_template(tile.text, options, faults);
    for (const TemplateFault& fault : faults) {
      const SourceRange place = fault.place.has_value() ? map_.to_source(*fault.place) : tile.type_range;
      if (fault.by_limit) diagnostics_.error("limit", place, fault.message).kind = FailureKind::Limit;
      else refuse(fault.message, place);
    }
    is_whole_ = faults.empty();
    return pieces;
  }

  void check_json(const std::vector<TemplatePiece>& pieces, bool in_string) {
    lang::TextMap map;
    std::string skeleton = json_skeleton(pieces, map);
    if (in_string) skeleton = '"' + skeleton + '"';
    JsonTree tree;
    std::string why;
    std::size_t at = 0;
    if (read_json(skeleton, tree, why, &at)) return;
    if (in_string && at > 0) --at;
    const std::uint32_t place = map_.to_source(map.to_source(static_cast<std::uint32_t>(std::min(at, skeleton.size()))));
    diagnostics_.error("bad-tile", {place, place + 1}, "the template is not JSON when every hole is replaced by 0")
        .notes.push_back(std::move(why));
  }

  ExprId add(Expr e) { return add(std::move(e), place_); }
  ExprId add(Expr e, SourceRange place) {
    e.range = e.head = place;
    program_.exprs.push_back(std::move(e));
    return {static_cast<std::uint32_t>(program_.exprs.size() - 1)};
  }

  ExprId call_of(Rendering rendering) {
    Expr text;
    text.kind = ExprKind::Str;
    text.verbatim = true;
    text.text = tile_program_text(std::move(rendering.pieces));
    Expr call;
    call.kind = ExprKind::Call;
    call.text = "tile_render";
    call.args.push_back({{}, {}, add(std::move(text))});
    for (lang::Arg& value : rendering.values) call.args.push_back(std::move(value));
    return add(std::move(call));
  }

  // Where the text of the piece stands in the source.
  lang::TextMap map_of(const TemplatePiece& piece) const { return piece.map.through(map_, static_cast<std::uint32_t>(piece.text.size())); }

  std::optional<ExprId> parse(const TemplatePiece& piece) {
    return named_inside([&] { return lang::parse_fragment(piece.text, map_of(piece), program_, limits_, diagnostics_); });
  }
  // What `read` adds to the program, with the names that elements of the repeats around have inside.
  template <class Read>
  std::optional<ExprId> named_inside(const Read& read) {
    const std::size_t before = program_.exprs.size();
    const std::optional<ExprId> value = read();
    for (std::size_t i = before; i < program_.exprs.size(); ++i)
      if (program_.exprs[i].kind == ExprKind::Wire) program_.exprs[i].text = inner_name(program_.exprs[i].text);
    return value;
  }

  // The texts move on.
  void render(std::vector<TemplatePiece>& pieces, Rendering& out) {
    for (TemplatePiece& piece : pieces) {
      switch (piece.kind) {
        case TemplatePiece::Kind::Text: {
          TilePiece text;
          text.text = std::move(piece.text);
          out.pieces.push_back(std::move(text));
          break;
        }
        case TemplatePiece::Kind::Hole: hole(piece, out); break;
        case TemplatePiece::Kind::Branch: branch(piece, out); break;
        case TemplatePiece::Kind::Repeat: repeat(piece, TilePieceKind::Hole, out); break;
        case TemplatePiece::Kind::Comma: out.pieces.emplace_back().kind = TilePieceKind::Comma; break;
        case TemplatePiece::Kind::Members: repeat(piece.body.front(), TilePieceKind::Member, out); break;
      }
    }
  }

  void hole(const TemplatePiece& piece, Rendering& out) {
    std::optional<ExprId> value = parse(piece);
    if (!value.has_value()) return;
    TilePiece hole;
    hole.kind = TilePieceKind::Hole;
    hole.encoding = encoding_;
    hole.in_string = piece.in_string;
    hole.raw = piece.raw;
    hole.format = piece.format;
    std::string why;
    if (!read_tile_format(hole, why)) return refuse(why, map_.to_source(piece.range));
    if (piece.type.empty() && piece.format.empty() && lang::is_name(piece.text)) hole.raw = hole.raw || is_splice(piece);
    if (!piece.type.empty()) {
      Expr as;
      as.kind = ExprKind::As;
      as.text = piece.type;
      as.implicit = true;
      as.strict = strict_;
      as.args.push_back({{}, {}, *value});
      value = add(std::move(as), map_.to_source(piece.range));
    }
    out.pieces.push_back(std::move(hole));
    out.values.push_back({{}, {}, *value});
  }

  // The text of another tile of this encoding goes in as it is, where it was made for that place.
  bool is_splice(const TemplatePiece& piece) const {
    const TemplateScope::Tile* tile = inner_name(piece.text) == piece.text ? scope_.find_tile(piece.text) : nullptr;
    return tile != nullptr && tile->encoding == encoding_ && tile->in_string == piece.in_string;
  }

  TilePiece raw_hole(TilePieceKind kind) const {
    TilePiece hole;
    hole.kind = kind;
    hole.encoding = encoding_;
    hole.raw = true;
    return hole;
  }

  // Elements of the repeats around have names that no program can write.
  struct Elements {
    std::unordered_map<std::string, std::string> inner;
  };
  std::string inner_name(const std::string& name) const {
    for (auto it = around_.rbegin(); it != around_.rend(); ++it)
      if (const auto found = it->inner.find(name); found != it->inner.end()) return found->second;
    return name;
  }
  static std::string unspellable(std::string_view name, std::size_t number) { return std::string(name) + "@" + std::to_string(number); }

  ExprId wire(std::string name) {
    Expr e;
    e.kind = ExprKind::Wire;
    e.text = std::move(name);
    return add(std::move(e));
  }
  Statement& make(Generated generated, std::vector<std::string> targets, ExprId value, SourceRange place) {
    Statement s;
    s.kind = StatementKind::Binding;
    s.generated = generated;
    s.range = place;
    s.name.text = tile_name_;
    s.name.range = place;
    for (std::string& target : targets) s.targets.push_back({std::move(target), place});
    s.value = value;
    made_.push_back(std::move(s));
    return made_.back();
  }

  // The texts of the repeat come in as a piece of that kind.
  void repeat(TemplatePiece& piece, TilePieceKind kind, Rendering& out) {
    if (repeats_.size() >= limits_.max_nodes / kNodesOfLoop) {
      if (!diagnostics_.has_limit_error())
        diagnostics_.limit(map_.to_source(piece.range),
                           "the tiles have more than " + std::to_string(limits_.max_nodes / kNodesOfLoop) + " repeats", "--max-nodes");
      return;
    }
    ComprehensionFault fault;
    std::vector<std::shared_ptr<const Comprehension>> held;
    const FindProducer find = [&](std::string_view name) -> const Comprehension* {
      held.push_back(scope_.find_producer(std::string(name)));
      return held.back().get();
    };
    std::optional<Comprehension> made = parse_comprehension(piece.text, true, find, fault);
    if (made.has_value() && made->needs_order) {
      fault.message = "a continuous source needs an order that samples it, with a count";
      made.reset();
    }
    const lang::TextPlaces places{std::make_shared<const lang::TextMap>(map_of(piece)), map_.to_source(piece.range)};
    if (!made.has_value()) return report_comprehension(fault, places, diagnostics_);
    const std::size_t number = repeats_.size();
    RepeatTemplate& repeat = repeats_.emplace_back();
    repeat.places = places;
    repeat.separator = piece.separator.value_or(encoding_ == TileEncoding::Text ? "" : ",");
    repeat.drops_empty = piece.is_structural;
    repeat.comprehension = std::make_shared<const Comprehension>(std::move(*made));
    const Comprehension& comprehension = *repeat.comprehension;
    // Calls of modules are bindings of their own, which may read elements of the repeats around.
    std::unordered_map<std::string, std::string> calls;
    for (const ComprehensionReference& reference : comprehension.references) {
      if (!is_call(reference) || !stands_in(reference, piece.text)) continue;
      const std::optional<ExprId> value =
          named_inside([&] { return parse_call(reference, piece.text, *places.map, program_, limits_, diagnostics_); });
      if (!value.has_value()) return;
      const std::string name = unspellable("call" + std::to_string(calls.size()), number);
      calls.emplace(reference.name, name);
      made_.push_back(bind_call(reference, name, *value, program_));
    }
    const auto wire_of = [&](const std::string& name) {
      const auto found = calls.find(name);
      return found == calls.end() ? inner_name(name) : found->second;
    };
    repeat.outer = outer_references(comprehension, [&](std::string_view name) {
      const std::string word(name);
      return wire_of(word) != word || scope_.binds(word);
    });
    for (const ComprehensionReference& reference : comprehension.references) {
      if (reference.is_element || wire_of(reference.name) != reference.name || scope_.binds(reference.name)) continue;
      Comprehension alone;
      alone.references.push_back(reference);
      check_references(alone, scope_, places, diagnostics_);
    }
    Expr tuple;
    tuple.kind = ExprKind::ForText;
    tuple.text = comprehension.text;
    tuple.integer = number;
    const std::vector<std::uint32_t> outer = repeat.outer;
    for (const std::uint32_t r : outer) tuple.args.push_back({{}, {}, wire(wire_of(comprehension.references[r].name))});
    Elements elements;
    std::vector<std::string> targets;
    for (const Comprehension::Element& element : comprehension.elements) {
      targets.push_back(unspellable(element.name, number));
      elements.inner.emplace(element.name, targets.back());
    }
    const std::string first = targets.front();
    make(Generated::Tuple, std::move(targets), add(std::move(tuple), places.whole), places.whole).is_tuple = true;
    around_.push_back(std::move(elements));
    Rendering inner;
    render(piece.body, inner);
    around_.pop_back();
    const std::string body_name = unspellable("body", number);
    make(Generated::Value, {body_name}, call_of(std::move(inner)), places.whole);
    Expr joined;
    joined.kind = ExprKind::ForText;
    joined.integer = number;
    joined.args.push_back({{}, {}, wire(first)});
    joined.args.push_back({{}, {}, wire(body_name)});
    const std::string name = unspellable("repeat", number);
    make(Generated::Repeat, {name}, add(std::move(joined), places.whole), places.whole);
    out.pieces.push_back(raw_hole(kind));
    out.values.push_back({{}, {}, wire(name)});
  }

  void branch(TemplatePiece& piece, Rendering& out) {
    const std::optional<ExprId> condition = parse(piece);
    if (!condition.has_value()) return;
    out.values.push_back({{}, {}, *condition});
    const std::size_t test = out.pieces.size();
    out.pieces.emplace_back().kind = TilePieceKind::Test;
    render(piece.body, out);
    const std::size_t jump = out.pieces.size();
    if (!piece.otherwise.empty()) {
      out.pieces.emplace_back().kind = TilePieceKind::Jump;
      render(piece.otherwise, out);
      out.pieces[jump].skip = static_cast<std::uint32_t>(out.pieces.size() - jump - 1);
    }
    const std::size_t second = piece.otherwise.empty() ? out.pieces.size() : jump + 1;
    out.pieces[test].skip = static_cast<std::uint32_t>(second - test - 1);
  }

  lang::Program& program_;
  const TemplateScope& scope_;
  std::vector<RepeatTemplate>& repeats_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  SourceRange place_;  // of the header
  lang::TextMap map_;  // of the template, into the source
  TileEncoding encoding_ = TileEncoding::Text;
  bool strict_ = false;
  bool is_whole_ = true;  // no part of the template was left out for a mistake in it
  std::string tile_name_;
  std::vector<Elements> around_;  // of the repeats around
  std::vector<Statement> made_;
};

void expand_scope(lang::Program& program, std::vector<Statement>& statements, bool is_module, const TemplateScope& scope,
                  std::vector<RepeatTemplate>& repeats, const GraphOptions& options, Diagnostics& diagnostics) {
  const CursorPlace place{options.in_traversal, options.partition};
  std::vector<Statement> before = std::move(statements);
  statements.clear();
  TileExpander expander(program, scope, repeats, options.limits, diagnostics);
  for (Statement& s : before) {
    const bool is_tile = s.kind == StatementKind::Tile;
    if (!is_tile && (s.kind != StatementKind::Cursor || is_module)) {
      statements.push_back(std::move(s));
      continue;
    }
    for (Statement& made : is_tile ? expander.expand(s) : expand_cursor(s, place, program, diagnostics))
      statements.push_back(std::move(made));
  }
}

bool has_template(const std::vector<Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(),
                     [](const Statement& s) { return s.kind == StatementKind::Tile || s.kind == StatementKind::Cursor; });
}

// Producers get their number.
void number_producers(lang::Program& program, std::vector<Statement>& statements, const TemplateScope& scope,
                      std::vector<RepeatTemplate>& repeats, const Limits& limits, Diagnostics& diagnostics) {
  if (scope.producers.empty()) return;
  std::vector<Statement> calls;  // of modules, among the sources
  std::unordered_set<std::string> called;
  for (Statement& s : statements) {
    if (s.kind != StatementKind::Binding || !s.value.has_value() || s.targets.size() != 1 || s.generated != Generated::No) continue;
    Expr& e = program.at(*s.value);
    const auto found = scope.producers.find(s.targets.front().text);
    if (e.kind != ExprKind::ForText || found == scope.producers.end() || found->second->parts.empty()) continue;
    const lang::TextPlaces places{e.text_map, e.range};
    check_references(*found->second, scope, places, diagnostics);
    const std::string text = e.text;
    const std::shared_ptr<const lang::TextMap> map = e.text_map;
    e.integer = repeats.size();
    repeats.push_back({found->second, {}, places, {}, false});
    for (const ComprehensionReference& reference : found->second->references) {
      if (!is_call(reference) || !stands_in(reference, text) || !called.insert(reference.name).second) continue;
      const std::optional<ExprId> value = parse_call(reference, text, *map, program, limits, diagnostics);
      if (value.has_value()) calls.push_back(bind_call(reference, reference.name, *value, program));
    }
  }
  statements.insert(statements.end(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
}

// Bodies of modules, which see nothing of what is around.
void expand_modules(lang::Program& program, std::vector<Statement>& statements, std::vector<RepeatTemplate>& repeats,
                    const GraphOptions& options, Diagnostics& diagnostics) {
  std::vector<Statement*> modules;
  const auto add_modules = [&](std::vector<Statement>& around) {
    for (Statement& s : around)
      if (s.kind == StatementKind::Module) modules.push_back(&s);
  };
  add_modules(statements);
  while (!modules.empty()) {
    Statement& module = *modules.back();
    modules.pop_back();
    TemplateScope inner = collect_scope(program, module.body, nullptr, diagnostics);
    inner.has_input_statement = true;
    for (const lang::TypedName& param : module.params) inner.names.insert(param.name.text);
    number_producers(program, module.body, inner, repeats, options.limits, diagnostics);
    if (has_template(module.body)) expand_scope(program, module.body, true, inner, repeats, options, diagnostics);
    add_modules(module.body);
  }
}

}  // namespace

std::vector<RepeatTemplate> expand_tiles(lang::Program& program, const TemplateScope& scope, const GraphOptions& options,
                                         Diagnostics& diagnostics) {
  std::vector<RepeatTemplate> repeats;
  number_producers(program, program.statements, scope, repeats, options.limits, diagnostics);
  if (has_template(program.statements)) expand_scope(program, program.statements, false, scope, repeats, options, diagnostics);
  expand_modules(program, program.statements, repeats, options, diagnostics);
  return repeats;
}

std::vector<RepeatTemplate> expand_tiles(lang::Program& program, const GraphOptions& options, Diagnostics& diagnostics) {
  TemplateScope scope = collect_scope(program, program.statements, nullptr, diagnostics);
  scope.strict = scope.strict || options.strict;
  return expand_tiles(program, scope, options, diagnostics);
}

void expand_file_tiles(lang::Program& program, std::vector<Statement>& statements, std::vector<RepeatTemplate>& repeats,
                       const GraphOptions& options, Diagnostics& diagnostics) {
  const TemplateScope scope = collect_scope(program, statements, nullptr, diagnostics);
  number_producers(program, statements, scope, repeats, options.limits, diagnostics);
  if (has_template(statements)) expand_scope(program, statements, true, scope, repeats, options, diagnostics);
  expand_modules(program, statements, repeats, options, diagnostics);
}

}  // namespace polydat
