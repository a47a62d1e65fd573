// Text of string and list literals.
#include "graph/literal_text.h"

#include "nodes/number_text.h"

namespace polydat {

namespace {

void append_element(const lang::Program& program, lang::ExprId id, std::string& out) {
  const lang::Expr& e = program.at(id);
  if (e.kind == lang::ExprKind::Unary && e.text == "-") {
    const lang::Expr& inner = program.at(e.args[0].value);
    if (inner.kind == lang::ExprKind::Int || inner.kind == lang::ExprKind::Float) {
      out += '-';
      append_element(program, e.args[0].value, out);  // a literal: one level
      return;
    }
  }
  char room[kShortestTextRoom];
  if (e.kind == lang::ExprKind::Int) out.append(room, put_u64(room, e.integer));
  else if (e.kind == lang::ExprKind::Float) out.append(room, put_f64(room, e.number));
  else if (e.kind == lang::ExprKind::Bool) out += e.integer != 0 ? "true" : "false";
  else if (e.kind == lang::ExprKind::Str || e.kind == lang::ExprKind::Wire) out += e.text;
  else out += '?';
}

}  // namespace

std::string escape_braces(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return out;
}

std::string list_text(const lang::Program& program, lang::ExprId list) {
  std::string out;
  for (const lang::Arg& arg : program.at(list).args) {
    if (&arg != &program.at(list).args.front()) out += ", ";
    append_element(program, arg.value, out);
  }
  return out;
}

}  // namespace polydat
