// Structural templates: a JSON document, walked once, whose strings become holes. The layout of the document is kept.
#include <algorithm>

#include "graph/tile_template.h"
#include "lang/json_string.h"
#include "nodes/json_text.h"

namespace polydat {

namespace {

using Kind = TemplatePiece::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Arrays and objects nest at most as deep as JSON that is read, which bounds the recursion.
class StructureReader {
 public:
  StructureReader(std::string_view text, const TemplateOptions& options, std::vector<TemplateFault>& faults)
      : text_(text), options_(options), faults_(faults) {}

  std::optional<std::vector<TemplatePiece>> read() {
    JsonTree tree;
    std::string why;
    std::size_t at = 0;
    if (!read_json(text_, tree, why, &at)) {
      const auto place = static_cast<std::uint32_t>(std::min(at, text_.size()));
      faults_.push_back({"a structural template is JSON: " + why, lang::TextRange{place, place + (place < text_.size() ? 1 : 0)}, false});
      return std::nullopt;
    }
    std::vector<TemplatePiece> pieces;
    blanks(pieces);
    if (!value(pieces)) return std::nullopt;
    blanks(pieces);
    return pieces;
  }

 private:
  // As it stands, and what it means.
  struct StringLiteral {
    std::string_view literal;
    std::string meaning;
  };
  bool fail(std::string message, const StringLiteral& at) {
    faults_.push_back({std::move(message), range_of(at.literal), false});
    return false;
  }
  lang::TextRange range_of(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - text_.data());
    return {begin, begin + static_cast<std::uint32_t>(part.size())};
  }
  // What was read out of the meaning of a string lies in the template.
  static void place(std::vector<TemplatePiece>& pieces, const lang::TextMap& map) {
    for (TemplatePiece& piece : pieces) {
      piece.map = piece.map.through(map, static_cast<std::uint32_t>(piece.text.size()));
      piece.range = map.to_text(piece.range);
      place(piece.body, map);
      place(piece.otherwise, map);
    }
  }
  std::optional<std::vector<TemplatePiece>> read_inside(std::string_view text, const TemplateOptions& options, const StringLiteral& from) {
    const std::size_t before = faults_.size();
    std::optional<std::vector<TemplatePiece>> pieces = read_template(text, options, faults_);
    const lang::TextMap map = lang::map_json_string(text_, range_of(from.literal).begin);
    if (pieces.has_value()) place(*pieces, map);
    for (std::size_t f = before; f < faults_.size(); ++f) faults_[f].place = map.to_text(*faults_[f].place);
    return pieces;
  }
  static void add_text(std::vector<TemplatePiece>& out, std::string_view text) {
    if (text.empty()) return;
    if (out.empty() || out.back().kind != Kind::Text) out.emplace_back();
    out.back().text += text;
  }
  void blanks(std::vector<TemplatePiece>& out) {
    while (at_ < text_.size() && is_space(text_[at_])) add_text(out, text_.substr(at_++, 1));
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  // The string literal at the current place.
  StringLiteral string() {
    const std::size_t begin = at_;
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
    StringLiteral out{text_.substr(begin, at_ - begin), {}};
    JsonTree tree;
    std::string why;
    read_json(out.literal, tree, why);
    out.meaning = tree.get<std::string>();
    return out;
  }

  // The header of a directive `word` that `text` is; nothing when it is none.
  std::optional<std::string_view> directive(std::string_view text, std::string_view word) const {
    if (!text.starts_with(options_.sigil)) return std::nullopt;
    text.remove_prefix(options_.sigil.size());
    if (!text.starts_with(word)) return std::nullopt;
    text.remove_prefix(word.size());
    if (!text.empty() && !is_space(text.front())) return std::nullopt;
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return text;
  }

  // The directive with an empty body, by the reader of templates.
  bool header(const StringLiteral& text, TemplatePiece& piece) {
    std::optional<std::vector<TemplatePiece>> pieces = read_inside(text.meaning + " {}", options_, text);
    if (!pieces.has_value()) return false;
    if (pieces->size() != 1) return fail("`" + text.meaning + "` is not a directive", text);
    piece = std::move(pieces->front());
    if (piece.kind != Kind::Repeat) return true;
    piece.is_structural = true;
    const std::string& separator = piece.separator.emplace(piece.separator.value_or(","));
    const bool is_comma = std::count(separator.begin(), separator.end(), ',') == 1 &&
                          std::all_of(separator.begin(), separator.end(), [](char c) { return c == ',' || is_space(c); });
    return is_comma || fail("items and members are separated by a comma; `sep` can put blanks around it", text);
  }

  // A string with holes.
  bool text_value(const StringLiteral& text, bool is_key, std::vector<TemplatePiece>& out) {
    TemplateOptions inside = options_;
    inside.is_json = false;
    std::optional<std::vector<TemplatePiece>> pieces = read_inside(text.meaning, inside, text);
    if (!pieces.has_value()) return false;
    const bool has_hole = std::any_of(pieces->begin(), pieces->end(), [](const TemplatePiece& p) { return p.kind != Kind::Text; });
    if (!has_hole) {
      std::string plain;
      for (const TemplatePiece& piece : *pieces) plain += piece.text;
      if (plain == text.meaning) add_text(out, text.literal);
      else add_escaped(out, plain, true);
      return true;
    }
    const bool alone = !is_key && pieces->size() == 1 && pieces->front().kind == Kind::Hole && pieces->front().type != "str";
    if (alone) {
      out.push_back(std::move(pieces->front()));
      return true;
    }
    add_text(out, "\"");
    quote(*pieces, out);
    add_text(out, "\"");
    return true;
  }

  static void add_escaped(std::vector<TemplatePiece>& out, std::string_view text, bool quoted) {
    Buffer escaped;
    if (quoted) append_json_string(escaped, text);
    else append_json_escaped(escaped, text);
    add_text(out, escaped.view());
  }
  static void quote(std::vector<TemplatePiece>& pieces, std::vector<TemplatePiece>& out) {
    for (TemplatePiece& piece : pieces) {
      if (piece.kind == Kind::Text) {
        add_escaped(out, piece.text, false);
        continue;
      }
      piece.in_string = true;
      std::vector<TemplatePiece> body, otherwise;
      quote(piece.body, body);
      quote(piece.otherwise, otherwise);
      piece.body = std::move(body);
      piece.otherwise = std::move(otherwise);
      out.push_back(std::move(piece));
    }
  }

  bool value(std::vector<TemplatePiece>& out) {
    const char c = text_[at_];
    if (c == '"') return text_value(string(), false, out);
    if (c == '[') return array(out);
    if (c == '{') return object(out);
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']' && text_[at_] != '}' && !is_space(text_[at_])) ++at_;
    add_text(out, text_.substr(begin, at_ - begin));
    return true;
  }

  // What lies between the brackets of an array, with its commas; ends at the `]`.
  bool items(std::vector<TemplatePiece>& out, TemplatePiece* branch) {
    std::vector<TemplatePiece>* into = &out;
    for (bool first = true; text_[at_] != ']';) {
      if (!first) {
        ++at_;  // the comma
        if (branch == nullptr) add_text(*into, ",");
      }
      if (branch == nullptr) blanks(*into);
      else skip_blanks();
      if (branch != nullptr && text_[at_] == '"') {
        const std::size_t begin = at_;
        const StringLiteral text = string();
        if (const auto rest = directive(text.meaning, "else"); rest.has_value() && rest->empty() && into != &branch->otherwise) {
          into = &branch->otherwise;
          first = true;
          skip_blanks();
          if (text_[at_] == ',') {
            ++at_;
            skip_blanks();
          }
          if (text_[at_] == ']') break;
        } else {
          at_ = begin;
        }
      }
      if (branch != nullptr && !first) add_text(*into, ",");
      if (!value(*into)) return false;
      first = false;
      if (branch == nullptr) blanks(*into);
      else skip_blanks();
      // A comma before "@else" belongs to neither arm.
    }
    return true;
  }

  bool array(std::vector<TemplatePiece>& out) {
    ++at_;
    std::vector<TemplatePiece> lead;
    blanks(lead);
    if (text_[at_] == '"') {
      const std::size_t begin = at_;
      const StringLiteral text = string();
      const bool repeats = directive(text.meaning, "for").has_value();
      if (repeats || directive(text.meaning, "if").has_value()) {
        TemplatePiece piece;
        if (!header(text, piece)) return false;
        skip_blanks();
        if (text_[at_] == ',') ++at_;
        skip_blanks();
        // The items of a repeat keep their commas; those between tuples are the separator.
        if (repeats) {
          std::vector<TemplatePiece> body;
          if (!items(body, nullptr)) return false;
          piece.body = std::move(body);
        } else if (!items(piece.body, &piece)) {
          return false;
        }
        ++at_;
        add_text(out, "[");
        out.push_back(std::move(piece));
        add_text(out, "]");
        return true;
      }
      at_ = begin;
    }
    add_text(out, "[");
    for (TemplatePiece& piece : lead) add_text(out, piece.text);
    if (!items(out, nullptr)) return false;
    ++at_;
    add_text(out, "]");
    return true;
  }

  // Members up to the `}`. `joined`: each is led by a Comma piece, because some of them may give nothing.
  bool members(std::vector<TemplatePiece>& out, bool joined) {
    TemplatePiece* branch = nullptr;
    for (bool first = true; text_[at_] != '}'; first = false) {
      if (!first) {
        ++at_;  // the comma
        if (!joined) add_text(out, ",");
      }
      if (joined) skip_blanks();
      else blanks(out);
      const StringLiteral name = string();
      const std::string& key = name.meaning;
      std::string_view colon_begin = text_.substr(at_);
      skip_blanks();
      ++at_;
      skip_blanks();
      const std::string_view colon = colon_begin.substr(0, static_cast<std::size_t>(text_.data() + at_ - colon_begin.data()));
      const bool repeats = directive(key, "for").has_value(), selects = directive(key, "if").has_value();
      const bool is_else = directive(key, "else").has_value();
      if (repeats || selects || is_else) {
        if (text_[at_] != '{') return fail("the value of `" + key + "` is an object of members", name);
        if (is_else && branch == nullptr) return fail("`" + key + "` follows an `if`", name);
        ++at_;
        skip_blanks();
        TemplatePiece piece;
        if (!is_else && !header(name, piece)) return false;
        std::vector<TemplatePiece> body;
        if (!members(body, true)) return false;
        ++at_;
        if (repeats) {
          TemplatePiece wrapped;
          wrapped.kind = Kind::Members;
          piece.body = std::move(body);
          wrapped.body.push_back(std::move(piece));
          out.push_back(std::move(wrapped));
          branch = nullptr;
        } else if (selects) {
          piece.body = std::move(body);
          out.push_back(std::move(piece));
          branch = &out.back();
        } else {
          branch->otherwise = std::move(body);
          branch = nullptr;
        }
      } else {
        branch = nullptr;
        if (joined) out.emplace_back().kind = Kind::Comma;
        if (!text_value(name, true, out)) return false;
        add_text(out, colon);
        if (!value(out)) return false;
      }
      if (joined) skip_blanks();
      else blanks(out);
    }
    return true;
  }

  bool has_directive_member() const {
    std::size_t depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '"') {
        const std::string_view rest = text_.substr(i + 1);
        if (depth == 1 && rest.starts_with(options_.sigil)) {
          const std::string_view word = rest.substr(options_.sigil.size());
          if (word.starts_with("for ") || word.starts_with("if ")) return true;
        }
        for (++i; i < text_.size() && text_[i] != '"'; ++i)
          if (text_[i] == '\\') ++i;
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return false;
    }
    return false;
  }

  bool object(std::vector<TemplatePiece>& out) {
    const bool joined = has_directive_member();
    ++at_;
    add_text(out, "{");
    if (joined) skip_blanks();
    else blanks(out);
    if (!members(out, joined)) return false;
    ++at_;
    add_text(out, "}");
    return true;
  }

  std::string_view text_;
  const TemplateOptions& options_;
  std::vector<TemplateFault>& faults_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<TemplatePiece>> read_structural_template(std::string_view text, const TemplateOptions& options,
                                                                   std::vector<TemplateFault>& faults) {
  return StructureReader(text, options, faults).read();
}

}  // namespace polydat
