// Nodes of the family "regex": searching and replacing with patterns compiled at build.
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/regex.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kLibrary = "calls the regular expression library";

// A group that took no part in the match has a null address: an empty text.
std::string_view view_of(const re2::StringPiece& piece) {
  return piece.data() == nullptr ? std::string_view("") : std::string_view(piece.data(), piece.size());
}

// Compiles constant 0 (or `pattern` made from it) and adds it; false after a refusal.
bool add_regex(PrepareContext& context, std::string_view pattern) {
  std::string why;
  auto regex = compile_regex(pattern, why);
  if (regex == nullptr) {
    context.refuse(0, "the pattern does not compile: " + why);
    return false;
  }
  context.add_object<PreparedRegex>(std::move(regex));
  return true;
}
void prepare_regex(PrepareContext& context) { add_regex(context, context.str(0)); }

bool regex_match(std::string_view input, const PreparedRegex& pattern) { return regex_finds(pattern, input); }

void regex_extract(std::string_view input, const PreparedRegex& pattern, StrOut& out) {
  re2::StringPiece groups[2];
  const int count = std::min(pattern.program->NumberOfCapturingGroups(), 1) + 1;
  if (!pattern.program->Match({input.data(), input.size()}, 0, input.size(), RE2::UNANCHORED, groups, count)) return;
  out.append(view_of(groups[1].data() != nullptr ? groups[1] : groups[0]));
}

// A replacement text: literal pieces, each followed by a group (the last by none).
struct Replacement : Prepared {
  struct Piece {
    std::string text;
    int group = -1;
  };
  std::vector<Piece> pieces;
  int groups = 1;  // how many a match has to report
};

bool is_name_character(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

// The number of a group; -1 for a name or number that the pattern does not have.
int group_number(std::string_view name, const RE2& program) {
  if (name.find_first_not_of("0123456789") == std::string_view::npos) {
    int number = 0;
    for (const char c : name) number = std::min(number * 10 + (c - '0'), 1 << 20);
    return number <= program.NumberOfCapturingGroups() ? number : -1;
  }
  const auto& names = program.NamedCapturingGroups();
  const auto at = names.find(std::string(name));
  return at == names.end() ? -1 : at->second;
}

std::shared_ptr<Replacement> parse_replacement(std::string_view text, const RE2& program) {
  auto result = std::make_shared<Replacement>();
  Replacement::Piece piece;
  while (!text.empty()) {
    const std::size_t dollar = std::min(text.find('$'), text.size());
    piece.text += text.substr(0, dollar);
    text.remove_prefix(dollar);
    if (text.empty()) break;
    if (text.starts_with("$$")) {
      piece.text += '$';
      text.remove_prefix(2);
      continue;
    }
    std::string_view name;
    std::size_t taken = 0;
    if (text.starts_with("${")) {
      if (const std::size_t end = text.find('}'); end != std::string_view::npos && end > 2) {
        name = text.substr(2, end - 2);
        taken = end + 1;
      }
    } else {
      std::size_t end = 1;
      while (end < text.size() && is_name_character(text[end])) ++end;
      name = text.substr(1, end - 1);
      taken = name.empty() ? 0 : end;
    }
    if (taken == 0) {
      piece.text += '$';
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(taken);
    const int group = group_number(name, program);
    if (group < 0) continue;  // unknown groups are empty
    piece.group = group;
    result->groups = std::max(result->groups, group + 1);
    result->pieces.push_back(std::move(piece));
    piece = {};
  }
  if (!piece.text.empty()) result->pieces.push_back(std::move(piece));
  return result;
}

void prepare_replace(PrepareContext& context) {
  std::string why;
  auto regex = compile_regex(context.str(0), why);
  if (regex == nullptr) return context.refuse(0, "the pattern does not compile: " + why);
  auto replacement = parse_replacement(context.str(1), *regex->program);
  context.add_object<PreparedRegex>(std::move(regex));
  context.add_object<Replacement>(std::move(replacement));
}

void regex_replace(std::string_view input, const PreparedRegex& pattern, const Replacement& replacement, StrOut& out) {
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(replacement.groups));
  const char* const end = input.data() + input.size();
  std::size_t at = 0;      // where the next search begins
  std::size_t copied = 0;  // how much of the input is in the output
  bool matched_before = false;
  while (at <= input.size() && !out.buffer.overflowed()) {
    if (!pattern.program->Match({input.data(), input.size()}, at, input.size(), RE2::UNANCHORED, groups.data(), replacement.groups)) break;
    const std::size_t begin = static_cast<std::size_t>(groups[0].data() - input.data());
    const std::size_t size = groups[0].size();
    if (size == 0 && matched_before && begin == copied) {  // empty, right behind the last match
      if (begin == input.size()) break;
      at = begin + decode_utf8(input.data() + begin, end).length;
      matched_before = false;
      continue;
    }
    out.append(input.substr(copied, begin - copied));
    for (const Replacement::Piece& piece : replacement.pieces) {
      out.append(piece.text);
      if (piece.group >= 0) out.append(view_of(groups[static_cast<std::size_t>(piece.group)]));
    }
    copied = begin + size;
    matched_before = true;
    at = copied;
  }
  out.append(input.substr(copied));
}

// A pattern with a regular expression's characters is one, of the whole text; else `*` stands for any run without a line end.
void prepare_pattern(PrepareContext& context) {
  const std::string_view pattern = context.str(0);
  if (pattern.find_first_of(".+?()|[]{}^$\\") != std::string_view::npos) {
    add_regex(context, "^(?:" + std::string(pattern) + ")$");
    return;
  }
  std::string promoted = "^(?:";
  // The characters above are all the operators but `*`, so the rest needs no quoting.
  for (const char c : pattern) {
    if (c == '*') promoted += ".*";
    else promoted += c;
  }
  add_regex(context, promoted + ")$");
}

constexpr NodeDef kRows[] = {
    closure_row<&regex_match>({.signature = "regex_match(input: str, const pattern: str) -> bool",
                               .family = "regex",
                               .doc = "True when the regular expression matches somewhere in the input.",
                               .example = "input cycle: u64\nout := regex_match(printf(\"{}\", cycle), \"^[02468]$\")\n",
                               .why_closure = kLibrary,
                               .prepare = prepare_regex}),
    closure_row<&regex_extract>({.signature = "regex_extract(input: str, const pattern: str) -> str",
                                 .family = "regex",
                                 .doc = "The first match: its group 1 when that took part, else all of it; empty without a match.",
                                 .example = "input cycle: u64\nout := regex_extract(printf(\"row {} of 9\", cycle), \"row (\\\\d+)\")\n",
                                 .why_closure = kLibrary,
                                 .prepare = prepare_regex}),
    closure_row<&regex_replace>(
        {.signature = "regex_replace(input: str, const pattern: str, const replacement: str) -> str",
         .family = "regex",
         .doc = "Every match replaced; $1, $name and ${name} stand for groups, $$ for a dollar.",
         .example = "input cycle: u64\nout := regex_replace(printf(\"{} {}\", cycle, hash(cycle)), \"(\\\\d+) (\\\\d+)\", \"$2 $1\")\n",
         .why_closure = kLibrary,
         .prepare = prepare_replace}),
    closure_row<&regex_match>({.signature = "pattern_match(input: str, const pattern: str) -> bool",
                               .family = "regex",
                               .doc = "True when the whole input fits the pattern: a regular expression, a text with *, or a plain text.",
                               .example = "input cycle: u64\nout := pattern_match(printf(\"row{}\", cycle), \"row*\")\n",
                               .why_closure = kLibrary,
                               .prepare = prepare_pattern}),
};

}  // namespace

std::span<const NodeDef> regex_nodes() { return kRows; }

}  // namespace polydat
