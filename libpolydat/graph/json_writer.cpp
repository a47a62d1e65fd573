// The tree as JSON text. Blocks are walked with a stack and indented to a limit, expressions with a list of what is still to be
// written: depth costs no machine stack, and the output is linear in the program.
#include "graph/json_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/constant_arguments.h"
#include "lang/json_string.h"
#include "lang/number_literal.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

class Writer {
 public:
  explicit Writer(const lang::Program& program)
      : program_(program),
        constant_(program.exprs.size(), false),
        literal_(program.exprs.size(), false),
        boolean_(program.exprs.size(), false),
        plus_operand_(program.exprs.size(), false) {
    const lang::ConstantArguments constants(program);
    for (const Expr& expr : program.exprs) {
      if (expr.kind == ExprKind::List)
        for (const lang::Arg& arg : expr.args) constant_[arg.value.index] = true;
      if (expr.kind == ExprKind::Binary && expr.text == "+")
        for (const lang::Arg& arg : expr.args) plus_operand_[arg.value.index] = true;
      if (expr.kind != ExprKind::Call) continue;
      const auto uses = constants.of(expr);
      for (std::size_t a = 0; a < expr.args.size(); ++a) {
        const std::uint32_t index = expr.args[a].value.index;
        constant_[index] = uses[a].is_constant();
        literal_[index] = uses[a].may_be_both();
        boolean_[index] = uses[a].is_constant() && uses[a].constant->type == PortType::Bool;
      }
    }
    mark_defaults();
  }

  std::string write() {
    struct Block {
      const std::vector<Statement>* statements;
      std::size_t next = 0;
      bool empty = true;
    };
    std::string out = "{\"polydat\": 1, \"statements\": [";
    std::vector<Block> open{{&program_.statements}};
    while (!open.empty()) {
      Block& block = open.back();
      if (block.next == block.statements->size()) {
        const bool empty = block.empty;
        open.pop_back();
        out += (empty ? "" : line(open.size())) + "]}";
        continue;
      }
      const Statement& s = (*block.statements)[block.next++];
      // `input (a, b)` is one statement an input: the JSON form has no list of inputs.
      const std::size_t count = s.kind == StatementKind::Input ? s.inputs.size() : 1;
      for (std::size_t i = 0; i < count; ++i) {
        out += (block.empty ? "" : ",") + line(open.size());
        block.empty = false;
        write_statement(s, i, out);
      }
      if (s.kind == StatementKind::Module || s.kind == StatementKind::For) open.push_back({&s.body});
    }
    return out + "\n";
  }

 private:
  static constexpr std::size_t kDeepestIndent = 32;  // levels

  // What is still to be written, last first.
  struct Item {
    std::string text;
    std::optional<lang::ExprId> expr = {};
  };

  static std::string quoted(std::string_view text) { return lang::json_string(text); }
  static std::string line(std::size_t level) { return "\n" + std::string(2 * std::min(level, kDeepestIndent), ' '); }

  // The default of an extern is a literal, so `true` there is no wire.
  void mark_defaults() {
    std::vector<const std::vector<Statement>*> pending{&program_.statements};
    while (!pending.empty()) {
      const std::vector<Statement>& statements = *pending.back();
      pending.pop_back();
      for (const Statement& s : statements) {
        if (s.kind == StatementKind::Extern && s.value) boolean_[s.value->index] = true;
        if (!s.body.empty()) pending.push_back(&s.body);
      }
    }
  }

  // Up to the first member of a block.
  void write_statement(const Statement& s, std::size_t input, std::string& out) const {
    switch (s.kind) {
      case StatementKind::Input:
        out += "{\"input\": " + quoted(s.inputs[input].name.text);
        if (!s.inputs[input].type.empty()) out += ", \"type\": " + quoted(s.inputs[input].type);
        break;
      case StatementKind::Extern:
        out += "{\"extern\": " + quoted(s.name.text) + ", \"type\": " + quoted(s.type);
        if (s.value) write_expression(", \"default\": ", *s.value, true, out);
        break;
      case StatementKind::Cursor:
        out += "{\"cursor\": " + quoted(s.name.text);
        write_expression(", \"source\": ", *s.value, false, out);
        if (s.over) write_expression(", \"over\": ", *s.over, true, out);
        break;
      case StatementKind::Pragma: out += "{\"pragma\": " + quoted(s.name.text); break;
      case StatementKind::Binding: write_binding(s, out); break;
      case StatementKind::Module:
        out += "{\"module\": " + quoted(s.name.text) + ", \"params\": " + typed(s.params) + ", \"outputs\": " + typed(s.outputs) +
               ", \"body\": [";
        return;
      case StatementKind::For: out += "{\"for\": " + quoted(s.text) + ", \"body\": ["; return;
      case StatementKind::Tile: write_tile(s, out); break;
    }
    out += "}";
  }

  static std::string list_of(const std::vector<lang::Name>& names) {
    std::string out;
    for (const lang::Name& name : names) out += (out.empty() ? "" : ", ") + quoted(name.text);
    return "[" + out + "]";
  }
  static std::string typed(const std::vector<lang::TypedName>& names) {
    std::string out;
    for (const lang::TypedName& n : names)
      out += (out.empty() ? "" : ", ") + ("{\"name\": " + quoted(n.name.text)) + ", \"type\": " + quoted(n.type) + "}";
    return "[" + out + "]";
  }
  void write_binding(const Statement& s, std::string& out) const {
    out += "{\"names\": " + list_of(s.targets);
    if (!s.modifiers.empty()) out += ", \"modifiers\": " + list_of(s.modifiers);
    if (!s.type.empty()) out += ", \"type\": " + quoted(s.type);
    if (s.value) write_expression(", \"value\": ", *s.value, false, out);
  }
  static void write_tile(const Statement& s, std::string& out) {
    out += "{\"tile\": " + quoted(s.name.text);
    if (!s.encoding.empty()) out += ", \"encoding\": " + quoted(s.encoding);
    if (s.delims.size() == 2) out += ", \"delims\": [" + quoted(s.delims[0]) + ", " + quoted(s.delims[1]) + "]";
    if (!s.sigil.empty()) out += ", \"sigil\": " + quoted(s.sigil);
    for (const auto& [set, name] : {std::pair{s.strict, "strict"}, {s.instring, "instring"}, {s.structural, "structural"}})
      if (set) out += fmt::format(", \"{}\": true", name);
    out += ", \"template\": " + quoted(s.text);
  }

  void write_expression(std::string_view before, lang::ExprId root, bool constant, std::string& out) const {
    out += before;
    std::vector<Item> pending{{{}, root}};
    const auto push = [&](std::vector<Item> items) {
      for (auto it = items.rbegin(); it != items.rend(); ++it) pending.push_back(std::move(*it));
    };
    while (!pending.empty()) {
      const Item item = std::move(pending.back());
      pending.pop_back();
      if (!item.expr) {
        out += item.text;
        continue;
      }
      const std::uint32_t index = item.expr->index;
      const Expr& expr = program_.at(*item.expr);
      const bool paren = expr.parenthesised && plus_operand_[index] && expr.kind == ExprKind::Binary && expr.text == "+";
      if (boolean_[index] && expr.kind == ExprKind::Wire && (expr.text == "true" || expr.text == "false")) {
        out += "{\"bool\": " + expr.text + "}";
        continue;
      }
      std::vector<Item> items = pieces(expr, constant_[index] || (constant && index == root.index), literal_[index]);
      if (paren) {
        items.insert(items.begin(), Item{"{\"paren\": "});
        items.push_back({"}"});
      }
      push(std::move(items));
    }
  }

  static Item child(lang::ExprId id) { return {{}, id}; }

  std::vector<Item> list(std::string open, const std::vector<lang::Arg>& args, std::string close) const {
    std::vector<Item> items{{std::move(open)}};
    for (std::size_t a = 0; a < args.size(); ++a) {
      if (a > 0) items.push_back({", "});
      if (!args[a].name.empty()) items.push_back({"{\"name\": " + quoted(args[a].name) + ", \"value\": "});
      items.push_back(child(args[a].value));
      if (!args[a].name.empty()) items.push_back({"}"});
    }
    items.push_back({std::move(close)});
    return items;
  }

  std::vector<Item> text_pieces(const Expr& expr, bool constant, bool literal) const {
    const bool has_placeholder =
        std::any_of(expr.parts.begin(), expr.parts.end(), [](const lang::StrPart& p) { return p.expr.has_value(); });
    if (expr.kind == ExprKind::Str && literal && !expr.verbatim && expr.text.find_first_of("{}") != std::string::npos)
      return {{"{\"text\": " + quoted(expr.text) + "}"}};
    if (expr.kind == ExprKind::Str && (constant || expr.verbatim || expr.parts.empty())) return {{"{\"str\": " + quoted(expr.text) + "}"}};
    if (!has_placeholder) {
      std::string text;
      for (const lang::StrPart& part : expr.parts) text += part.text;
      return {{"{\"str\": " + quoted(text) + "}"}};
    }
    std::vector<Item> items{{"{\"interpolate\": ["}};
    for (std::size_t p = 0; p < expr.parts.size(); ++p) {
      if (p > 0) items.push_back({", "});
      items.push_back(expr.parts[p].expr ? child(*expr.parts[p].expr) : Item{quoted(expr.parts[p].text)});
    }
    items.push_back({"]}"});
    return items;
  }

  std::vector<Item> pieces(const Expr& expr, bool constant, bool literal) const {
    switch (expr.kind) {
      case ExprKind::Int: return {{fmt::format("{{\"u64\": \"{}\"}}", expr.integer)}};
      case ExprKind::Float: return {{"{\"f64\": \"" + lang::float_literal(expr.number) + "\"}"}};
      case ExprKind::Bool: return {{expr.integer != 0 ? "{\"bool\": true}" : "{\"bool\": false}"}};
      case ExprKind::Str:
      case ExprKind::Interpolate: return text_pieces(expr, constant, literal);
      case ExprKind::Wire: return {{"{\"wire\": " + quoted(expr.text) + "}"}};
      case ExprKind::Field: {
        std::string path;
        for (const std::string& part : expr.path) path += (path.empty() ? "" : ", ") + quoted(part);
        return {{"{\"field\": [" + path + "]}"}};
      }
      case ExprKind::Binary: return list("{\"op\": " + quoted(expr.text) + ", \"args\": [", expr.args, "]}");
      case ExprKind::Unary: return list("{\"op\": " + quoted(expr.text == "-" ? "neg" : expr.text) + ", \"args\": [", expr.args, "]}");
      case ExprKind::As: return {{"{\"as\": " + quoted(expr.text) + ", \"value\": "}, child(expr.args[0].value), {"}"}};
      case ExprKind::If: return list("{\"if\": [", expr.args, "]}");
      case ExprKind::Call: return list("{\"call\": " + quoted(expr.text) + ", \"args\": [", expr.args, "]}");
      case ExprKind::List: return list("{\"list\": [", expr.args, "]}");
      case ExprKind::ForText: return {{"{\"for\": " + quoted(expr.text) + "}"}};
    }
    return {};
  }

  const lang::Program& program_;
  std::vector<bool> constant_;      // per expression: stands where a string is its raw text
  std::vector<bool> literal_;       // per expression: a string there may be its raw text as well as an interpolation
  std::vector<bool> boolean_;       // per expression: `true` and `false` are values there
  std::vector<bool> plus_operand_;  // per expression: an operand of `+`
};

}  // namespace

std::string write_json_graph(const lang::Program& program) { return Writer(program).write(); }

}  // namespace polydat
