#include "graph/lift_calls.h"

#include <string>

#include "lang/lexer.h"
#include "lang/parse_fragment.h"

namespace polydat {

namespace {

std::string_view text_at(lang::TextRange place, std::string_view text) { return text.substr(place.begin, place.end - place.begin); }

// `{name}` outside strings is the name: braces become blanks, so that places stay.
std::string without_braces(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; at < out.size(); ++at) {
    if (out[at] == '"' || out[at] == '\'') {
      const char quote = out[at];
      for (++at; at < out.size() && out[at] != quote; ++at)
        if (out[at] == '\\') ++at;
    } else if (out[at] == '{' || out[at] == '}') {
      out[at] = ' ';
    }
  }
  return out;
}

}  // namespace

bool is_call(const ComprehensionReference& reference) { return reference.name.find('(') != std::string::npos; }

bool stands_in(const ComprehensionReference& call, std::string_view text) {
  if (call.place.end > text.size()) return false;
  lang::TextMap ignored;
  return canonical_text(text_at(call.place, text), ignored) == call.name;
}

std::optional<lang::ExprId> parse_call(const ComprehensionReference& call, std::string_view text, const lang::TextMap& map,
                                       lang::Program& program, const Limits& limits, Diagnostics& diagnostics) {
  const std::string expression = without_braces(text_at(call.place, text));
  const lang::TextMap places = lang::TextMap(call.place.begin).through(map, static_cast<std::uint32_t>(expression.size()));
  return lang::parse_fragment(expression, places, program, limits, diagnostics);
}

lang::Statement bind_call(const ComprehensionReference& call, std::string_view name, lang::ExprId value, const lang::Program& program) {
  lang::Statement s;
  s.kind = lang::StatementKind::Binding;
  s.generated = lang::Generated::Value;
  s.range = program.at(value).range;
  s.name = {call.name, s.range};
  s.targets.push_back({std::string(name), s.range});
  s.value = value;
  return s;
}

}  // namespace polydat
