// Runs the parser over a text of its own.
#include "lang/parse_fragment.h"

#include "lang/parser.h"

namespace polydat::lang {

std::optional<ExprId> parse_fragment(std::string_view text, const TextMap& map, Program& program, const Limits& limits,
                                     Diagnostics& diagnostics) {
  const std::size_t before = program.exprs.size();
  Diagnostics own;
  Parser parser(text, 0, map, program, limits, own, false, 0);
  const std::optional<ExprId> value = parser.parse_whole_expression();
  const bool fine = value.has_value() && !own.has_errors();
  diagnostics.take(std::move(own));
  if (fine) return value;
  program.exprs.shrink(before);
  return std::nullopt;
}

void read_placeholders(Expr& string, const TextMap& map, Program& program, const Limits& limits, Diagnostics& diagnostics) {
  if (string.text.find_first_of("{}") == std::string::npos) return;
  Parser(string.text, 0, map, program, limits, diagnostics, true, 0).interpolate(string, string.text, map);
}

}  // namespace polydat::lang
