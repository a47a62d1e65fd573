// Captures: each is one walk over its text.
#include "lang/captured_text.h"

#include <algorithm>
#include <vector>

#include "lang/lexer.h"

namespace polydat::lang {

namespace {

// The offset after a quoted string that begins at `begin`; past the text when it is not closed. A backslash keeps the next character.
std::size_t skip_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : text.size() + 1;
}

// The length of `{name}` at `at`, or 0.
std::size_t reference_size(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end >= text.size() || !is_name_start(text[end])) return 0;
  while (end < text.size() && is_name_char(text[end])) ++end;
  return end < text.size() && text[end] == '}' ? end + 1 - at : 0;
}

bool begins_line_comment(std::string_view text, std::size_t at) { return text[at] == '#' || text.substr(at, 2) == "//"; }

// Removes the blanks that all lines after the first begin with. `map`: of the result, into a text in which this one begins at `begin`.
std::string dedent(std::string_view text, std::size_t begin, TextMap& map) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (end == text.size()) break;
    at = end + 1;
  }
  const auto indent_of = [](std::string_view line) {
    std::size_t n = 0;
    while (n < line.size() && (line[n] == ' ' || line[n] == '\t')) ++n;
    return n;
  };
  const auto blank = [](std::string_view line) { return std::all_of(line.begin(), line.end(), is_blank); };
  std::size_t common = std::string_view::npos;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!blank(lines[i])) common = std::min(common, indent_of(lines[i]));
  }
  std::string result(lines[0]);
  map = TextMap(static_cast<std::uint32_t>(begin));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    result += '\n';
    const std::string_view line = lines[i].substr(std::min(common, indent_of(lines[i])));
    map.add(static_cast<std::uint32_t>(result.size()),
            static_cast<std::uint32_t>(begin + static_cast<std::size_t>(line.data() - text.data())));
    result += line;
  }
  return result;
}

}  // namespace

CapturedText capture_for(std::string_view text, std::size_t begin) {
  CapturedText captured;
  std::vector<std::size_t> open;  // brackets
  std::size_t at = begin;
  while (at < text.size() && is_blank(text[at])) ++at;
  while (at < text.size()) {
    const char c = text[at];
    captured.map.add(static_cast<std::uint32_t>(captured.text.size()), static_cast<std::uint32_t>(at));
    if (c == '"' || c == '\'') {
      const std::size_t end = skip_string(text, at);
      captured.text += text.substr(at, end - at);
      if (end > text.size()) open.push_back(at);
      at = std::min(end, text.size());
    } else if (c == '\n' && open.empty()) {
      break;
    } else if (begins_line_comment(text, at)) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (open.empty()) break;
      at = end;
    } else if (c == '{') {
      const std::size_t size = reference_size(text, at);
      if (size == 0 && open.empty()) break;
      captured.text += text.substr(at, std::max<std::size_t>(size, 1));
      at += std::max<std::size_t>(size, 1);
    } else {
      if (c == '(' || c == '[') open.push_back(at);
      if ((c == ')' || c == ']') && !open.empty()) open.pop_back();
      captured.text += c == '\n' || c == '\r' ? ' ' : c;
      ++at;
    }
  }
  captured.closed = open.empty();
  if (!captured.closed) captured.open = open.back();
  captured.end = at;
  captured.text = std::string(trim_blanks(captured.text));
  return captured;
}

CapturedText capture_tile_block(std::string_view text, std::size_t begin) {
  CapturedText captured;
  std::size_t depth = 0;
  std::size_t at = begin;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) {
      captured.end = at;
      captured.text = dedent(text.substr(begin, at - begin), begin, captured.map);
      return captured;
    }
  }
  captured.end = text.size();
  captured.closed = false;
  return captured;
}

bool is_capturable_for(std::string_view text) {
  const CapturedText captured = capture_for(text, 0);
  return captured.closed && captured.end == text.size() && captured.text == text && !text.empty();
}

CapturedText capture_heredoc(std::string_view text, std::size_t begin) {
  CapturedText captured;
  const std::size_t first = begin + 3;
  const std::size_t close = text.find(">>>", first);
  if (close == std::string_view::npos) {
    captured.end = text.size();
    captured.closed = false;
    return captured;
  }
  std::string_view inner = text.substr(first, close - first);
  // A line end is "\n", or "\r\n" in a file with such line ends.
  if (inner.starts_with("\r\n")) inner.remove_prefix(2);
  else if (inner.starts_with('\n')) inner.remove_prefix(1);
  if (inner.ends_with('\n')) inner.remove_suffix(inner.ends_with("\r\n") ? 2 : 1);
  captured.map = TextMap(static_cast<std::uint32_t>(inner.data() - text.data()));
  captured.text = std::string(inner);
  captured.end = close + 3;
  return captured;
}

}  // namespace polydat::lang
