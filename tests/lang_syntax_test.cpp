// Mistakes of form: every line of the catalogue's "Lexical" and "Syntax" (language page, 3.14) at its place and alone, and what
// one run reports of several.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lang/parse.h"

using namespace polydat;

namespace {

// "line:column code" of each error, one a line.
std::string errors_of(const std::string& text, Limits limits = {}) {
  const Source source("g.polydat", text);
  Diagnostics diagnostics;
  (void)lang::parse(source, limits, diagnostics);
  std::string out;
  for (const Diagnostic& d : diagnostics.sorted()) {
    const Location at = source.location(d.range.begin);
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(d.code) + "\n";
  }
  return out;
}

struct Case {
  const char* text;
  const char* errors;  // the one error, without a line end
};

void check_each(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    INFO("text: " << c.text);
    CHECK(errors_of(c.text) == std::string(c.errors) + "\n");
  }
}

std::string repeat(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

}  // namespace

TEST_CASE("lexical mistakes stand at the start of the token") {
  check_each({
      {"v := 1 ; 2", "1:8 unexpected-character"},
      {"v := 1 $ 2\nw := 3", "1:8 unexpected-character"},
      {"\xC3\xA9 := 1", "1:1 unexpected-character"},
      {"v := \"\xC3\xA9\" + \xC3\xA9", "1:12 unexpected-character"},
      {"\tv := \"open", "1:7 unterminated-string"},
      {"v := 'it\\'", "1:6 unterminated-string"},
      {"v := 1 /* open\nw := 2", "1:8 unterminated-comment"},
      {"/* a /* b */ c */ v := 1", "1:16 missing-bind"},  // comments do not nest: `c` begins a statement
      {"v := <<<\nopen\n>>", "1:6 unterminated-heredoc"},
      {"tile t := <<<\nopen", "1:11 unterminated-heredoc"},
      {"tile t := {\n \"a\": \"}\"\n", "1:11 unterminated-tile-block"},
      {"for k in [1, 2 { v := 1 }", "1:10 unterminated-for"},
      {"v := 18446744073709551616", "1:6 integer-too-large"},
      {"v := 0x10000000000000000", "1:6 integer-too-large"},
      {"v := 0x + 1", "1:6 bad-hex"},
      {"v := 0xg", "1:6 bad-hex"},
      {"v := 3e + 1", "1:6 bad-exponent"},
      {"v := 3.5E- + 1", "1:6 bad-exponent"},
      {"v := 99999P", "1:6 suffix-overflow"},
      {"v := 18446744073709551615K", "1:6 suffix-overflow"},
      {"v := 1e400", "1:6 float-too-large"},
      {"v := \"\xFF\"", "1:7 invalid-utf8"},
  });
  // Nothing here is a mistake.
  CHECK(errors_of("").empty());
  CHECK(errors_of("\xEF\xBB\xBF# bom\r\ninput cycle: u64\r\nv := 18446744073709551615 + 0XfF + 4Ki + 1.5K + 1e-400\r\n").empty());
  CHECK(errors_of("v := \"/* text # text // \" // \"\n").empty());
}

TEST_CASE("syntax mistakes stand at the first token that cannot continue") {
  check_each({
      {"v := )", "1:6 missing-operand"},
      {"5", "1:1 not-a-statement"},
      {"}", "1:1 not-a-statement"},
      {"v = 1", "1:3 equals-for-bind"},
      {"hash(cycle)", "1:5 bare-expression"},
      {"v\nw := 1", "2:1 missing-bind"},
      {"v := 10_000 + 1", "1:13 digit-separator"},
      {"v := (1 + 2\nw := 2", "2:1 missing-close"},
      {"v := f(1, 2\nw := 2", "2:1 missing-close"},
      {"v := [1, 2\nw := 2", "2:1 missing-close"},
      {"v := 1 *\n", "2:1 missing-operand"},
      {"v := 1 *\nw := 2", "2:1 missing-operand"},
      {"v :=\nw := 2", "2:1 missing-operand"},
      {"v := f(1,)", "1:10 trailing-comma"},
      {"v := [1,]", "1:9 trailing-comma"},
      {"input (a, )", "1:11 missing-name"},
      {"(a, ) := f(1)", "1:5 missing-name"},
      {"v := .5", "1:6 leading-dot"},
      {"v := 1.", "1:7 not-a-statement"},
      {"v := a..b", "1:8 missing-name"},
      {"input ()", "1:1 empty-input"},
      {"volatile volatile v := 1", "1:10 duplicate-modifier"},
      {"const volatile v := 1", "1:1 modifier-conflict"},
      {"shared const v := 1", "1:1 modifier-conflict"},
      {"const (a, b) := f(1)", "1:7 modifier-on-tuple"},
      {"v: u64 := 1", "1:1 annotation-without-shared"},
      {"const v: u64 := 1", "1:1 annotation-without-shared"},
      {"(a, b) := c", "1:11 tuple-needs-call"},
      {"v := if a { 1 }\nw := 3", "2:1 missing-else"},
      {"v := if a 1 else { 2 }", "1:11 missing-brace"},
      {"v := if a { 1 } else 2", "1:22 missing-brace"},
      {"v := if a { 1 else { 2 }", "1:15 missing-brace"},
      {"v := if(c: a, 1, 2)", "1:9 named-if"},
      {"v := a as number", "1:11 unknown-type"},
      {"v := a as 3", "1:11 missing-type"},
      {"over := 3", "1:1 reserved-word"},
      {"input := 3", "1:7 reserved-word"},
      {"tile := 3", "1:6 reserved-word"},
      {"extern e u64", "1:10 unexpected-token"},
      {"extern e: u64 := 1", "1:15 bind-for-equals"},
      {"cursor c := range(0, 1)", "1:10 bind-for-equals"},
      {"f(a: u64) -> () := { x := 1 }", "1:15 no-module-outputs"},
      {"f(a: u64) -> (b: u64) := { b := a", "1:34 missing-brace"},
      {"f(a u64) -> (b: u64) := { b := a }\nv := 1", "1:2 bare-expression"},
      {"f(a: u64) -> (b u64) := { b := a }\nv := 1", "1:17 unexpected-token"},
      {"tile t : json { \"a\": ${x} }\nv := 1", "1:15 missing-bind"},
      {"tile t : xml := \"x\"", "1:10 unknown-encoding"},
      {"tile t (loose) := \"x\"", "1:9 unknown-tile-option"},
      {"tile t := 5", "1:11 missing-tile-body"},
      {"t := polytile(\"xml\", \"b\")", "1:15 unknown-encoding"},
      {"t := polytile(\"text\", \"b\", loose: true)", "1:28 unknown-tile-option"},
      {"for { v := 1 }", "1:1 missing-for-text"},
      {"for k in 1..4\nv := 1", "1:1 missing-for-block"},
      {"g := for k in 1..4\nh := for g", "2:6 bare-producer"},
      {"v := hash(\nfor k in 1..4\n)", "2:1 producer-in-expression"},
  });
}

TEST_CASE("one run reports every mistake, each once") {
  CHECK(
      errors_of("input cycle: u64\nv := (cycle + \nw := cycle *\nx = 3\ny := mod(cycle, 5,)\nz := 99999999999999999999 + )\nlast := 1\n") ==
      "3:1 missing-operand\n4:1 missing-operand\n4:3 equals-for-bind\n5:19 trailing-comma\n6:6 integer-too-large\n6:29 missing-operand\n");
  // A broken header: its block is skipped as a whole.
  CHECK(errors_of("f(a: u64) -> (b u64) := {\n  b := a\n  c := b\n}\nv := )\n") == "1:17 unexpected-token\n5:6 missing-operand\n");
  // A mistake inside a block leaves the block open.
  CHECK(errors_of("for k in 1..3 {\n  v := )\n  w := 1\n}\nx := )\n") == "2:8 missing-operand\n5:6 missing-operand\n");
}

TEST_CASE("nesting past the limit is one error; below it, and in flat chains, nothing is") {
  const std::size_t deep = 100'000, fine = 10'000;
  const auto program = [](std::size_t n, std::string_view open, std::string_view middle, std::string_view close) {
    return "v := " + repeat(open, n) + std::string(middle) + repeat(close, n) + "\nw := 1\n";
  };
  CHECK(errors_of(program(deep, "(", "1", ")")) == "1:10006 limit\n");
  CHECK(errors_of(program(deep, "f(", "1", ", 2)")) == "1:20006 limit\n");
  CHECK(errors_of(program(deep, "[", "1", "]")) == "1:10006 limit\n");
  CHECK(errors_of(program(deep, "- ", "1", "")) == "1:20006 limit\n");
  CHECK(errors_of(program(deep, "if a { ", "1", " } else { 2 }")) == "1:70006 limit\n");
  CHECK(errors_of(repeat("for k in 1..3 {\n", deep) + "v := 1\n" + repeat("}\n", deep)) == "10002:1 limit\n");
  CHECK(errors_of(program(fine, "(", "1", ")")).empty());
  CHECK(errors_of(program(fine, "f(", "1", ", 2)")).empty());
  CHECK(errors_of(program(fine, "if a { ", "1", " } else { 2 }")).empty());
  CHECK(errors_of(repeat("for k in 1..3 {\n", fine) + "v := 1\n" + repeat("}\n", fine)).empty());
  CHECK(errors_of("v := 1" + repeat(" + 1", deep)).empty());
  CHECK(errors_of("v := 1" + repeat(" ** 1", deep)).empty());
  CHECK(errors_of("v := \"{" + repeat("(", deep) + "1" + repeat(")", deep) + "}\"") == "1:10008 limit\n");
  Limits small;
  small.max_nodes = 10;
  CHECK(errors_of("v := 1" + repeat(" + 1", 100), small).ends_with(" limit\n"));
}

TEST_CASE("the language cases: accepted ones parse, refused ones have their mistake of form on its line") {
  std::size_t accepted = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(POLYDAT_SHARED_DIR) / "cases" / "lang")) {
    if (entry.path().extension() != ".polydat") continue;
    const auto read = [](const std::filesystem::path& path) {
      std::ifstream file(path, std::ios::binary);
      std::stringstream text;
      text << file.rdbuf();
      return text.str();
    };
    INFO("case " << entry.path().filename().string());
    const std::string errors = errors_of(read(entry.path()));
    std::filesystem::path expected = entry.path();
    expected.replace_extension(".error");
    if (!std::filesystem::exists(expected)) {
      CHECK(errors.empty());
      ++accepted;
      continue;
    }
    if (errors.empty()) continue;  // a mistake of another kind
    ++refused;
    CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
    std::stringstream line(read(expected));
    std::string phase, place;
    line >> phase >> place;
    CHECK(errors.substr(0, errors.find(' ')) == place);
  }
  CHECK(accepted == 147);
  CHECK(refused >= 25 + 6);  // 201 to 225; 300, 302, 313, 322, 330 to 332
}
