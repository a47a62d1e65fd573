// From the language's regular expressions to RE2's.
//
// Rewritten: \d \w \s and their negations (Unicode), (?<name>..), \u and \U escapes, long property names, the flags u and x. Refused,
// though the language has them: class operations and nested classes, \W beside other members of a class, the flag R, {start}-like word
// boundaries. \b is RE2's: between ASCII word characters.
#include "nodes/regex_dialect.h"

#include <cstdint>
#include <vector>

namespace polydat {
namespace {

// Members of a class, without the brackets.
constexpr std::string_view kWord =
    "\\p{L}\\p{Nl}\\p{M}\\p{Nd}\\p{Pc}\\x{24b6}-\\x{24e9}\\x{1f130}-\\x{1f149}\\x{1f150}-\\x{1f169}\\x{1f170}-\\x{1f189}\\x{200c}\\x{200d}";
constexpr std::string_view kSpace = "\\t-\\r \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
constexpr std::string_view kNotSpace =
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}"
    "\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";

struct Alias {
  std::string_view name;  // lower case, without blanks, `_` and `-`
  std::string_view members;
};
constexpr Alias kProperties[] = {
    {"letter", "\\p{L}"},
    {"lowercaseletter", "\\p{Ll}"},
    {"uppercaseletter", "\\p{Lu}"},
    {"titlecaseletter", "\\p{Lt}"},
    {"modifierletter", "\\p{Lm}"},
    {"otherletter", "\\p{Lo}"},
    {"mark", "\\p{M}"},
    {"number", "\\p{N}"},
    {"decimalnumber", "\\p{Nd}"},
    {"digit", "\\p{Nd}"},
    {"letternumber", "\\p{Nl}"},
    {"othernumber", "\\p{No}"},
    {"punctuation", "\\p{P}"},
    {"punct", "\\p{P}"},
    {"symbol", "\\p{S}"},
    {"mathsymbol", "\\p{Sm}"},
    {"currencysymbol", "\\p{Sc}"},
    {"separator", "\\p{Z}"},
    {"spaceseparator", "\\p{Zs}"},
    {"other", "\\p{C}"},
    {"control", "\\p{Cc}"},
    {"format", "\\p{Cf}"},
    {"whitespace", kSpace},
    {"any", "\\x{0}-\\x{10ffff}"},
    {"ascii", "\\x{0}-\\x{7f}"},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

struct Flags {
  bool unicode = true;
  bool verbose = false;
};

class Translator {
 public:
  Translator(std::string_view pattern, std::string& out, std::string& why) : in_(pattern), out_(out), why_(why) {}

  bool run() {
    std::vector<Flags> open;
    while (!done()) {
      const char c = in_[at_];
      if (flags_.verbose && skip_verbose()) continue;
      if (c == '\\') {
        if (!escape(false)) return false;
      } else if (c == '[') {
        if (!bracket()) return false;
      } else if (c == '(') {
        open.push_back(flags_);
        bool opens = true;
        if (!group(opens)) return false;
        if (!opens) open.pop_back();
      } else if (c == ')') {
        if (open.empty()) return fail("')' without '('");
        flags_ = open.back();
        open.pop_back();
        copy();
      } else if (c == '{') {
        if (!repetition()) return false;
      } else {
        copy();
      }
    }
    return open.empty() || fail("'(' without ')'");
  }

 private:
  bool done() const { return at_ >= in_.size(); }
  char peek(std::size_t ahead) const { return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0'; }
  void copy() { out_ += in_[at_++]; }
  bool fail(std::string_view message) {
    why_ = message;
    return false;
  }

  bool skip_verbose() {
    const char c = in_[at_];
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at_;
      return true;
    }
    if (c != '#') return false;
    while (!done() && in_[at_] != '\n') ++at_;
    return true;
  }

  bool repetition() {
    const std::size_t end = in_.find('}', at_);
    if (end == std::string_view::npos) return fail("'{' without '}'");
    const std::string_view body = in_.substr(at_ + 1, end - at_ - 1);
    std::size_t k = 0;
    while (k < body.size() && is_digit(body[k])) ++k;
    const bool counted = k != 0;
    if (k < body.size() && body[k] == ',') ++k;
    while (k < body.size() && is_digit(body[k])) ++k;
    if (!counted || k != body.size()) return fail("a repetition is {n}, {n,} or {n,m}; write \\{ for the character");
    out_ += in_.substr(at_, end + 1 - at_);
    at_ = end + 1;
    return true;
  }

  // `(`, `(?:`, `(?P<name>`, `(?<name>`, `(?flags)`, `(?flags:`. `opens`: a group that a `)` will close.
  bool group(bool& opens) {
    if (peek(1) != '?') {
      copy();
      return true;
    }
    if (peek(2) == '=' || peek(2) == '!' || (peek(2) == '<' && (peek(3) == '=' || peek(3) == '!')))
      return fail("look-around is not supported");
    if (peek(2) == '<' || (peek(2) == 'P' && peek(3) == '<')) {
      out_ += "(?P<";
      at_ += peek(2) == '<' ? 3 : 4;
      return true;
    }
    at_ += 2;
    std::string kept;
    bool on = true;
    bool minus_needed = false;
    for (; !done() && in_[at_] != ':' && in_[at_] != ')'; ++at_) {
      const char flag = in_[at_];
      if (flag == '-') {
        on = false;
        minus_needed = true;
      } else if (flag == 'u') {
        flags_.unicode = on;
      } else if (flag == 'x') {
        flags_.verbose = on;
      } else if (flag == 'i' || flag == 'm' || flag == 's' || flag == 'U') {
        if (minus_needed) kept += '-';
        minus_needed = false;
        kept += flag;
      } else {
        return fail(std::string("unknown or unsupported flag '") + flag + "'");
      }
    }
    if (done()) return fail("'(' without ')'");
    opens = in_[at_++] == ':';
    if (opens) out_ += "(?" + kept + ":";
    else if (!kept.empty()) out_ += "(?" + kept + ")";
    return true;
  }

  // One escape; inside a class it becomes members.
  bool escape(bool in_class) {
    const char c = peek(1);
    if (c == '\0') return fail("a backslash at the end");
    if (is_digit(c)) return fail("back-references and octal escapes are not supported");
    const auto members = [&](std::string_view set, bool negated) {
      at_ += 2;
      if (in_class) out_ += set;
      else out_ += std::string(negated ? "[^" : "[") + std::string(set) + "]";
      return true;
    };
    switch (c) {
      case 'd':
      case 'D':
        if (!flags_.unicode) break;
        out_ += c == 'd' ? "\\p{Nd}" : "\\P{Nd}";
        at_ += 2;
        return true;
      case 's': return flags_.unicode ? members(kSpace, false) : members("\\t-\\r ", false);
      case 'S':
        return in_class ? members(flags_.unicode ? kNotSpace : std::string_view("\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{10ffff}"), false)
                        : members(flags_.unicode ? kSpace : std::string_view("\\t-\\r "), true);
      case 'w': return members(flags_.unicode ? kWord : std::string_view("0-9A-Za-z_"), false);
      case 'W':
        if (in_class && flags_.unicode) return fail("\\W beside other members of a class is not supported");
        if (in_class) break;
        return members(flags_.unicode ? kWord : std::string_view("0-9A-Za-z_"), true);
      case 'u':
      case 'U': return code_point(c == 'u' ? 4 : 8);
      case 'x': return code_point(2);
      case 'p':
      case 'P': return property(in_class);
      case 'b':
      case 'B':
        if (in_class || peek(2) == '{') return fail("this word boundary is not supported");
        break;
      case 'A':
      case 'z':
        if (in_class) return fail("an anchor inside a class");
        break;
      case 'a':
      case 'f':
      case 't':
      case 'n':
      case 'r':
      case 'v': break;
      case '<':
      case '>': return fail("word boundaries \\< and \\> are not supported");
    }
    constexpr std::string_view known = "dDwWbBAzaftnrv";
    if (is_letter(c) && known.find(c) == std::string_view::npos) return fail(std::string("unknown escape \\") + c);
    if (static_cast<unsigned char>(c) >= 0x80) return fail("a backslash before a letter that is not ASCII");
    copy();
    copy();
    return true;
  }

  // \xHH, \uHHHH, \UHHHHHHHH, or the same with braces and any number of digits.
  bool code_point(std::size_t digits) {
    at_ += 2;
    std::string_view hex;
    if (!done() && in_[at_] == '{') {
      const std::size_t end = in_.find('}', at_);
      if (end == std::string_view::npos) return fail("'{' without '}'");
      hex = in_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      hex = in_.substr(at_, digits);
      if (hex.size() != digits) return fail("an escape with too few hexadecimal digits");
      at_ += digits;
    }
    for (const char c : hex) {
      if (!is_hex(c)) return fail("an escape with something that is not a hexadecimal digit");
    }
    while (hex.size() > 1 && hex.front() == '0') hex.remove_prefix(1);
    if (hex.empty() || hex.size() > 6) return fail("an escape that is not a code point");
    out_ += "\\x{" + std::string(hex) + "}";
    return true;
  }

  bool property(bool in_class) {
    bool negated = in_[at_ + 1] == 'P';
    if (peek(2) != '{') {
      if (!is_letter(peek(2))) return fail("an incomplete property");
      out_ += in_.substr(at_, 3);
      at_ += 3;
      return true;
    }
    const std::size_t end = in_.find('}', at_);
    if (end == std::string_view::npos) return fail("'{' without '}'");
    std::string_view name = in_.substr(at_ + 3, end - at_ - 3);
    at_ = end + 1;
    if (name.starts_with('^')) {
      negated = !negated;
      name.remove_prefix(1);
    }
    if (const std::size_t equal = name.find_first_of("=:"); equal != std::string_view::npos) name.remove_prefix(equal + 1);
    std::string plain;
    for (const char c : name) {
      if (c != ' ' && c != '_' && c != '-') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    for (const Alias& alias : kProperties) {
      if (alias.name != plain) continue;
      if (!in_class) out_ += std::string(negated ? "[^" : "[") + std::string(alias.members) + "]";
      else if (!negated) out_ += alias.members;
      else if (alias.members.starts_with("\\p{") && alias.members.find('}') == alias.members.size() - 1)
        out_ += "\\P" + std::string(alias.members.substr(2));
      else return fail("this negated property inside a class is not supported");
      return true;
    }
    // General categories and scripts are spelt as RE2 spells them: `Lu`, `Greek`.
    std::string spelt(name);
    if (!spelt.empty() && spelt[0] >= 'a' && spelt[0] <= 'z') spelt[0] = static_cast<char>(spelt[0] - 32);
    out_ += std::string(negated ? "\\P{" : "\\p{") + spelt + "}";
    return true;
  }

  // [\W] and [^\W], which have nothing else in them.
  bool lone_not_word() {
    const bool negated = peek(1) == '^';
    if (in_.substr(at_ + (negated ? 2 : 1), 3) != "\\W]" || !flags_.unicode) return false;
    out_ += std::string(negated ? "[" : "[^") + std::string(kWord) + "]";
    at_ += negated ? 5 : 4;
    return true;
  }

  bool bracket() {
    if (lone_not_word()) return true;
    copy();
    if (!done() && in_[at_] == '^') copy();
    if (!done() && in_[at_] == ']') {  // a bracket in first place is a member
      out_ += "\\]";
      ++at_;
    }
    while (true) {
      if (done()) return fail("'[' without ']'");
      const char c = in_[at_];
      if (c == ']') {
        copy();
        return true;
      }
      if (c == '[') {
        const std::size_t end = in_.find(":]", at_);
        if (peek(1) != ':' || end == std::string_view::npos) return fail("nested classes are not supported; write \\[ for the character");
        out_ += in_.substr(at_, end + 2 - at_);
        at_ = end + 2;
      } else if ((c == '&' || c == '~' || c == '-') && peek(1) == c && (c != '-' || peek(2) != ']')) {
        return fail(std::string("the class operation ") + c + c + " is not supported");
      } else if (c == '\\') {
        if (!escape(true)) return false;
      } else if (!(flags_.verbose && skip_verbose())) {
        copy();
      }
    }
  }

  std::string_view in_;
  std::string& out_;
  std::string& why_;
  std::size_t at_ = 0;
  Flags flags_;
};

}  // namespace

bool translate_regex(std::string_view pattern, std::string& translated, std::string& why) {
  return Translator(pattern, translated, why).run();
}

}  // namespace polydat
