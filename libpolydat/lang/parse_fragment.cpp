// Runs the parser over a text of its own.
#include "lang/parse_fragment.h"

#include "lang/parser.h"

namespace polydat::lang {

std::optional<ExprId> parse_fragment(std::string_view text, SourceRange place, Program& program, const Limits& limits,
                                     Diagnostics& diagnostics, std::string& why) {
  why.clear();
  const std::size_t before = program.exprs.size();
  const TextMap identity;
  Diagnostics own;
  Parser parser(text, 0, identity, program, limits, own, false, 0);
  const std::optional<ExprId> value = parser.parse_whole_expression();
  if (value.has_value() && !own.has_errors()) {
    for (std::size_t i = before; i < program.exprs.size(); ++i) program.exprs[i].range = program.exprs[i].head = place;
    return value;
  }
  program.exprs.shrink(before);
  for (const Diagnostic& d : own.all()) {
    if (d.severity != Severity::Error) continue;
    if (d.kind == FailureKind::Limit) {
      diagnostics.limit(place, d.message, "--max-nesting");
    } else {
      why = d.message;
    }
    return std::nullopt;
  }
  why = "this is not an expression";
  return std::nullopt;
}

}  // namespace polydat::lang
