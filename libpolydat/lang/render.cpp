// The two forms of a diagnostic. Only this file knows carets, colours and JSON keys.
#include <fmt/format.h>

#include <algorithm>

#include "lang/diagnostic_codes.h"
#include "lang/json_string.h"
#include "lang/utf8.h"
#include "polydat/diagnostic.h"

namespace polydat {

namespace {

constexpr std::size_t kWidth = 100;  // code points of a source line that are shown
constexpr std::size_t kBefore = 40;  // of these, before the spot when the line is cut

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return {};
}

std::string_view colour(Severity severity) {
  switch (severity) {
    case Severity::Note: return "\x1b[1;36m";
    case Severity::Warning: return "\x1b[1;35m";
    case Severity::Error: return "\x1b[1;31m";
  }
  return {};
}

// A message or a name as one line of valid UTF-8: control characters would let a graph draw on the terminal.
std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const lang::Utf8Char c = lang::utf8_at(text, at);
    if (!c.valid) {
      out += "\xEF\xBF\xBD";
    } else if (c.code_point == '\n') {
      out += "\\n";
    } else if (c.code_point == '\t') {
      out += ' ';
    } else if (c.code_point < 0x20 || (c.code_point >= 0x7F && c.code_point < 0xA0)) {
      out += fmt::format("\\x{:02x}", c.code_point);
    } else {
      out += text.substr(at, c.size);
    }
    at += c.size;
  }
  return out;
}

// One character of a shown source line, each one column wide: what cannot be shown becomes U+FFFD, a tab a blank.
void append_shown(std::string& out, std::string_view line, std::size_t at, const lang::Utf8Char& c) {
  if (c.code_point == '\t') {
    out += ' ';
  } else if (!c.valid || c.code_point < 0x20 || (c.code_point >= 0x7F && c.code_point < 0xA0)) {
    out += "\xEF\xBF\xBD";
  } else {
    out += line.substr(at, c.size);
  }
}

// Whether a byte begins a column, as Location counts them: every byte but the continuation bytes.
bool begins_column(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// The source line and the carets under columns [from, to); column `from` begins at byte `spot`. Costs what is shown, however long the
// line is.
std::string excerpt(std::string_view line, std::size_t spot, std::size_t from, std::size_t to, std::string_view label,
                    std::string_view caret_colour) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < line.size() && columns <= kWidth; ++at) columns += begins_column(line[at]) ? 1 : 0;
  const bool cut = columns > kWidth;
  std::size_t first = cut ? from : 1, begin = cut ? std::min(spot, line.size()) : 0;  // the first column that is shown, and its byte
  while (cut && begin > 0 && from - first < kBefore) {
    do --begin;
    while (begin > 0 && !begins_column(line[begin]));
    --first;
  }
  const std::size_t last = cut ? first + kWidth : columns + 1;
  std::string shown = begin > 0 ? "..." : "";
  const std::size_t shift = shown.size();
  std::size_t column = first - 1, at = begin;
  while (at < line.size()) {
    const lang::Utf8Char c = lang::utf8_at(line, at);
    if (begins_column(line[at])) ++column;
    if (cut && column >= last) break;
    append_shown(shown, line, at, c);
    at += c.size;
  }
  if (at < line.size()) shown += "...";
  const std::size_t caret_end = std::max(std::min(to, last), from + 1);
  std::string result = "    " + shown + "\n    " + std::string(from - first + shift, ' ');
  result += caret_colour;
  result += std::string(caret_end - from, '^');
  if (!label.empty()) result += " " + printable(label);
  if (!caret_colour.empty()) result += "\x1b[0m";
  return result + "\n";
}

std::vector<std::string> note_lines(const Diagnostic& d, const Sources& sources) {
  std::vector<std::string> lines = d.notes;
  for (const RelatedPlace& place : d.related) {
    const auto& [base, source] = sources.file_at(place.range.begin);
    const Location at = source.location(place.range.begin - base);
    const bool elsewhere = d.has_range && base != sources.file_at(d.range.begin).base;
    lines.push_back(fmt::format("{} at {}{}:{}", place.what, elsewhere ? source.name() + ":" : "", at.line, at.column));
  }
  return lines;
}

}  // namespace

std::string render_text(const Diagnostic& d, const Sources& sources, bool color) {
  const auto& [base, source] = sources.file_at(d.has_range ? d.range.begin : 0);
  const Location begin = source.location(d.range.begin - base);
  const Location end = source.location(d.range.end - base);
  std::string out = printable(source.name());
  if (d.has_range) out += fmt::format(":{}:{}", begin.line, begin.column);
  const std::string_view paint = color ? colour(d.severity) : std::string_view();
  out += ": ";
  out += paint;
  out += word(d.severity);
  out += ": ";
  if (color) out += "\x1b[0m\x1b[1m";
  out += printable(d.message);
  if (color) out += "\x1b[0m";
  if (d.severity != Severity::Note) out += " [" + lang::code_text(d.code) + "]";
  out += '\n';
  if (d.has_range) {
    const std::string_view line = source.line(begin.line);
    const auto line_begin = static_cast<std::size_t>(line.data() - source.text().data());
    const std::size_t to =
        end.line == begin.line ? end.column : source.location(static_cast<std::uint32_t>(line_begin + line.size())).column;
    // A mistake at the very end of the text has no line worth showing.
    if (!line.empty()) out += excerpt(line, d.range.begin - base - line_begin, begin.column, to, d.label, paint);
    else if (!d.label.empty()) out += "    " + printable(d.label) + "\n";
  } else if (!d.label.empty()) {
    out += "    " + printable(d.label) + "\n";
  }
  for (const std::string& note : note_lines(d, sources)) out += "    note: " + printable(note) + "\n";
  if (!d.suggestion.empty()) out += "    did you mean '" + printable(d.suggestion) + "'?\n";
  return out;
}

std::string render_json(const Diagnostic& d, const Sources& sources) {
  const auto& [base, source] = sources.file_at(d.has_range ? d.range.begin : 0);
  std::string out = "{\"severity\":" + lang::json_string(word(d.severity)) + ",\"code\":\"" + lang::code_text(d.code) + "\"" +
                    ",\"message\":" + lang::json_string(d.message) + ",\"file\":" + lang::json_string(source.name());
  if (d.has_range) {
    const Location begin = source.location(d.range.begin - base);
    const Location end = source.location(d.range.end - base);
    out += fmt::format(",\"line\":{},\"column\":{},\"end_line\":{},\"end_column\":{}", begin.line, begin.column, end.line, end.column);
  } else {
    out += ",\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null";
  }
  out += ",\"label\":" + lang::json_string(d.label) + ",\"notes\":[";
  const std::vector<std::string> notes = note_lines(d, sources);
  for (std::size_t i = 0; i < notes.size(); ++i) out += (i > 0 ? "," : "") + lang::json_string(notes[i]);
  out += "],\"suggestion\":" + (d.suggestion.empty() ? std::string("null") : lang::json_string(d.suggestion)) + "}";
  return out;
}

}  // namespace polydat
