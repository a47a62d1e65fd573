// Tokens, names and modules.
#include "explain_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/lexer.h"
#include "plan_names.h"
#include "shown_names.h"

namespace polydat::app {

namespace {

using lang::Token;
using lang::TokenGroup;
using lang::TokenKind;

std::string_view kind_word(TokenKind kind) {
  switch (group_of(kind)) {
    case TokenGroup::End: return "end";
    case TokenGroup::Error: return "error";
    case TokenGroup::Name: return "name";
    case TokenGroup::Number: return kind == TokenKind::Int ? "integer" : "float";
    case TokenGroup::Text: return kind == TokenKind::Str ? "string" : "heredoc";
    case TokenGroup::TileBlock: return "tile-block";
    case TokenGroup::For: return "for";
    case TokenGroup::Reserved: return "reserved";
    case TokenGroup::Operator: return "operator";
    case TokenGroup::Punctuation: return "punctuation";
  }
  return {};
}

std::string_view kind_word(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Input: return "input";
    case SymbolKind::Extern: return "extern";
    case SymbolKind::Binding: return "binding";
  }
  return {};
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += "\\n";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') out += c;
  }
  return out;
}

std::vector<std::string> names_read(const Names& names, const Binding& binding) {
  std::vector<std::string> read;
  for (const std::uint32_t symbol : symbols_read(names, binding)) {
    std::string name(shown_name(names.symbols[symbol]));
    if (std::find(read.begin(), read.end(), name) == read.end()) read.push_back(std::move(name));
  }
  return read;
}

void explain_symbols(const lang::Program& tree, const Names& names, const Sources& sources, ExplainPhase& phase) {
  const std::vector<bool> read = names.read_symbols();
  for (std::size_t s = 0; s < names.symbols.size(); ++s) {
    const Symbol& symbol = names.symbols[s];
    if (symbol.scope >= names.first_scope_alone || !is_shown(names, symbol) || (is_cursor_field(names, symbol) && !read[s])) continue;
    const std::string_view kind = is_element(names, symbol) ? "element" : kind_word(symbol.kind);
    ExplainPhase::Json fact = {{"name", shown_name(symbol)}, {"kind", kind}};
    std::string line = fmt::format("{} {}", kind, shown_name(symbol));
    if (symbol.kind == SymbolKind::Binding) {
      const Binding& binding = names.bindings[symbol.index];
      if (is_element(names, symbol)) {
        const std::string source = "for " + tree.at(binding.value).text;
        line += fmt::format(" of `{}`", source);
        fact["of"] = source;
      }
      if (const ModuleDef* module = names.scopes[symbol.scope].module) {
        line += fmt::format(" of module {}", module->name.text);
        fact["module"] = module->name.text;
      }
      if (binding.is_const) line += ", const";
      if (binding.is_volatile) line += ", volatile";
      const std::vector<std::string> reads = names_read(names, binding);
      line += fmt::format(", at {}, reads {}", place_of(sources, symbol.range), joined(reads, ", ", "(nothing)"));
      fact["const"] = binding.is_const;
      fact["volatile"] = binding.is_volatile;
      fact["reads"] = reads;
    } else {
      const Declaration& declaration = names.declarations[symbol.index];
      const std::string_view type = declaration.type.empty() ? "u64" : declaration.type;
      line += fmt::format(": {}, at {}", type, place_of(sources, symbol.range));
      fact["type"] = type;
    }
    add_place(fact, sources, symbol.range);
    phase.add(std::move(line), std::move(fact));
  }
}

// The call, and the names that its expansion bound: parameters first.
void explain_modules(const lang::Program& tree, const Names& names, const Sources& sources, ExplainPhase& phase) {
  if (names.instances.empty()) return;
  std::vector<std::vector<std::string>> bound(names.scopes.size());
  for (const Symbol& symbol : names.symbols)
    if (is_shown(names, symbol)) bound[symbol.scope].emplace_back(shown_name(symbol));
  for (std::size_t e = 0; e < names.instance_of_expr.size(); ++e) {
    if (names.instance_of_expr[e] == kNoInstance) continue;
    const ModuleInstance& instance = names.instances[names.instance_of_expr[e]];
    const auto output = std::find_if(instance.outputs.begin(), instance.outputs.end(), [](std::uint32_t o) { return o != kNoSymbol; });
    const std::vector<std::string> none;
    if (output != instance.outputs.end() && names.symbols[*output].scope >= names.first_scope_alone) continue;
    const std::vector<std::string>& inner = output == instance.outputs.end() ? none : bound[names.symbols[*output].scope];
    const SourceRange range = tree.exprs[e].head;
    ExplainPhase::Json fact = {{"module", instance.module->name.text}, {"binds", inner}};
    add_place(fact, sources, range);
    phase.add(fmt::format("{} at {} binds {}", instance.module->name.text, place_of(sources, range), joined(inner, ", ", "(nothing)")),
              std::move(fact));
  }
}

}  // namespace

ExplainPhase explain_tokens(const Source& source) {
  ExplainPhase phase("tokens");
  lang::Lexer lexer(source.text());
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    const std::string_view text = source.text().substr(token.begin, token.end - token.begin);
    std::string line = fmt::format("{:<7} {:<11} {}", place_of(source, {token.begin, token.end}), kind_word(token.kind), one_line(text));
    ExplainPhase::Json fact = {{"kind", kind_word(token.kind)}, {"text", text}, {"begin", token.begin}, {"end", token.end}};
    add_place(fact, source, {token.begin, token.end});
    if (!token.error_code.empty()) {
      line += fmt::format("   <- {}", token.error);
      fact["error"] = token.error;
    }
    phase.add(std::move(line), std::move(fact));
  }
  return phase;
}

void explain_names(const lang::Program& tree, const Names& names, const Sources& sources, ExplainPhase& meanings, ExplainPhase& modules) {
  explain_symbols(tree, names, sources, meanings);
  explain_modules(tree, names, sources, modules);
}

}  // namespace polydat::app
