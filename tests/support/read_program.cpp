#include "support/read_program.h"

#include <doctest/doctest.h>

#include "graph/json_reader.h"
#include "lang/parse.h"

namespace polydat::testing {

std::string messages(const Diagnostics& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& d : diagnostics.sorted()) text += render_text(d, source, false);
  return text;
}

lang::Program parse_text(const std::string& text) {
  const Source source("program.polydat", text);
  Diagnostics diagnostics;
  lang::Program program = lang::parse(source, Limits{}, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), messages(diagnostics, source) << text);
  return program;
}

lang::Program read_json_text(const std::string& text) {
  const Source source("program.json", text);
  Diagnostics diagnostics;
  lang::Program program = read_json_graph(source, Limits{}, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), messages(diagnostics, source) << text);
  return program;
}

}  // namespace polydat::testing
