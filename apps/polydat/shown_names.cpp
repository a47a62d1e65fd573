// Bindings that are not shown are looked through.
#include "shown_names.h"

#include <algorithm>
#include <unordered_set>

namespace polydat::app {

bool is_element(const Names& names, const Symbol& symbol) {
  return symbol.kind == SymbolKind::Binding && names.bindings[symbol.index].generated == lang::Generated::Tuple;
}

bool is_cursor_field(const Names& names, const Symbol& symbol) {
  return symbol.kind == SymbolKind::Binding && names.bindings[symbol.index].generated == lang::Generated::CursorField;
}

bool is_shown(const Names& names, const Symbol& symbol) {
  return symbol.name.find('@') == std::string_view::npos || is_element(names, symbol);
}

std::string_view shown_name(const Symbol& symbol) { return symbol.name.substr(0, symbol.name.find('@')); }

std::string shown_expression(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && text[i] == '@') {
      i = std::min(text.find_first_not_of("0123456789", i + 1), text.size()) - 1;
      continue;
    }
    out += text[i];
    if (quoted && text[i] == '\\' && i + 1 < text.size()) out += text[++i];
  }
  return out;
}

std::vector<std::uint32_t> symbols_read(const Names& names, const Binding& binding) {
  std::vector<std::uint32_t> read;
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::uint32_t> pending;  // last first
  const auto push_references = [&](const Binding& of) {
    for (auto it = of.references.rbegin(); it != of.references.rend(); ++it)
      if (it->symbol != kNoSymbol) pending.push_back(it->symbol);
  };
  push_references(binding);
  while (!pending.empty()) {
    const std::uint32_t symbol = pending.back();
    pending.pop_back();
    if (!seen.insert(symbol).second) continue;
    if (is_shown(names, names.symbols[symbol])) read.push_back(symbol);
    else push_references(names.bindings[names.symbols[symbol].index]);
  }
  return read;
}

}  // namespace polydat::app
