// One walk over the text, with a stack of open blocks.
#include "graph/tile_template.h"

#include <utility>

#include "lang/lexer.h"
#include "polydat/port_type.h"

namespace polydat {

namespace {

using Kind = TemplatePiece::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Past the quoted text that begins at `at`.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\') ++at;
  return at < text.size() ? at + 1 : text.size();
}

// The last `wanted` outside brackets and quotes that is not doubled; npos when there is none.
std::size_t last_outside(std::string_view text, char wanted) {
  std::size_t found = std::string_view::npos;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_quoted(text, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    if (c == wanted && depth == 0) {
      if (at + 1 < text.size() && text[at + 1] == wanted) {
        at += 2;
        continue;
      }
      found = at;
    }
    ++at;
  }
  return found;
}

bool is_word(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (!lang::is_name_char(c)) return false;
  return true;
}

bool is_format(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (!lang::is_name_char(c) && std::string_view(".<>^-+#").find(c) == std::string_view::npos) return false;
  return true;
}

class TemplateReader {
 public:
  TemplateReader(std::string_view text, const TemplateOptions& options, std::vector<TemplateFault>& faults)
      : text_(text), options_(options), faults_(faults), in_string_(options.in_string) {}

  std::optional<std::vector<TemplatePiece>> read() {
    blocks_.emplace_back();
    while (at_ < text_.size())
      if (!step()) return std::nullopt;
    end_text();
    if (blocks_.size() == 1) return std::move(blocks_.front().pieces);
    fail("the block of a directive is never closed", blocks_.back().piece.range);
    return std::nullopt;
  }

 private:
  struct Block {
    TemplatePiece piece;  // Repeat or Branch
    std::vector<TemplatePiece> pieces;
    std::size_t braces = 0;  // open in its text
    bool is_else = false;
    bool began_in_string = false;
  };

  bool fail(std::string message, lang::TextRange place) {
    faults_.push_back({std::move(message), place, false});
    return false;
  }
  bool fail(std::string message, std::string_view part) { return fail(std::move(message), range_of(part)); }
  std::uint32_t offset_of(std::string_view part) const { return static_cast<std::uint32_t>(part.data() - text_.data()); }
  lang::TextRange range_of(std::string_view part) const {
    return {offset_of(part), offset_of(part) + static_cast<std::uint32_t>(part.size())};
  }
  static lang::TextRange range_between(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  bool at(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void put(char c) {
    if (options_.is_json) {
      if (escaped_) escaped_ = false;
      else if (in_string_ && c == '\\') escaped_ = true;
      else if (c == '"') in_string_ = !in_string_;
    }
    plain_map_.add(static_cast<std::uint32_t>(plain_.size()), static_cast<std::uint32_t>(at_));
    plain_ += c;
  }
  void end_text() {
    if (plain_.empty()) return;
    TemplatePiece piece;
    piece.text = std::move(plain_);
    piece.map = std::exchange(plain_map_, lang::TextMap());
    plain_.clear();
    blocks_.back().pieces.push_back(std::move(piece));
  }

  bool step() {
    if (at(options_.open)) {
      const std::size_t open = at_;
      at_ += options_.open.size();
      if (!at(options_.open)) return hole(open);
      at_ += options_.open.size();
      for (const char c : options_.open) put(c);
      return true;
    }
    for (const std::string_view word : {"for", "if"}) {
      if (!at(options_.sigil) || text_.substr(at_ + options_.sigil.size(), word.size()) != word) continue;
      const std::size_t after = at_ + options_.sigil.size() + word.size();
      if (after < text_.size() && is_space(text_[after])) return directive(word == "for", at_, after);
    }
    const char c = text_[at_];
    Block& block = blocks_.back();
    if (blocks_.size() > 1) {
      if (c == '{') ++block.braces;
      if (c == '}' && block.braces-- == 0) {
        ++at_;
        return close_block();
      }
    }
    put(c);
    ++at_;
    return true;
  }

  bool hole(std::size_t open) {
    std::size_t depth = 0;
    std::size_t end = at_;
    for (;;) {
      if (end >= text_.size())
        return fail("the hole `" + std::string(options_.open) + std::string(trim(text_.substr(at_, 40))) + "` is never closed",
                    text_.substr(open, options_.open.size()));
      const char c = text_[end];
      if (depth == 0 && text_.substr(end).starts_with(options_.close)) break;
      if (c == '"' || c == '\'') {
        end = skip_quoted(text_, end);
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
      ++end;
    }
    std::string_view body = trim(text_.substr(at_, end - at_));
    at_ = end + options_.close.size();
    TemplatePiece piece;
    piece.kind = Kind::Hole;
    piece.range = range_between(open, at_);
    piece.in_string = in_string_;
    escaped_ = false;
    if (body.ends_with('!')) {
      piece.raw = true;
      body = trim(body.substr(0, body.size() - 1));
    }
    if (const std::size_t bar = last_outside(body, '|'); bar != std::string_view::npos && is_format(trim(body.substr(bar + 1)))) {
      piece.format = trim(body.substr(bar + 1));
      body = trim(body.substr(0, bar));
    }
    if (const std::size_t colon = last_outside(body, ':'); colon != std::string_view::npos) {
      const std::string_view word = trim(body.substr(colon + 1));
      if (type_from_keyword(word).has_value()) {
        piece.type = word;
        body = trim(body.substr(0, colon));
      } else if (is_word(word)) {
        fail("`" + std::string(word) + "` in a hole is not a type", word);
        return true;
      }
    }
    if (body.empty()) {
      fail("a hole has no expression", piece.range);
      return true;
    }
    piece.text = body;
    piece.map = lang::TextMap(offset_of(body));
    end_text();
    blocks_.back().pieces.push_back(std::move(piece));
    return true;
  }

  // Whether the `{name}` of `size` bytes at `open` of a header stands for a name, and does not begin the block.
  bool is_reference(std::size_t begin, std::size_t open, std::size_t size) const {
    constexpr std::string_view kOperators = "+-*/%&|^!<>=";
    constexpr std::string_view kTouching = "+-*/%&|^!<>=()[],:.";
    const std::size_t after = open + size;
    if (kTouching.find(text_[open - 1]) != std::string_view::npos) return true;
    if (after < text_.size() && kTouching.find(text_[after]) != std::string_view::npos) return true;
    const std::string_view before = trim(text_.substr(begin, open - begin));
    if (before.empty() || kOperators.find(before.back()) != std::string_view::npos) return true;
    for (const std::string_view word : {"in", "where"})  // a header cannot end so
      if (before.ends_with(word) && (before.size() == word.size() || !lang::is_name_char(before[before.size() - word.size() - 1])))
        return true;
    std::size_t next = after;
    while (next < text_.size() && is_space(text_[next])) ++next;
    if (next >= text_.size()) return false;
    if (kOperators.find(text_[next]) != std::string_view::npos) return true;
    return text_.substr(next).starts_with("in") && next + 2 < text_.size() && is_space(text_[next + 2]);
  }

  bool directive(bool is_repeat, std::size_t open, std::size_t begin) {
    std::size_t end = begin;
    std::size_t depth = 0;
    for (;; ++end) {
      if (end >= text_.size()) {
        return fail(std::string("a directive `") + (is_repeat ? "for" : "if") + "` needs a block after its header",
                    text_.substr(open, begin - open));
      }
      const char c = text_[end];
      if (c == '\\' && end + 1 < text_.size()) {
        ++end;
        if (text_[end] == '"') {  // a string inside a quoted body
          const std::size_t close = text_.find("\\\"", end + 1);
          if (close != std::string_view::npos) end = close + 1;
        }
        continue;
      }
      if (c == '"' || c == '\'') {
        end = skip_quoted(text_, end) - 1;
        continue;
      }
      if (text_.substr(end).starts_with(options_.open))
        return fail("a hole cannot stand in the header of a directive", text_.substr(end, options_.open.size()));
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth > 0) --depth;
      if (c != '{') continue;
      std::size_t close = end + 1;
      while (close < text_.size() && lang::is_name_char(text_[close])) ++close;
      const bool named = close > end + 1 && close < text_.size() && text_[close] == '}';
      if (named && (depth > 0 || is_reference(begin, end, close + 1 - end))) {
        end = close;
        continue;
      }
      if (depth == 0) break;
    }
    Block block;
    block.piece.kind = is_repeat ? Kind::Repeat : Kind::Branch;
    block.piece.range = range_between(open, offset_of(trim(text_.substr(0, end))) + trim(text_.substr(0, end)).size());
    std::string_view header = trim(text_.substr(begin, end - begin));
    if (is_repeat && !take_separator(header, block.piece)) return false;
    if (header.empty()) return fail("a directive has no header", block.piece.range);
    block.piece.text = header;
    block.piece.map = lang::TextMap(offset_of(header));
    block.began_in_string = in_string_;
    at_ = end + 1;
    end_text();
    return open_block(std::move(block));
  }

  bool open_block(Block block) {
    if (blocks_.size() > kMostTileDepth) {
      fail("the directives of a tile are nested deeper than " + std::to_string(kMostTileDepth) + " levels", block.piece.range);
      faults_.back().by_limit = true;
      return false;
    }
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    blocks_.push_back(std::move(block));
    return true;
  }

  // `... sep "text"`
  bool take_separator(std::string_view& header, TemplatePiece& piece) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (header[i] == '"' || header[i] == '\'') {
        i = skip_quoted(header, i) - 1;
        continue;
      }
      if (!header.substr(i).starts_with("sep") || i == 0 || !is_space(header[i - 1])) continue;
      std::string_view rest = trim(header.substr(i + 3));
      std::string_view quote = rest.starts_with("\\\"") ? "\\\"" : rest.starts_with('"') ? "\"" : rest.starts_with('\'') ? "'" : "";
      if (quote.empty()) continue;
      rest.remove_prefix(quote.size());
      std::string text;
      while (!rest.empty() && !rest.starts_with(quote)) {
        char c = rest.front();
        if (c == '\\' && rest.size() > 1) {
          rest.remove_prefix(1);
          if (rest.front() == '\\' && rest.size() > 1 && quote.size() == 2) rest.remove_prefix(1);
          const char next = rest.front();
          c = next == 'n' ? '\n' : next == 't' ? '\t' : next;
          if (next != 'n' && next != 't' && next != '\\' && next != '"' && next != '\'') text += '\\';
        }
        text += c;
        rest.remove_prefix(1);
      }
      if (rest.size() != quote.size()) return fail("the separator of a directive is one quoted text", header.substr(i));
      piece.separator = std::move(text);
      header = trim(header.substr(0, i));
      return true;
    }
    return true;
  }

  void trim_block_end() {
    while (!plain_.empty() && is_space(plain_.back())) plain_.pop_back();
  }

  bool close_block() {
    trim_block_end();
    end_text();
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    (block.is_else ? block.piece.otherwise : block.piece.body) = std::move(block.pieces);
    block.pieces.clear();
    if (block.piece.kind == Kind::Branch && !block.is_else) {
      std::size_t next = at_;
      while (next < text_.size() && is_space(text_[next])) ++next;
      const std::string word = std::string(options_.sigil) + "else";
      if (text_.substr(next).starts_with(word)) {
        const std::size_t word_begin = next;
        next += word.size();
        while (next < text_.size() && is_space(text_[next])) ++next;
        if (next >= text_.size() || text_[next] != '{') return fail("`" + word + "` needs a block", text_.substr(word_begin, word.size()));
        at_ = next + 1;
        block.is_else = true;
        block.braces = 0;
        in_string_ = block.began_in_string;
        return open_block(std::move(block));
      }
    }
    blocks_.back().pieces.push_back(std::move(block.piece));
    return true;
  }

  std::string_view text_;
  const TemplateOptions& options_;
  std::vector<TemplateFault>& faults_;
  std::size_t at_ = 0;
  std::string plain_;
  lang::TextMap plain_map_;
  bool in_string_ = false;
  bool escaped_ = false;
  std::vector<Block> blocks_;  // the outermost is the template itself
};

void append_skeleton(const std::vector<TemplatePiece>& pieces, std::string& out, lang::TextMap& map) {
  for (const TemplatePiece& piece : pieces) {
    const auto from = static_cast<std::uint32_t>(out.size());
    switch (piece.kind) {
      case Kind::Text: {
        const lang::TextMap appended = piece.map;
        for (std::uint32_t i = 0; i < piece.text.size(); ++i) map.add(from + i, appended.to_source(i));
        out += piece.text;
        break;
      }
      case Kind::Hole:
        map.add(from, piece.range.begin);
        out += '0';
        break;
      case Kind::Repeat:
      case Kind::Branch:
      case Kind::Members: append_skeleton(piece.body, out, map); break;
      case Kind::Comma: break;
    }
  }
}

}  // namespace

std::optional<std::vector<TemplatePiece>> read_template(std::string_view text, const TemplateOptions& options,
                                                        std::vector<TemplateFault>& faults) {
  return TemplateReader(text, options, faults).read();
}

std::string json_skeleton(const std::vector<TemplatePiece>& pieces, lang::TextMap& map) {
  std::string out;
  append_skeleton(pieces, out, map);
  return out;
}

}  // namespace polydat
