// The graph as it was written: its names, and which reads which.
#include <fmt/format.h>

#include <algorithm>

#include "graph/expand_tiles.h"
#include "graph/resolve_names.h"
#include "input_set_colors.h"
#include "lang/format_expression.h"
#include "lang/utf8.h"
#include "plan_drawing.h"

namespace polydat::app {

namespace {

constexpr std::size_t kLongestExpression = 80;  // bytes shown

class SourceDrawing {
 public:
  SourceDrawing(const lang::Program& tree, const Names& names, GraphDrawing::Form form)
      : names_(names), formatter_(tree), drawing_(form), inputs_(input_names(names)), colors_(inputs_) {}

  std::string draw() {
    trace_provenance();
    for (std::size_t d = 0; d < names_.declarations.size(); ++d) draw_input(d);
    std::vector<std::vector<std::size_t>> bindings_of(names_.scopes.size());
    for (std::size_t b = 0; b < names_.bindings.size(); ++b) bindings_of[names_.bindings[b].owner].push_back(b);
    for (std::size_t scope = 0; scope < bindings_of.size(); ++scope) {
      const ModuleDef* module = names_.scopes[scope].module;
      if (module != nullptr) drawing_.begin_group(fmt::format("m{}", scope), fmt::format("module {}", module->name.text));
      for (const std::size_t b : bindings_of[scope]) draw_binding(b);
      if (module != nullptr) drawing_.end_group();
    }
    for (std::size_t b = 0; b < names_.bindings.size(); ++b) draw_arrows(b);
    drawing_.legend("depends on", colors_.meanings());
    return drawing_.finish();
  }

 private:
  static std::vector<std::string> input_names(const Names& names) {
    std::vector<std::string> out;
    for (const Declaration& declaration : names.declarations) out.emplace_back(declaration.name);
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
    drawing_.box(fmt::format("i{}", d),
                 fmt::format("{}{}: {}", declaration.is_extern ? "extern " : "", declaration.name,
                             declaration.type.empty() ? "u64" : declaration.type),
                 GraphDrawing::Shape::Input, colors_.color_of(own));
  }

  void draw_binding(std::size_t b) {
    const Binding& binding = names_.bindings[b];
    std::string label;
    if (binding.is_const) label += "const ";
    if (binding.is_volatile) label += "volatile ";
    bool is_output = binding.owner == 0;
    for (std::size_t t = 0; t < binding.targets.size(); ++t) {
      label += (t > 0 ? ", " : "") + binding.targets[t].text;
      is_output = is_output && !binding.targets[t].text.starts_with("__");
    }
    drawing_.box(fmt::format("b{}", b), fmt::format("{}\n{}", label, expression(binding.value)),
                 is_output ? GraphDrawing::Shape::Output : GraphDrawing::Shape::Box, colors_.color_of(sets_[b]));
  }

  std::string expression(lang::ExprId id) const {
    std::string text;
    formatter_.append(text, id);
    if (text.size() <= kLongestExpression) return text;
    return fmt::format("{}...", lang::whole_characters(text, kLongestExpression));
  }

  void draw_arrows(std::size_t b) {
    std::vector<std::uint32_t> read;  // symbols' owners, each once
    for (const Reference& reference : names_.bindings[b].references) {
      if (reference.symbol == kNoSymbol) continue;
      const Symbol& symbol = names_.symbols[reference.symbol];
      const bool is_binding = symbol.kind == SymbolKind::Binding;
      const std::uint32_t key = symbol.index * 2 + (is_binding ? 1 : 0);
      if (std::find(read.begin(), read.end(), key) != read.end()) continue;
      read.push_back(key);
      drawing_.arrow(fmt::format("{}{}", is_binding ? 'b' : 'i', symbol.index), fmt::format("b{}", b));
    }
  }

  const Names& names_;
  lang::ExpressionFormatter formatter_;
  GraphDrawing drawing_;
  std::vector<std::string> inputs_;
  InputSetColors colors_;
  std::vector<BitSet> sets_;  // per binding: over declarations
};

}  // namespace

std::string draw_source(const lang::Program& tree, const GraphOptions& options, GraphDrawing::Form form) {
  lang::Program expanded = tree;
  Diagnostics unread;
  Sources files;
  std::vector<RepeatTemplate> repeats = expand_tiles(expanded, options, unread);
  const Names names = resolve_names(expanded, repeats, options, files, unread);
  return SourceDrawing(expanded, names, form).draw();
}

}  // namespace polydat::app
