// The second walk over the outline, backward: members come before their container, so each expression finds its operands made.
#include "graph/json_reader.h"

#include <fmt/format.h>

#include <vector>

#include "graph/json_roles.h"
#include "lang/json_string.h"
#include "lang/parse_fragment.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

class TreeBuilder : private JsonView {
 public:
  TreeBuilder(const JsonOutline& outline, const JsonRoles& roles, const Limits& limits, Diagnostics& diagnostics)
      : JsonView(outline),
        roles_(roles.roles),
        tags_(roles.tags),
        limits_(limits),
        diagnostics_(diagnostics),
        results_(outline.items.size(), kNone) {}

  lang::Program build() {
    for (auto i = static_cast<std::uint32_t>(outline_.items.size()); i-- > 0 && !full_;) {
      if (roles_[i] == JsonRole::Statement) make_statement(i);
      if (roles_[i] == JsonRole::Expression) make_expression(i);
    }
    if (full_) return {};
    program_.statements = take_statements(member(0, JsonKey::Statements));
    return std::move(program_);
  }

 private:
  std::optional<ExprId> expression_of(std::uint32_t i) const {
    if (i == kNone || results_[i] == kNone) return std::nullopt;
    return ExprId{results_[i]};
  }
  ExprId add(Expr expr) {
    if (program_.exprs.size() / 4 >= limits_.max_nodes && !full_) {
      full_ = true;
      diagnostics_.limit(expr.range, fmt::format("the text holds more expressions than a graph of {} nodes can need", limits_.max_nodes),
                         "--max-nodes");
    }
    program_.exprs.push_back(std::move(expr));
    return {static_cast<std::uint32_t>(program_.exprs.size() - 1)};
  }
  std::shared_ptr<const lang::TextMap> map_of(std::uint32_t string) const {
    return std::make_shared<const lang::TextMap>(lang::map_json_string(outline_.source, at(string).range.begin));
  }
  lang::Name name_of(std::uint32_t i) const { return {std::string(text_of(i)), at(i).range}; }
  std::vector<lang::Arg> arguments(std::uint32_t list) const {
    std::vector<lang::Arg> args;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      lang::Arg arg;
      std::uint32_t value = i;
      if (roles_[i] == JsonRole::NamedArgument) {
        arg.name = text_of(member(i, JsonKey::Name));
        arg.name_range = at(member(i, JsonKey::Name)).range;
        value = member(i, JsonKey::Value);
      }
      arg.value = *expression_of(value);
      args.push_back(std::move(arg));
    }
    return args;
  }

  void make_expression(std::uint32_t i) {
    const std::uint32_t tag = member(i, tags_[i]);
    Expr expr;
    expr.range = at(i).range;
    expr.head = at(tag).range;
    switch (tags_[i]) {
      case JsonKey::U64:
        expr.kind = ExprKind::Int;
        expr.integer = *read_u64(tag);
        break;
      case JsonKey::F64: make_float(expr, *read_f64(tag)); break;
      case JsonKey::Str:
        expr.kind = ExprKind::Str;
        expr.text = text_of(tag);
        expr.verbatim = true;
        break;
      case JsonKey::Text:
        expr.kind = ExprKind::Str;
        expr.text = text_of(tag);
        lang::read_placeholders(expr, *map_of(tag), program_, limits_, diagnostics_);
        break;
      case JsonKey::Bool:
        expr.kind = ExprKind::Bool;
        expr.integer = at(tag).boolean ? 1 : 0;
        break;
      case JsonKey::Wire:
        expr.kind = ExprKind::Wire;
        expr.text = text_of(tag);
        break;
      case JsonKey::Field:
        expr.kind = ExprKind::Field;
        for (std::uint32_t p = at(tag).first; p != kNone; p = at(p).next) {
          expr.path.emplace_back(text_of(p));
          expr.text += (expr.text.empty() ? "" : "__") + std::string(text_of(p));
        }
        break;
      case JsonKey::Op: make_operation(expr, text_of(tag), member(i, JsonKey::Args)); break;
      case JsonKey::As:
        expr.kind = ExprKind::As;
        expr.text = text_of(tag);
        expr.args.resize(1);
        expr.args[0].value = *expression_of(member(i, JsonKey::Value));
        break;
      case JsonKey::If:
        expr.kind = ExprKind::If;
        expr.text = "if";
        expr.if_call = true;
        expr.args = arguments(tag);
        break;
      case JsonKey::Call:
        expr.kind = ExprKind::Call;
        expr.text = text_of(tag);
        expr.args = arguments(member(i, JsonKey::Args));
        break;
      case JsonKey::List:
        expr.kind = ExprKind::List;
        expr.args = arguments(tag);
        break;
      case JsonKey::Interpolate: make_interpolation(expr, tag); break;
      case JsonKey::For:
        expr.kind = ExprKind::ForText;
        expr.text = text_of(tag);
        expr.text_map = map_of(tag);
        break;
      case JsonKey::Paren:
        results_[i] = results_[tag];
        program_.at(ExprId{results_[i]}).parenthesised = true;
        return;
      case JsonKey::Args:
      case JsonKey::Body:
      case JsonKey::Cursor:
      case JsonKey::Default:
      case JsonKey::Delims:
      case JsonKey::Encoding:
      case JsonKey::Extern:
      case JsonKey::Input:
      case JsonKey::Instring:
      case JsonKey::Modifiers:
      case JsonKey::Module:
      case JsonKey::Name:
      case JsonKey::Names:
      case JsonKey::Outputs:
      case JsonKey::Over:
      case JsonKey::Params:
      case JsonKey::Polydat:
      case JsonKey::Pragma:
      case JsonKey::Sigil:
      case JsonKey::Source:
      case JsonKey::Statements:
      case JsonKey::Strict:
      case JsonKey::Structural:
      case JsonKey::Template:
      case JsonKey::Tile:
      case JsonKey::Type:
      case JsonKey::Value: return;  // no expression has this tag
    }
    results_[i] = add(std::move(expr)).index;
  }

  // A negative number is a minus and a literal, as in the language. Only -0.0 stays one literal: there -x is 0.0 - x.
  void make_float(Expr& expr, double value) {
    if (value < 0) {
      Expr literal = expr;
      literal.kind = ExprKind::Float;
      literal.number = -value;
      expr.kind = ExprKind::Unary;
      expr.text = "-";
      expr.args.resize(1);
      expr.args[0].value = add(std::move(literal));
      return;
    }
    expr.kind = ExprKind::Float;
    expr.number = value;
  }

  void make_operation(Expr& expr, std::string_view op, std::uint32_t args) {
    expr.args = arguments(args);
    expr.kind = expr.args.size() == 1 ? ExprKind::Unary : ExprKind::Binary;
    expr.text = op == "neg" ? "-" : op;
    if (expr.kind == ExprKind::Binary && op == "+") {
      Expr& right = program_.at(expr.args[1].value);
      if (right.kind == ExprKind::Binary && right.text == "+") right.parenthesised = true;
    }
  }

  void make_interpolation(Expr& expr, std::uint32_t list) {
    bool placeholders = false;
    for (std::uint32_t p = at(list).first; p != kNone; p = at(p).next) {
      if (at(p).kind == JsonKind::String) {
        const bool joined = !expr.parts.empty() && !expr.parts.back().expr;
        if (!joined) expr.parts.emplace_back();
        expr.parts.back().text += text_of(p);
      } else {
        expr.parts.emplace_back();
        expr.parts.back().expr = expression_of(p);
        placeholders = true;
      }
    }
    expr.kind = ExprKind::Interpolate;
    if (placeholders) return;
    // Nothing to interpolate: a text.
    expr.kind = ExprKind::Str;
    expr.verbatim = true;
    for (const lang::StrPart& part : expr.parts) expr.text += part.text;
    expr.parts.clear();
  }

  std::vector<Statement> take_statements(std::uint32_t list) {
    std::vector<Statement> statements;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      if (results_[i] != kNone) statements.push_back(std::move(made_[results_[i]]));
    }
    return statements;
  }
  std::vector<lang::TypedName> typed_names(std::uint32_t list) const {
    std::vector<lang::TypedName> names;
    for (std::uint32_t i = at(list).first; i != kNone; i = at(i).next) {
      const std::uint32_t type = member(i, JsonKey::Type);
      names.push_back({name_of(member(i, JsonKey::Name)), std::string(text_of(type)), at(type).range});
    }
    return names;
  }

  void make_statement(std::uint32_t i) {
    const JsonKey tag = tags_[i];
    const std::uint32_t named = member(i, tag);
    const std::uint32_t type = member(i, JsonKey::Type);
    Statement s;
    s.range = at(i).range;
    if (type != kNone) {
      s.type = text_of(type);
      s.type_range = at(type).range;
    }
    if (const std::uint32_t body = member(i, JsonKey::Body); body != kNone) s.body = take_statements(body);
    if (tag == JsonKey::Names) {
      s.kind = StatementKind::Binding;
      for (std::uint32_t n = at(named).first; n != kNone; n = at(n).next) s.targets.push_back(name_of(n));
      s.is_tuple = s.targets.size() > 1;
      if (const std::uint32_t modifiers = member(i, JsonKey::Modifiers); modifiers != kNone) {
        for (std::uint32_t m = at(modifiers).first; m != kNone; m = at(m).next) s.modifiers.push_back(name_of(m));
      }
      s.value = expression_of(member(i, JsonKey::Value));
    } else if (tag == JsonKey::For) {
      s.kind = StatementKind::For;
      s.text = text_of(named);
      s.text_map = map_of(named);
      s.name.range = at(named).range;
    } else {
      s.name = name_of(named);
      make_named_statement(s, tag, i);
    }
    results_[i] = static_cast<std::uint32_t>(made_.size());
    made_.push_back(std::move(s));
  }

  void make_named_statement(Statement& s, JsonKey tag, std::uint32_t i) {
    if (tag == JsonKey::Input) {
      s.kind = StatementKind::Input;
      s.inputs.push_back({std::move(s.name), std::move(s.type), s.type_range});
      s.name = {};
      s.type.clear();
      s.type_range = {};
    } else if (tag == JsonKey::Extern) {
      s.kind = StatementKind::Extern;
      s.value = expression_of(member(i, JsonKey::Default));
    } else if (tag == JsonKey::Cursor) {
      s.kind = StatementKind::Cursor;
      s.value = expression_of(member(i, JsonKey::Source));
      s.over = expression_of(member(i, JsonKey::Over));
    } else if (tag == JsonKey::Pragma) {
      s.kind = StatementKind::Pragma;
    } else if (tag == JsonKey::Module) {
      s.kind = StatementKind::Module;
      s.params = typed_names(member(i, JsonKey::Params));
      s.outputs = typed_names(member(i, JsonKey::Outputs));
    } else {
      s.kind = StatementKind::Tile;
      s.text = text_of(member(i, JsonKey::Template));
      s.text_map = map_of(member(i, JsonKey::Template));
      s.type_range = at(member(i, JsonKey::Template)).range;
      if (const std::uint32_t e = member(i, JsonKey::Encoding); e != kNone) s.encoding = text_of(e);
      if (const std::uint32_t e = member(i, JsonKey::Sigil); e != kNone) s.sigil = text_of(e);
      if (const std::uint32_t delims = member(i, JsonKey::Delims); delims != kNone) {
        for (std::uint32_t d = at(delims).first; d != kNone; d = at(d).next) s.delims.emplace_back(text_of(d));
      }
      s.strict = member(i, JsonKey::Strict) != kNone;
      s.instring = member(i, JsonKey::Instring) != kNone;
      s.structural = member(i, JsonKey::Structural) != kNone;
      if (s.structural) s.encoding = "json";
    }
  }

  const std::vector<JsonRole>& roles_;
  const std::vector<JsonKey>& tags_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> results_;  // Expression: its ExprId; Statement: into made_
  std::vector<Statement> made_;
  lang::Program program_;
  bool full_ = false;  // a limit was hit
};

}  // namespace

lang::Program read_json_graph(const Source& source, const Limits& limits, Diagnostics& diagnostics) {
  lang::Program unread;
  unread.unread.any = unread.unread.rest = true;
  const std::optional<JsonOutline> outline = read_json_outline(source, limits, diagnostics);
  if (!outline) return unread;
  const std::optional<JsonRoles> roles = check_json_graph(*outline, limits, diagnostics);
  if (!roles) return unread;
  lang::Program program = TreeBuilder(*outline, *roles, limits, diagnostics).build();
  program.unread = roles->unread;
  program.end = static_cast<std::uint32_t>(source.text().size());
  return program;
}

}  // namespace polydat
