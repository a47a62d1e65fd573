// Statements (language page, section 2). Each function reads one form; it returns false after a mistake from which reading
// cannot go on inside the statement.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/captured_text.h"
#include "lang/parser.h"

namespace polydat::lang {

bool Parser::parse_name(Name& name, std::string_view what, bool soft, std::string_view code) {
  const Token& token = peek();
  if (token.kind != TokenKind::Name && !(soft && is_soft_name(token.kind))) return unexpected(token, what, code);
  name.text = text_of(token);
  name.range = range_of(token);
  take();
  return true;
}

bool Parser::parse_type(std::string& type, SourceRange& range) {
  Name name;
  if (!parse_name(name, "a type", false, "missing-type")) return false;
  type = std::move(name.text);
  range = name.range;
  return true;
}

bool Parser::parse_string(std::string& out, std::string_view what, TextMap* map) {
  if (!at(TokenKind::Str) && !at(TokenKind::Heredoc)) return unexpected(peek(), what, "missing-string");
  Token token = take();
  if (report_lexical(token)) return false;
  out = process_string(token, map);
  return true;
}

bool Parser::parse_statement(Statement& statement, bool& opens_block) {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::Input: return parse_input(statement);
    case TokenKind::Extern: return parse_extern(statement);
    case TokenKind::Cursor: return parse_cursor(statement);
    case TokenKind::Pragma: return parse_pragma(statement);
    case TokenKind::Tile: return parse_tile(statement);
    case TokenKind::LeftParen: return parse_tuple_binding(statement);
    case TokenKind::For: opens_block = true; return parse_for_header(statement);
    case TokenKind::Const:
    case TokenKind::Shared:
    case TokenKind::Volatile: return parse_binding(statement);
    case TokenKind::Name: {
      const TokenKind second = peek(1).kind;
      if (second == TokenKind::LeftParen && ((is_soft_name(peek(2).kind) && peek(3).kind == TokenKind::Colon) ||
                                             (peek(2).kind == TokenKind::RightParen && peek(3).kind == TokenKind::Arrow))) {
        opens_block = true;
        return parse_module_header(statement);
      }
      if (second == TokenKind::Bind && (is_word(peek(2), "polytile") || is_word(peek(2), "polytile_json")) &&
          peek(3).kind == TokenKind::LeftParen) {
        return parse_polytile(statement);
      }
      return parse_binding(statement);
    }
    case TokenKind::Over: return fail(token, "reserved-word", "'over' is a reserved word and cannot begin a statement");
    case TokenKind::End:
    case TokenKind::Error:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Str:
    case TokenKind::Heredoc:
    case TokenKind::TileBlock:
    case TokenKind::Bind:
    case TokenKind::Arrow:
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::ShiftLeft:
    case TokenKind::ShiftRight:
    case TokenKind::AndAnd:
    case TokenKind::OrOr:
    case TokenKind::StarStar:
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent:
    case TokenKind::Ampersand:
    case TokenKind::Pipe:
    case TokenKind::Caret:
    case TokenKind::Bang:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::Assign:
    case TokenKind::Colon:
    case TokenKind::Dot:
    case TokenKind::Comma:
    case TokenKind::RightParen:
    case TokenKind::LeftBracket:
    case TokenKind::RightBracket:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace: return unexpected(token, "a statement", "not-a-statement");
  }
  return false;
}

bool Parser::parse_input(Statement& statement) {
  statement.kind = StatementKind::Input;
  const Token word = take();
  const auto item = [&] {
    TypedName input;
    if (!parse_name(input.name, "the name of an input")) return false;
    if (at(TokenKind::Colon)) {
      take();
      if (!parse_type(input.type, input.type_range)) return false;
    }
    statement.inputs.push_back(std::move(input));
    return true;
  };
  if (at(TokenKind::Bind)) {
    return fail(peek(), "reserved-word", "'input' is a reserved word and cannot be bound", "expected the name of an input");
  }
  if (!at(TokenKind::LeftParen)) return item();
  take();
  if (at(TokenKind::RightParen)) {
    take();
    report(range_of(word), "empty-input", "an input list names at least one input");
    return true;
  }
  for (;;) {
    if (!item()) return false;
    if (!at(TokenKind::Comma)) break;
    take();
  }
  return expect(TokenKind::RightParen, "',' or ')'");
}

bool Parser::parse_extern(Statement& statement) {
  statement.kind = StatementKind::Extern;
  take();
  if (!parse_name(statement.name, "the name of an extern")) return false;
  if (!expect(TokenKind::Colon, "':' and the type of the extern")) return false;
  if (!parse_type(statement.type, statement.type_range)) return false;
  if (at(TokenKind::Bind)) return fail(peek(), "bind-for-equals", "the default of an extern is given with '='", {}, "=");
  if (!at(TokenKind::Assign)) return true;
  take();
  statement.value = parse_expression();
  return statement.value.has_value();
}

bool Parser::parse_cursor(Statement& statement) {
  statement.kind = StatementKind::Cursor;
  take();
  if (!parse_name(statement.name, "the name of a cursor")) return false;
  if (at(TokenKind::Bind)) return fail(peek(), "bind-for-equals", "a cursor is declared with '=', not ':='", {}, "=");
  if (!expect(TokenKind::Assign, "'='")) return false;
  statement.value = parse_expression();
  if (!statement.value) return false;
  if (!at(TokenKind::Over)) return true;
  take();
  statement.over = parse_expression();
  return statement.over.has_value();
}

bool Parser::parse_pragma(Statement& statement) {
  statement.kind = StatementKind::Pragma;
  take();
  return parse_name(statement.name, "the name of a pragma");
}

bool Parser::parse_bind(const Statement& statement) {
  if (at(TokenKind::Bind)) {
    take();
    return true;
  }
  const Token& token = peek();
  const std::string name = statement.targets.empty() ? std::string() : statement.targets[0].text;
  if (token.kind == TokenKind::Assign) {
    // What was meant is clear, so the rest of the statement is read as well.
    report(range_of(token), "equals-for-bind", "a binding is written with ':=', not '='", ":=");
    take();
    return true;
  }
  if (token.kind == TokenKind::LeftParen && statement.modifiers.empty() && !statement.is_tuple) {
    return fail(token, "bare-expression", "an expression alone is not a statement", fmt::format("expected ':=' after '{}'", name));
  }
  const std::string_view label = token.kind == TokenKind::Comma ? "several names stand in parentheses, as in (a, b) := ..." : "";
  return fail(token, "missing-bind",
              fmt::format("expected ':='{}, found {}", name.empty() || statement.is_tuple ? "" : " after '" + name + "'", describe(token)),
              std::string(label));
}

std::shared_ptr<const TextMap> Parser::map_of_for(const Token& token) const {
  return std::make_shared<const TextMap>(
      capture_for(text_, token.begin + 3).map.through(map_, static_cast<std::uint32_t>(token.text.size())));
}

// The right side of `:=`: a producer or an expression. A string that is all of it is no plain text when something in its braces could
// only be the name of a wire.
bool Parser::parse_bound_value(Statement& statement) {
  if (!at(TokenKind::For)) {
    unread_.reset();
    statement.value = parse_expression();
    if (!statement.value) return false;
    if (unread_ && program_.at(*statement.value).kind == ExprKind::Str) {
      report(unread_->range, "bad-placeholder", fmt::format("the placeholder `{}` names no wire and is no expression", unread_->text));
      add_note("double the braces to write them as text; `printf` has width and precision");
    }
    return true;
  }
  Token token = take();
  Expr expr;
  expr.kind = ExprKind::ForText;
  expr.range = range_of(token);
  expr.head = {expr.range.begin, map_.to_source(token.begin + 3)};
  expr.text = token.text;
  expr.text_map = map_of_for(token);
  if (!report_lexical(token)) {
    if (expr.text.empty()) report(expr.head, "missing-for-text", "expected a comprehension after 'for'");
    else if (is_name(expr.text)) {
      report(expr.head, "bare-producer", "the name of a producer alone is not a producer");
      add_note(fmt::format("`for {0} where ...` and `for {0} order ...` derive one from it", expr.text));
    }
  }
  ExprId id;
  if (!add(std::move(expr), id)) return false;
  statement.value = id;
  return true;
}

bool Parser::parse_binding(Statement& statement) {
  statement.kind = StatementKind::Binding;
  const Token first = peek();
  bool modified = false, constant = false, clashes = false, shared = false;
  for (TokenKind kind = peek().kind; kind == TokenKind::Const || kind == TokenKind::Shared || kind == TokenKind::Volatile;
       kind = peek().kind) {
    const Token token = take();
    const Name modifier{std::string(text_of(token)), range_of(token)};
    const bool repeated =
        std::any_of(statement.modifiers.begin(), statement.modifiers.end(), [&](const Name& m) { return m.text == modifier.text; });
    if (repeated) {
      report(modifier.range, "duplicate-modifier", fmt::format("'{}' is written twice", modifier.text));
      continue;
    }
    modified = true;
    constant |= kind == TokenKind::Const;
    shared |= kind == TokenKind::Shared;
    clashes |= kind != TokenKind::Const;
    statement.modifiers.push_back(modifier);
  }
  if (constant && clashes) {
    report(
        statement.modifiers[0].range, "modifier-conflict",
        fmt::format("a binding cannot be both 'const' and '{}'", statement.modifiers[statement.modifiers[0].text == "const" ? 1 : 0].text));
  }
  if (modified && at(TokenKind::LeftParen)) { return fail(peek(), "modifier-on-tuple", "a modifier cannot precede a list of targets"); }
  Name target;
  if (!parse_name(target, "a name to bind", modified)) return false;
  statement.targets.push_back(target);
  const bool spelt_digits = target.text[0] == '_' && std::all_of(target.text.begin() + 1, target.text.end(), is_digit);
  if (at(TokenKind::Colon)) {
    take();
    if (!parse_type(statement.type, statement.type_range)) return false;
    if (!shared) {
      report(range_of(first), "annotation-without-shared", "only a 'shared' binding takes a type");
      add_note(fmt::format("leave out ': {0}'; `as {0}` behind the value converts it", statement.type));
    }
  }
  if (spelt_digits && !at(TokenKind::Bind)) {
    fail(peek(), "digit-separator", fmt::format("expected ':=' after '{}', found {}", target.text, describe(peek())),
         "numbers have no digit separators");
    add_related(fmt::format("the name '{}' is", target.text), target.range);
    return false;
  }
  return parse_bind(statement) && parse_bound_value(statement);
}

bool Parser::parse_tuple_binding(Statement& statement) {
  statement.kind = StatementKind::Binding;
  statement.is_tuple = true;
  take();
  for (;;) {
    Name target;
    if (!parse_name(target, "a name to bind")) return false;
    statement.targets.push_back(std::move(target));
    if (!at(TokenKind::Comma)) break;
    take();
  }
  if (!expect(TokenKind::RightParen, "',' or ')'") || !parse_bind(statement)) return false;
  if (at(TokenKind::For)) {
    report(range_of(peek()), "tuple-needs-call", "only a call gives several values");
    take();
    return true;
  }
  statement.value = parse_expression();
  if (!statement.value) return false;
  const Expr& value = program_.at(*statement.value);
  if (value.kind != ExprKind::Call) report(value.range, "tuple-needs-call", "only a call gives several values");
  return true;
}

bool Parser::parse_params(std::vector<TypedName>& params, std::string_view what) {
  if (!expect(TokenKind::LeftParen, "'('")) return false;
  while (!at(TokenKind::RightParen)) {
    if (!params.empty() && at(TokenKind::Comma)) take();
    TypedName param;
    if (!parse_name(param.name, what, true)) return false;
    if (!expect(TokenKind::Colon, "':' and a type")) return false;
    if (!parse_type(param.type, param.type_range)) return false;
    params.push_back(std::move(param));
  }
  take();
  return true;
}

bool Parser::parse_module_header(Statement& statement) {
  statement.kind = StatementKind::Module;
  if (!parse_name(statement.name, "the name of a module")) return false;
  if (!parse_params(statement.params, "a parameter or ')'")) return false;
  if (!expect(TokenKind::Arrow, "'->' and the outputs of the module")) return false;
  if (at(TokenKind::LeftParen) && peek(1).kind == TokenKind::RightParen)
    return unexpected(peek(1), "the name of an output", "no-module-outputs");
  if (!parse_params(statement.outputs, "an output or ')'")) return false;
  return expect(TokenKind::Bind, "':='") && expect(TokenKind::LeftBrace, "'{'");
}

bool Parser::parse_for_header(Statement& statement) {
  statement.kind = StatementKind::For;
  Token token = take();
  const SourceRange range = range_of(token);
  const SourceRange word{range.begin, map_.to_source(token.begin + 3)};
  statement.text = token.text;
  statement.text_map = map_of_for(token);
  statement.name.range = {word.end, range.end};
  if (report_lexical(token)) return false;
  if (statement.text.empty()) report(word, "missing-for-text", "expected a comprehension after 'for'");
  if (at(TokenKind::LeftBrace)) {
    take();
    return true;
  }
  if (!statement.text.empty())
    report(word, "missing-for-block", fmt::format("expected '{{' after the comprehension, found {}", describe(peek())));
  return false;
}

bool Parser::parse_tile(Statement& statement) {
  statement.kind = StatementKind::Tile;
  take();
  if (at(TokenKind::Bind)) {
    return fail(peek(), "reserved-word", "'tile' is a reserved word and cannot be bound", "expected the name of a tile");
  }
  if (!parse_name(statement.name, "the name of a tile")) return false;
  if (at(TokenKind::Colon)) {
    take();
    const Token encoding = peek();
    Name name;
    if (!parse_name(name, "an encoding")) return false;
    if (name.text != "json" && name.text != "text" && name.text != "csv") {
      report(name.range, "unknown-encoding", fmt::format("'{}' is not an encoding; they are json, text and csv", name.text),
             std::string(nearest_word(name.text, {"csv", "json", "text"})));
    }
    statement.encoding = std::move(name.text);
  }
  if (at(TokenKind::LeftParen) && !parse_tile_options(statement)) return false;
  if (!at(TokenKind::Bind))
    return fail(peek(), "missing-bind", fmt::format("expected ':=' on the line of 'tile', found {}", describe(peek())));
  take();
  return parse_tile_body(statement);
}

bool Parser::parse_tile_options(Statement& statement) {
  take();
  for (bool first = true; first || !at(TokenKind::RightParen); first = false) {
    if (!first && at(TokenKind::Comma)) take();
    const Token option = peek();
    Name name;
    if (!parse_name(name, "an option of the tile")) return false;
    if (name.text == "delims") {
      statement.delims.resize(2);
      if (!parse_string(statement.delims[0], "the opening delimiter, a string") ||
          !parse_string(statement.delims[1], "the closing delimiter, a string")) {
        return false;
      }
    } else if (name.text == "sigil") {
      if (!parse_string(statement.sigil, "the sigil, a string")) return false;
    } else if (name.text == "strict") {
      statement.strict = true;
    } else if (name.text == "instring") {
      statement.instring = true;
    } else {
      return fail(option, "unknown-tile-option",
                  fmt::format("'{}' is not an option of a tile; they are delims, sigil, strict and instring", name.text), {},
                  std::string(nearest_word(name.text, {"delims", "instring", "sigil", "strict"})));
    }
  }
  take();
  return true;
}

bool Parser::parse_tile_body(Statement& statement) {
  if (!at(TokenKind::TileBlock) && !at(TokenKind::Str) && !at(TokenKind::Heredoc)) {
    return unexpected(peek(), "the body of the tile: a block, a heredoc or a string", "missing-tile-body");
  }
  Token body = take();
  statement.type_range = range_of(body);
  if (report_lexical(body)) return false;
  TextMap map;
  statement.text = process_string(body, &map);
  statement.text_map = std::make_shared<const TextMap>(std::move(map));
  return true;
}

bool Parser::parse_polytile(Statement& statement) {
  statement.kind = StatementKind::Tile;
  if (!parse_name(statement.name, "a name to bind")) return false;
  take();
  statement.structural = is_word(take(), "polytile_json");
  take();
  if (!statement.structural) {
    const Token encoding = peek();
    if (!parse_string(statement.encoding, "the encoding, a string")) return false;
    if (statement.encoding != "json" && statement.encoding != "text" && statement.encoding != "csv") {
      report(range_of(encoding), "unknown-encoding",
             fmt::format("'{}' is not an encoding; they are json, text and csv", statement.encoding));
    }
    if (!expect(TokenKind::Comma, "','")) return false;
  } else {
    statement.encoding = "json";
  }
  statement.type_range = range_of(peek());
  TextMap map;
  if (!parse_string(statement.text, "the body of the tile, a string", &map)) return false;
  statement.text_map = std::make_shared<const TextMap>(std::move(map));
  while (at(TokenKind::Comma)) {
    take();
    if (!parse_polytile_option(statement)) return false;
  }
  return expect(TokenKind::RightParen, "',' or ')'");
}

bool Parser::parse_polytile_option(Statement& statement) {
  const Token option = peek();
  Name name;
  if (!parse_name(name, "an option of the tile") || !expect(TokenKind::Colon, "':'")) return false;
  if (name.text == "open" || name.text == "close") {
    if (statement.delims.empty()) statement.delims = {"${", "}"};
    return parse_string(statement.delims[name.text == "open" ? 0 : 1], "a delimiter, a string");
  }
  if (name.text == "sigil") return parse_string(statement.sigil, "the sigil, a string");
  if (name.text == "strict" || name.text == "instring") {
    const bool yes = is_word(peek(), "true");
    if (!yes && !is_word(peek(), "false")) return unexpected(peek(), "'true' or 'false'");
    take();
    (name.text == "strict" ? statement.strict : statement.instring) = yes;
    return true;
  }
  return fail(option, "unknown-tile-option",
              fmt::format("'{}' is not an option of a tile; they are open, close, sigil, strict and instring", name.text), {},
              std::string(nearest_word(name.text, {"close", "instring", "open", "sigil", "strict"})));
}

}  // namespace polydat::lang
