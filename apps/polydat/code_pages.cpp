// Pages about mistakes.
#include "code_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace polydat::app {

namespace {

using lang::CodeExample;
using lang::DiagnosticCode;
using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 100;

std::string_view file_of(const CodeExample& example) { return example.graph.starts_with('{') ? "example.json" : "example.polydat"; }

std::string command_of(const CodeExample& example) {
  return example.command.empty() ? fmt::format("polydat check {}", file_of(example)) : std::string(example.command);
}

// Breaks the lines of paragraphs at blanks.
std::string wrapped(std::string_view text) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (column > 0 && column + 1 + end > kWidth) {
      out += '\n';
      column = 0;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    if (end < text.size() && text[end] == '\n') {
      out += '\n';
      column = 0;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + '\n';
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += fmt::format("    {}", text.substr(0, end));
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// The graph, and the command where it is not a plain check.
std::string example_text(const CodeExample& example) {
  std::string text(example.graph);
  if (example.command.empty()) return text;
  if (!text.empty()) text += '\n';
  return text + fmt::format("$ {}\n", example.command);
}

Json code_json(const DiagnosticCode& code) {
  const auto example = [](const CodeExample& e) { return Json{{"file", file_of(e)}, {"graph", e.graph}, {"command", command_of(e)}}; };
  return {{"code", lang::code_text(code.number)}, {"word", code.word},           {"title", code.title}, {"explanation", code.explanation},
          {"wrong", example(code.wrong)},         {"right", example(code.right)}};
}

// Calls `visit` for every row, in the order of the numbers.
template <typename Visit>
void for_each_code(Visit visit) {
  for (const std::span<const DiagnosticCode> area : lang::diagnostic_code_areas())
    for (const DiagnosticCode& code : area) visit(code);
}

}  // namespace

std::string code_page(const DiagnosticCode& code) {
  return fmt::format("{} {}: {}\n\n{}\nwrong:\n{}\nright:\n{}", lang::code_text(code.number), code.word, code.title,
                     wrapped(code.explanation), indented(example_text(code.wrong)), indented(example_text(code.right)));
}

std::string code_list() {
  std::string text;
  for_each_code(
      [&](const DiagnosticCode& code) { text += fmt::format("{}  {:<26} {}\n", lang::code_text(code.number), code.word, code.title); });
  return text;
}

std::string codes_as_markdown() {
  std::string text =
      "# Errors and warnings\n\n"
      "Made by `polydat explain --codes --markdown`. Every message of polydat has a code, which never changes; `polydat explain PD0101`\n"
      "prints one entry of this page.\n";
  for_each_code([&](const DiagnosticCode& code) {
    text += fmt::format("\n## {}: {}\n\n`{}`\n\n{}\n", lang::code_text(code.number), code.title, code.word, code.explanation);
    text += fmt::format("\nWrong:\n\n```\n{}```\n\nRight:\n\n```\n{}```\n", example_text(code.wrong), example_text(code.right));
  });
  return text;
}

std::string codes_as_json() {
  Json list = Json::array();
  for_each_code([&](const DiagnosticCode& code) { list.push_back(code_json(code)); });
  return list.dump(2) + '\n';
}

std::string code_as_json(const DiagnosticCode& code) { return code_json(code).dump(2) + '\n'; }

}  // namespace polydat::app
