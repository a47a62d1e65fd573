// Statements as text. Blocks nest as deep as --max-nesting allows: they are walked with a stack, and indented to a limit, so that
// the output stays linear in the program.
#include "lang/format.h"

#include <algorithm>

#include "lang/format_expression.h"
#include "lang/parse.h"

namespace polydat::lang {

namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : expressions_(program) {}

  // Without a line end.
  std::string statement(const Statement& root) const {
    std::string out = head(root);
    if (!has_block(root)) return out;
    struct Block {
      const Statement* statement;
      std::size_t next = 0;
    };
    std::vector<Block> open{{&root}};
    out += " {\n";
    while (!open.empty()) {
      Block& block = open.back();
      if (block.next == block.statement->body.size()) {
        open.pop_back();
        out += indent(open.size()) + (open.empty() ? "}" : "}\n");
        continue;
      }
      const Statement& inner = block.statement->body[block.next++];
      out += indent(open.size()) + head(inner);
      out += has_block(inner) ? " {\n" : "\n";
      if (has_block(inner)) open.push_back({&inner});
    }
    return out;
  }

 private:
  static constexpr std::size_t kDeepestIndent = 32;  // levels

  static std::string indent(std::size_t level) { return std::string(2 * std::min(level, kDeepestIndent), ' '); }
  static bool has_block(const Statement& s) { return s.kind == StatementKind::Module || s.kind == StatementKind::For; }

  // The statement up to its block.
  std::string head(const Statement& s) const {
    std::string out;
    switch (s.kind) {
      case StatementKind::Input: return input(s);
      case StatementKind::Extern:
        out = "extern " + s.name.text + ": " + s.type;
        if (s.value) append(out += " = ", *s.value, true);
        return out;
      case StatementKind::Cursor:
        append(out = "cursor " + s.name.text + " = ", *s.value, false);
        if (s.over) append(out += " over ", *s.over, true);
        return out;
      case StatementKind::Pragma: return "pragma " + s.name.text;
      case StatementKind::Binding: return binding(s);
      case StatementKind::Module: return s.name.text + "(" + typed(s.params) + ") -> (" + typed(s.outputs) + ") :=";
      case StatementKind::For: return "for " + s.text;
      case StatementKind::Tile: return tile(s);
    }
    return out;
  }

  void append(std::string& out, ExprId expr, bool constant) const { expressions_.append(out, expr, constant); }

  static std::string typed(const std::vector<TypedName>& names) {
    std::string out;
    for (const TypedName& n : names) out += (out.empty() ? "" : ", ") + n.name.text + (n.type.empty() ? "" : ": " + n.type);
    return out;
  }
  static std::string input(const Statement& s) {
    return s.inputs.size() == 1 ? "input " + typed(s.inputs) : "input (" + typed(s.inputs) + ")";
  }
  std::string binding(const Statement& s) const {
    std::string out;
    for (const Name& modifier : s.modifiers) out += modifier.text + " ";
    if (s.targets.size() == 1 && !s.is_tuple) {
      out += s.targets[0].text + (s.type.empty() ? "" : ": " + s.type);
    } else {
      std::string names;
      for (const Name& target : s.targets) names += (names.empty() ? "" : ", ") + target.text;
      out += "(" + names + ")";
    }
    out += " := ";
    if (s.value) append(out, *s.value, false);
    return out;
  }
  static std::string tile(const Statement& s) {
    std::vector<std::string> options;
    if (s.structural) {
      std::string out = s.name.text + " := polytile_json(" + string_literal(s.text);
      if (s.delims.size() == 2) out += ", open: " + string_literal(s.delims[0]) + ", close: " + string_literal(s.delims[1]);
      if (!s.sigil.empty()) out += ", sigil: " + string_literal(s.sigil);
      if (s.strict) out += ", strict: true";
      if (s.instring) out += ", instring: true";
      return out + ")";
    }
    if (s.delims.size() == 2) options.push_back("delims " + string_literal(s.delims[0]) + " " + string_literal(s.delims[1]));
    if (!s.sigil.empty()) options.push_back("sigil " + string_literal(s.sigil));
    if (s.strict) options.emplace_back("strict");
    if (s.instring) options.emplace_back("instring");
    std::string out = "tile " + s.name.text + (s.encoding.empty() ? "" : " : " + s.encoding);
    for (std::size_t o = 0; o < options.size(); ++o) out += (o == 0 ? " (" : ", ") + options[o];
    return out + (options.empty() ? "" : ")") + " := " + string_literal(s.text);
  }

  ExpressionFormatter expressions_;
};

// Finds comments and line ends outside strings, so that what stands between statements can be kept.
struct Gap {
  std::vector<std::string> comments;  // each on a line of its own, but for the first when `trailing`
  bool trailing = false;              // the first comment stands on the line of the statement before
  bool blank = false;                 // a blank line stands before the next statement
};

Gap read_gap(std::string_view text, bool after_statement) {
  Gap gap;
  std::size_t line_ends = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool line_comment = c == '#' || text.substr(at, 2) == "//";
    if (line_comment || text.substr(at, 2) == "/*") {
      std::size_t end = line_comment ? text.find('\n', at) : text.find("*/", at + 2);
      if (end == std::string_view::npos) end = text.size();
      else if (!line_comment) end += 2;
      std::string comment(text.substr(at, end - at));
      while (!comment.empty() && (comment.back() == ' ' || comment.back() == '\t' || comment.back() == '\r')) comment.pop_back();
      if (gap.comments.empty() && after_statement && line_ends == 0) gap.trailing = true;
      else if (line_ends > 1 && !gap.comments.empty()) comment = "\n" + comment;
      else if (line_ends > 1) gap.blank = true;
      gap.comments.push_back(std::move(comment));
      line_ends = 0;
      at = end;
      continue;
    }
    if (c == '\n') ++line_ends;
    ++at;
  }
  // A blank line before the first comment is written before it; one after the last comment, before the statement.
  if (line_ends > 1 && gap.comments.empty()) gap.blank = true;
  if (line_ends > 1 && !gap.comments.empty()) gap.comments.emplace_back("\n");
  return gap;
}

// A comment or a heredoc inside a statement, or a tile: what formatting would lose or reshape.
bool stays_as_written(const Statement& s, std::string_view text) {
  if (s.kind == StatementKind::Tile) return true;
  if (text.find("<<<") != std::string_view::npos) return true;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      else if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' || text.substr(at, 2) == "//" || text.substr(at, 2) == "/*") {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string format_program(const Program& program) {
  const Printer printer(program);
  std::string out;
  for (const Statement& s : program.statements) out += printer.statement(s) + "\n";
  return out;
}

std::optional<std::string> format_source(const Source& source, const Limits& limits, Diagnostics& diagnostics) {
  const Program program = parse(source, limits, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  const Printer printer(program);
  std::string out;
  std::uint32_t end = 0;
  const auto write_gap = [&](std::string_view text, bool before_statement) {
    const Gap gap = read_gap(text, end != 0);
    std::size_t first = 0;
    if (gap.trailing) {
      out += "  " + gap.comments[0];
      first = 1;
    }
    if (end != 0) out += '\n';
    if (gap.blank && end != 0) out += '\n';
    for (std::size_t c = first; c < gap.comments.size(); ++c) {
      if (gap.comments[c] == "\n") {
        if (before_statement) out += '\n';
      } else {
        out += gap.comments[c] + "\n";
      }
    }
  };
  for (const Statement& s : program.statements) {
    write_gap(source.text().substr(end, s.range.begin - end), true);
    const std::string_view text = source.text().substr(s.range.begin, s.range.end - s.range.begin);
    out += stays_as_written(s, text) ? std::string(text) : printer.statement(s);
    end = s.range.end;
  }
  write_gap(source.text().substr(end), false);
  while (out.size() > 1 && out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace polydat::lang
