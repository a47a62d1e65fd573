// Text of string and list literals.
#include "graph/literal_text.h"

#include "lang/placeholder.h"
#include "nodes/number_text.h"

namespace polydat {

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

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

std::optional<std::string_view> placeholder_name(std::string_view text) {
  std::optional<std::string_view> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') continue;
    if (i + 1 < text.size() && text[i + 1] == '{') {
      ++i;
      continue;
    }
    const std::size_t close = lang::close_of_placeholder(text, i);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view body = trim(text.substr(i + 1, close - i - 1));
    const bool is_text = body.empty() || body.front() == '"' || body.front() == '\'';
    if (!is_text && !found.has_value()) found = body;
    i = close;
  }
  return found;
}

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
