// The parser of NodeDef::signature. Grammar:
//   signature  = name "(" [parameter ("," parameter)*] ")" "->" (type | "(" output ("," output)* ")")
//   parameter  = ["const"] name ":" type ["..."] [constraint] ["=" literal]
//   constraint = "nonzero" | "positive" | "finite" | "probability" | "below" number | "filled" | "digits"
//   output     = name ":" type
//   type       = keyword | "any" (wires) | "same" (outputs) | keyword "..." (outputs)
//   literal    = number | "true" | "false" | quoted text without escapes
#include "nodes/signature.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace polydat {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Signature parse() {
    Signature s;
    s.name = word();
    expect("(");
    if (!accept(")")) {
      do s.parameters.push_back(parameter());
      while (accept(","));
      expect(")");
    }
    expect("->");
    if (accept("(")) {
      do {
        const std::string name = word();
        expect(":");
        s.outputs.push_back(output(name));
      } while (accept(","));
      expect(")");
    } else {
      s.outputs.push_back(output("value"));
    }
    blanks();
    if (at_ != text_.size()) bad();
    return s;
  }

 private:
  // The text is a row of our own catalog, so this is a fault of the program: name the row and stop.
  [[noreturn]] void bad() const {
    std::fprintf(stderr, "polydat: signature does not parse at byte %zu: %.*s\n", at_, static_cast<int>(text_.size()), text_.data());
    std::abort();
  }
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(std::string_view token) {
    blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) bad();
  }
  static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
  std::string_view peek_word() {
    blanks();
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  std::string word() {
    const std::string_view w = peek_word();
    if (w.empty()) bad();
    at_ += w.size();
    return std::string(w);
  }
  bool accept_word(std::string_view w) {
    if (peek_word() != w) return false;
    at_ += w.size();
    return true;
  }
  PortType type() {
    const std::optional<PortType> t = type_from_keyword(word());
    if (!t) bad();
    return *t;
  }

  Parameter parameter() {
    Parameter p;
    p.constant = accept_word("const");
    p.name = word();
    expect(":");
    if (!p.constant && accept_word("any")) p.any = true;
    else p.type = type();
    p.variadic = accept("...");
    if (accept_word("nonzero")) p.constraint = Constraint::Nonzero;
    else if (accept_word("positive")) p.constraint = Constraint::Positive;
    else if (accept_word("finite")) p.constraint = Constraint::Finite;
    else if (accept_word("probability")) p.constraint = Constraint::Probability;
    else if (accept_word("filled")) p.constraint = Constraint::Filled;
    else if (accept_word("digits")) p.constraint = Constraint::Digits;
    else if (accept_word("below")) {
      p.constraint = Constraint::Below;
      p.bound = literal(PortType::U64).integer;
    }
    if (accept("=")) {
      if (!p.constant) bad();
      p.default_value = literal(p.type);
    }
    return p;
  }

  OutputPort output(const std::string& name) {
    OutputPort o;
    o.name = name;
    if (accept_word("same")) o.same = true;
    else o.type = type();
    o.repeated = accept("...");
    return o;
  }

  Literal literal(PortType type) {
    Literal l;
    blanks();
    if (type == PortType::Str) {
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (quote != '"' && quote != '\'') bad();
      const std::size_t end = text_.find(quote, at_ + 1);
      if (end == std::string_view::npos) bad();
      l.kind = Literal::Kind::Str;
      l.text = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return l;
    }
    if (type == PortType::Bool) {
      l.kind = Literal::Kind::Bool;
      if (accept_word("true")) l.integer = 1;
      else if (!accept_word("false")) bad();
      return l;
    }
    const char* first = text_.data() + at_;
    const char* last = text_.data() + text_.size();
    std::from_chars_result r{};
    if (type == PortType::U64) {
      r = std::from_chars(first, last, l.integer);
    } else if (type == PortType::F64) {
      l.kind = Literal::Kind::F64;
      r = std::from_chars(first, last, l.number);
    } else {
      bad();
    }
    if (r.ec != std::errc()) bad();
    at_ += static_cast<std::size_t>(r.ptr - first);
    return l;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Signature parse_signature(std::string_view text) { return Parser(text).parse(); }

}  // namespace polydat
