// Strings: the escapes of 1.7 and the placeholders of 2.8.
#include <algorithm>

#include "lang/captured_text.h"
#include "lang/parser.h"

namespace polydat::lang {

namespace {

// The offset of the `}` that closes the placeholder whose `{` is at `open`; npos when none does. Brackets nest, "..." is skipped.
std::size_t find_close(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
      }
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']') {
      if (depth > 0) --depth;
    } else if (c == '}') {
      if (depth == 0) return at;
      --depth;
    }
  }
  return std::string_view::npos;
}

// Whether braces of a plain text could only be meant for the name of a wire: they hold something that is not quoted. In a text with a `{`
// that is never closed none are.
bool names_a_wire(std::string_view text) {
  bool found = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{') continue;
    if (at + 1 < text.size() && text[at + 1] == '{') {
      ++at;
      continue;
    }
    const std::size_t close = find_close(text, at);
    if (close == std::string_view::npos) return false;
    const std::string_view body = trim_blanks(text.substr(at + 1, close - at - 1));
    found = found || (!body.empty() && body.front() != '"' && body.front() != '\'');
    at = close;
  }
  return found;
}

}  // namespace

std::string Parser::process_string(const Token& token, TextMap* map) const {
  if (token.kind != TokenKind::Str) {
    CapturedText captured =
        token.kind == TokenKind::TileBlock ? capture_tile_block(text_, token.begin) : capture_heredoc(text_, token.begin);
    if (map != nullptr) *map = captured.map.through(map_, static_cast<std::uint32_t>(captured.text.size()));
    return std::move(captured.text);
  }
  std::string text;
  const char quote = text_[token.begin];
  for (std::uint32_t at = token.begin + 1; at + 1 < token.end; ++at) {
    if (map != nullptr) map->add(static_cast<std::uint32_t>(text.size()), map_.to_source(at));
    char c = text_[at];
    if (c == '\\' && at + 2 < token.end) {
      const char next = text_[at + 1];
      if (next == 'n' || next == 't' || next == '\\' || next == quote) {
        c = next == 'n' ? '\n' : next == 't' ? '\t' : next;
        ++at;
      } else {
        text.push_back(c);
        ++at;
        if (map != nullptr) map->add(static_cast<std::uint32_t>(text.size()), map_.to_source(at));
        c = next;
      }
    }
    text.push_back(c);
  }
  if (map != nullptr) map->add(static_cast<std::uint32_t>(text.size()), map_.to_source(token.end - 1));
  return text;
}

// Fills `parts` when every placeholder reads as an expression. `expr` is not in the tree yet; the expressions
// of its placeholders are, and are taken out again when one fails.
void Parser::interpolate(Expr& expr, std::string_view text, const TextMap& map) {
  const std::size_t exprs_before = program_.exprs.size();
  std::vector<StrPart> parts;
  StrPart part;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
      part.text.push_back(c);
      at += 2;
      continue;
    }
    if (c != '{') {
      part.text.push_back(c);
      ++at;
      continue;
    }
    const std::size_t close = find_close(text, at);
    if (close == std::string_view::npos) return program_.exprs.shrink(exprs_before);
    const std::string_view body = trim_blanks(text.substr(at + 1, close - at - 1));
    std::optional<ExprId> value;
    if (!body.empty()) {
      Parser inner(text.substr(0, close), at + 1, map, program_, limits_, diagnostics_, true, depth_);
      value = inner.parse_placeholder();
      if (inner.stopped()) {
        stopped_ = true;
        ahead_.clear();
        lexer_.stop();
        return;
      }
    }
    if (!value) {
      const TextRange braces{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(close + 1)};
      if (names_a_wire(text)) unread_ = {std::string(text.substr(at, close + 1 - at)), map.to_source(braces)};
      return program_.exprs.shrink(exprs_before);
    }
    if (!part.text.empty()) parts.push_back(std::move(part));
    part = StrPart{};
    part.expr = value;
    parts.push_back(std::move(part));
    part = StrPart{};
    at = close + 1;
  }
  if (!part.text.empty() || parts.empty()) parts.push_back(std::move(part));
  expr.parts = std::move(parts);
}

std::optional<ExprId> Parser::parse_placeholder() {
  const std::optional<ExprId> value = parse_expression();
  if (!value || failed_ || !at(TokenKind::End)) return std::nullopt;
  return value;
}

}  // namespace polydat::lang
