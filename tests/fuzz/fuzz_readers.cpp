// Fuzz target: both readers of graphs on any bytes. Neither may crash; what they accept must survive printing and conversion.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "graph/json_reader.h"
#include "graph/json_writer.h"
#include "lang/format.h"
#include "lang/parse.h"

using namespace polydat;

namespace {

// The diagnostics are rendered too: their ranges must fit the text.
bool accepted(const Source& source, const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (d.range.begin > d.range.end || d.range.end > source.text().size()) std::abort();
    (void)render_text(d, source, true);
    (void)render_json(d, source);
  }
  return !diagnostics.has_errors();
}

[[noreturn]] void fail(const char* what, const std::string& a, const std::string& b) {
  std::fprintf(stderr, "%s\n---- one\n%s\n---- other\n%s\n", what, a.c_str(), b.c_str());
  std::abort();
}

lang::Program parse_again(const std::string& text, const std::string& from) {
  const Source source("again.polydat", text);
  Diagnostics diagnostics;
  lang::Program program = lang::parse(source, Limits{}, diagnostics);
  if (!accepted(source, diagnostics)) fail("what was printed does not parse", from, text);
  return program;
}

lang::Program read_again(const std::string& text, const std::string& from) {
  const Source source("again.json", text);
  Diagnostics diagnostics;
  lang::Program program = read_json_graph(source, Limits{}, diagnostics);
  if (!accepted(source, diagnostics)) fail("what was written as JSON is not read", from, text);
  return program;
}

// Language -> JSON -> language -> JSON settles.
void check_forms(const lang::Program& program) {
  const std::string json = write_json_graph(program);
  const lang::Program twin = read_again(json, json);
  const std::string dsl = lang::format_program(twin);
  const std::string settled = write_json_graph(parse_again(dsl, json));
  if (write_json_graph(read_again(settled, dsl)) != settled)
    fail("JSON does not settle", settled, write_json_graph(read_again(settled, dsl)));
  if (write_json_graph(parse_again(lang::format_program(read_again(settled, dsl)), settled)) != settled)
    fail("the two forms do not settle", dsl, settled);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  {
    Diagnostics diagnostics;
    const lang::Program program = lang::parse(source, Limits{}, diagnostics);
    if (accepted(source, diagnostics)) {
      const std::string once = lang::format_program(program);
      const std::string twice = lang::format_program(parse_again(once, std::string(source.text())));
      if (once != twice) fail("printing is not idempotent", once, twice);
      const auto formatted = lang::format_source(source, Limits{}, diagnostics);
      if (!formatted) fail("a correct source is not formatted", once, {});
      const auto again = lang::format_source(Source("again", *formatted), Limits{}, diagnostics);
      if (!again || *again != *formatted) fail("formatting is not idempotent", *formatted, again ? *again : "");
      if (write_json_graph(parse_again(*formatted, once)) != write_json_graph(program))
        fail("formatting changes the graph", once, *formatted);
      check_forms(program);
    }
  }
  Diagnostics diagnostics;
  const lang::Program program = read_json_graph(source, Limits{}, diagnostics);
  if (accepted(source, diagnostics)) check_forms(program);
  return 0;
}
