// The graph as it was written: its names, and which reads which.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graph/resolve_names.h"
#include "input_set_colors.h"
#include "lang/format_expression.h"
#include "lang/utf8.h"
#include "nodes/tile_program.h"
#include "plan_drawing.h"
#include "read_tree.h"
#include "shown_names.h"

namespace polydat::app {

namespace {

constexpr std::size_t kLongestExpression = 80;  // bytes shown

// What the boxes of the program's own scope are called, for bodies that read it.
using BoxIds = std::unordered_map<std::string, std::string>;

// One scope: the program's own, or the body of a `for`.
class ScopeDrawing {
 public:
  // `prefix` of the ids of its boxes; `mark` behind the names of its inputs in the legend.
  ScopeDrawing(const lang::Program& tree, const Names& names, std::string prefix, const std::string& mark, GraphDrawing& drawing,
               InputSetColors& colors)
      : tree_(tree),
        names_(names),
        prefix_(std::move(prefix)),
        formatter_(tree),
        drawing_(drawing),
        colors_(colors),
        scope_(colors.add_scope(input_names(names, mark))),
        read_(names.read_symbols()) {}

  void draw() {
    trace_provenance();
    for (std::size_t d = 0; d < names_.declarations.size(); ++d) draw_input(d);
    std::vector<std::vector<std::size_t>> bindings_of(names_.first_scope_alone);
    for (std::size_t b = 0; b < names_.first_alone; ++b) bindings_of[names_.bindings[b].owner].push_back(b);
    for (std::size_t scope = 0; scope < bindings_of.size(); ++scope) {
      const ModuleDef* module = names_.scopes[scope].module;
      if (module != nullptr) drawing_.begin_group(id('m', scope), fmt::format("module {}", module->name.text));
      for (const std::size_t b : bindings_of[scope]) draw_binding(b);
      if (module != nullptr) drawing_.end_group();
    }
    for (std::size_t b = 0; b < names_.first_alone; ++b) draw_arrows(b);
  }

  BoxIds box_ids() const {
    BoxIds ids;
    for (const Symbol& symbol : names_.symbols)
      if (symbol.scope == 0) ids.emplace(symbol.name, id(symbol.kind == SymbolKind::Binding ? 'b' : 'i', symbol.index));
    return ids;
  }

  // Arrows from the boxes of the scope around to the inputs that take their values.
  void draw_reads(const BoxIds& around) {
    for (std::size_t d = 0; d < names_.declarations.size(); ++d) {
      const Declaration& declaration = names_.declarations[d];
      const auto from = around.find(std::string(declaration.name));
      if (declaration.is_extern && from != around.end()) drawing_.arrow(from->second, id('i', d));
    }
  }

 private:
  std::string id(char kind, std::size_t index) const { return fmt::format("{}{}{}", prefix_, kind, index); }

  static std::vector<std::string> input_names(const Names& names, const std::string& mark) {
    std::vector<std::string> out;
    for (const Declaration& declaration : names.declarations) out.push_back(std::string(declaration.name) + mark);
    return out;
  }

  // Bindings come after those they read in `order`.
  void trace_provenance() {
    sets_.assign(names_.bindings.size(), BitSet(names_.declarations.size()));
    for (const std::uint32_t b : names_.order) {
      for (const Reference& reference : names_.bindings[b].references) {
        if (reference.symbol == kNoSymbol) continue;
        const Symbol& symbol = names_.symbols[reference.symbol];
        if (symbol.kind == SymbolKind::Binding) sets_[b] |= sets_[symbol.index];
        else sets_[b].set(symbol.index);
      }
    }
  }

  void draw_input(std::size_t d) {
    const Declaration& declaration = names_.declarations[d];
    BitSet own(names_.declarations.size());
    own.set(d);
    drawing_.box(id('i', d),
                 fmt::format("{}{}: {}", declaration.is_extern ? "extern " : "", declaration.name,
                             declaration.type.empty() ? "u64" : declaration.type),
                 GraphDrawing::Shape::Input, colors_.color_of(scope_, own));
  }

  void draw_binding(std::size_t b) {
    const Binding& binding = names_.bindings[b];
    if (!is_shown(binding)) return;
    std::string label;
    if (binding.is_const) label += "const ";
    if (binding.is_volatile) label += "volatile ";
    bool is_output = binding.owner == 0 && binding.generated == lang::Generated::No;
    for (std::size_t t = 0; t < binding.targets.size(); ++t) {
      label += t > 0 ? ", " : "";
      label += binding.symbols[t] == kNoSymbol ? binding.targets[t].text : shown_name(names_.symbols[binding.symbols[t]]);
      is_output = is_output && !binding.targets[t].text.starts_with("__");
    }
    drawing_.box(id('b', b), fmt::format("{}\n{}", label, expression(binding.value)),
                 is_output ? GraphDrawing::Shape::Output : GraphDrawing::Shape::Box, colors_.color_of(scope_, sets_[b]));
  }

  bool is_shown(const Binding& binding) const {
    const std::uint32_t first = binding.symbols.front();
    if (first == kNoSymbol) return true;
    return app::is_shown(names_, names_.symbols[first]) && (!is_cursor_field(names_, names_.symbols[first]) || read_[first]);
  }

  std::string expression(lang::ExprId id) const {
    const lang::Expr& expr = tree_.at(id);
    std::string text;
    if (expr.kind == lang::ExprKind::Call && expr.text == "tile_render") {
      text = tile_outline(tree_.at(expr.args.front().value).text);
    } else {
      formatter_.append(text, id);
      text = shown_expression(text);
    }
    if (text.size() <= kLongestExpression) return text;
    return fmt::format("{}...", lang::whole_characters(text, kLongestExpression));
  }

  void draw_arrows(std::size_t b) {
    if (!is_shown(names_.bindings[b])) return;
    std::vector<std::uint32_t> read;  // symbols' owners, each once
    for (const std::uint32_t s : symbols_read(names_, names_.bindings[b])) {
      const Symbol& symbol = names_.symbols[s];
      const bool is_binding = symbol.kind == SymbolKind::Binding;
      const std::uint32_t key = symbol.index * 2 + (is_binding ? 1 : 0);
      if (std::find(read.begin(), read.end(), key) != read.end()) continue;
      read.push_back(key);
      drawing_.arrow(id(is_binding ? 'b' : 'i', symbol.index), id('b', b));
    }
  }

  const lang::Program& tree_;
  const Names& names_;
  std::string prefix_;
  lang::ExpressionFormatter formatter_;
  GraphDrawing& drawing_;
  InputSetColors& colors_;
  std::size_t scope_;         // its name in colors_
  std::vector<bool> read_;    // per symbol
  std::vector<BitSet> sets_;  // per binding: over declarations
};

}  // namespace

std::string draw_source(const lang::Program& tree, GraphOptions options, GraphDrawing::Form form) {
  struct Body {
    std::string text;
    std::size_t number = 0;
    std::size_t depth = 0;
  };
  GraphDrawing drawing(form);
  InputSetColors colors;
  Body body;
  BoxIds outer;
  options.before_body = [&body](std::string_view text, std::size_t depth) { body = {std::string(text), body.number + 1, depth}; };
  options.after_names = [&](const lang::Program& program, const Names& names) {
    if (body.number == 0) {
      ScopeDrawing scope(program, names, "", "", drawing, colors);
      scope.draw();
      outer = scope.box_ids();
      return;
    }
    ScopeDrawing scope(program, names, fmt::format("f{}_", body.number), fmt::format(" of for {}", body.number), drawing, colors);
    drawing.begin_group(fmt::format("f{}", body.number), fmt::format("for {}: {}", body.number, body.text));
    scope.draw();
    drawing.end_group();
    if (body.depth == 0) scope.draw_reads(outer);
  };
  Diagnostics unread;
  Sources files;
  run_passes(tree, options, files, unread);
  drawing.legend("depends on", colors.meanings());
  return drawing.finish();
}

}  // namespace polydat::app
