// The table of mistakes: what every code of a diagnostic means, with a program that makes the mistake and one that does not.
//
// A diagnostic names its mistake by a word ("unknown-wire"); people and programs see the number that belongs to it (PD0101),
// which never changes. `polydat explain CODE`, docs/errors.md and the tests walk this table: every wrong example gives its code
// and no other, every right one is free of errors.
//
// Rows lie in one file an area (diagnostic_codes_*.cpp), numbers in blocks: PD0001 text, PD0020 syntax, PD0100 names, PD0200
// types, PD0300 arguments, PD0400 programs, PD0500 modules, PD0600 comprehensions, cursors and traversals, PD0700 tiles, PD0800 JSON
// graphs, PD0900 the command and its streams.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polydat::lang {

// What people try: a graph (example.polydat, or example.json when it begins with `{`) and a shell line that uses it.
struct CodeExample {
  std::string_view graph;
  std::string_view command = {};  // empty: `polydat check` of the graph
};

struct DiagnosticCode {
  std::uint16_t number = 0;
  std::string_view word;
  std::string_view title;        // one line, no stop at its end
  std::string_view explanation;  // sentences; paragraphs are separated by an empty line
  CodeExample wrong;
  CodeExample right;
};

// One run of rows a file, in the order of their numbers.
std::span<const std::span<const DiagnosticCode>> diagnostic_code_areas();

const DiagnosticCode* find_code_by_word(std::string_view word);
// "PD0101", "pd101" or "unknown-wire"; null for anything else.
const DiagnosticCode* find_code(std::string_view text);
// Whether the text is written like a number: "PD" and digits, in either case.
bool is_code_text(std::string_view text);
// "PD0101".
std::string code_text(std::uint16_t number);
// The same for a word; PD0000 for a word that the table lacks.
std::string code_text(std::string_view word);
// Every word, for suggestions.
std::vector<std::string_view> all_code_words();

}  // namespace polydat::lang
