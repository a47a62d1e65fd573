// Mistakes of names, types, arguments and lifecycle: each with its code at its place, all of a program in one run.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "graph_support.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

struct Mistake {
  const char* text;
  const char* errors;
};

// Every program is preceded by `input x`, so its first line is line 2.
const Mistake kMistakes[] = {
    // Names
    {"v := x + mystery", "2:10 unknown-wire"},
    {"v := zz_undefined(x)", "2:6 unknown-function"},
    {"v := x.colour", "2:6 unknown-field"},
    {"v := 1\nv := 2", "3:1 duplicate-name"},
    {"x := 2\nw := x", "2:1 binds-input"},
    {"extern v: u64\nv := 2", "3:1 duplicate-name"},
    {"(a, b, a) := mixed_radix(x, 2, 3, 0)", "2:8 duplicate-name"},
    {"v := v + 1", "2:6 dependency-cycle"},
    {"ping := pong + 1\npong := ping + 1", "2:9 dependency-cycle"},
    {"c := a\na := b\nb := 1 + a", "3:6 dependency-cycle"},
    {"v := true", "2:6 unknown-wire"},
    {"v := \"{x:05}\"", "2:7 bad-placeholder"},
    {"v := (\"{x} { }\")", "2:12 bad-placeholder"},
    {"v := \"\\n{x+}\"", "2:9 bad-placeholder"},
    // Types
    {"v := hash(\"abc\")", "2:11 type-mismatch"},
    {"v := hash(x * 0.5)", "2:11 type-mismatch"},
    {"v := (x * 0.5) & 3", "2:16 operand-type"},
    {"v := 1 << 0.5", "2:8 operand-type"},
    {"v := !0.5", "2:6 operand-type"},
    {"v := \"a\" * 2", "2:6 operand-type"},
    {"v := 2 - \"a\"", "2:10 operand-type"},
    {"v := -\"a\"", "2:7 operand-type"},
    {"v := \"a\" ** 2", "2:6 operand-type"},
    {"v := \"{nowhere}\"", "2:8 unknown-wire"},
    {"f := x * 1.5\nv := mod(f, 3)", "3:10 type-mismatch"},
    {"v := x as i64", "2:8 bad-cast"},
    {"v := 1.5 as u64", "2:10 bad-cast"},
    {"v := \"1.5\" as f64", "2:12 bad-cast"},
    {"v := \"a\" < \"b\"", "2:10 string-ordering"},
    {"v := \"a\" >= x", "2:10 string-ordering"},
    {"extern e: i64\nv := e < 3", "3:8 comparison-type"},
    {"v := printf(\"{}\", [1, 2])", "2:19 list-as-argument"},
    {"v := 1 + [1]", "2:10 list-as-argument"},
    {"v := mod(x, [1, 2])", "2:13 list-as-argument"},
    {"v := if(x, 1)", "2:6 if-arity"},
    {"v := if(0.5, 1, 2)", "2:9 condition-type"},
    {"v := if \"a\" { 1 } else { 2 }", "2:9 condition-type"},
    {"extern e: whole = 3\nv := x", "2:11 unknown-type"},
    {"input y: vec_f32\nv := x", "2:10 bad-input-type"},
    {"input y: u65\nv := x", "2:10 unknown-type"},
    {"v := x as nope", "2:11 unknown-type"},
    {"extern e: u64 = 1 + 2\nv := x", "2:17 bad-default"},
    {"extern e: u64 = 2.5\nv := x", "2:17 bad-default"},
    {"extern e: f64 = -2.5\nv := x", "2:17 bad-default"},
    {"extern e: u64 = \"12x\"\nv := x", "2:17 bad-default"},
    {"extern e: bool = 1\nv := x", "2:18 bad-default"},
    {"extern e: str = 1\nv := x", "2:17 bad-default"},
    {"extern e: json = \"{}\"\nv := x", "2:18 default-not-allowed"},
    {"v := icd_normal(hash(x), 0.0, 1.0)", "2:17 not-a-probability"},
    {"extern e: bytes = \"00\"\nv := x", "2:19 default-not-allowed"},
    // Arguments
    {"v := hash()", "2:6 too-few-arguments"},
    {"v := hash(x, x)", "2:6 too-many-arguments"},
    {"v := mod(x, 3, 4)", "2:6 too-many-arguments"},
    {"v := mod(x)", "2:6 missing-constant"},
    {"d := x + 3\nv := mod(100, d)", "3:15 wire-as-constant"},
    {"v := mod(x, 1 + 2)", "2:13 wire-as-constant"},
    {"v := mod(x, 7.5)", "2:13 bad-literal"},
    {"v := mod(x, -7)", "2:13 bad-literal"},
    {"v := mod(x, \"7\")", "2:13 bad-literal"},
    {"v := mod(x, 0)", "2:13 constraint"},
    {"v := unfair_coin(x, 1.25)", "2:21 constraint"},
    {"v := hash_range(x, 0)", "2:20 constraint"},
    {"v := mod_wire(x, 0)", "2:18 constraint"},
    {"v := div_wire(x, 0)", "2:18 constraint"},
    {"v := reg_lane_i16(reg_splat_i16(x), 8)", "2:37 constraint"},
    {"v := char_buf(x, \"a\", 99999999999)", "2:23 limit"},
    {"v := hash_vec(x, 99999999999)", "2:18 limit"},
    {"v := printf(\"{:0999999999}\", x)", "2:13 constraint"},
    {"v := format_f64(to_f64(x), 999999999)", "2:28 constraint"},
    {"v := zero_pad_u64(x, 999999999)", "2:22 constraint"},
    {"v := clamp(x, -3, 5)", "2:15 bad-literal"},
    {"v := clamp(x, 5, 3)", "2:15 constraint"},
    {"v := mod(x, foo: 3)", "2:13 unknown-parameter"},
    {"v := mod(inptu: x, modulus: 3)", "2:10 unknown-parameter"},
    {"v := mod(x, input: x, modulus: 3)", "2:6 too-many-arguments"},
    {"v := hash(input: x, input: x)", "2:21 duplicate-argument"},
    {"v := printf(\"{} {}\", x)", "2:13 constraint"},
    {"(a, b) := hash(x)", "2:2 too-many-targets"},
    // Lifecycle
    {"const v := x + 1", "2:7 const-reads-coordinate"},
    {"w := x\nconst v := w", "3:7 const-reads-coordinate"},
    {"const aa := bb + 1\nconst bb := aa + 1\nv := x", "2:13 const-cycle"},
    {"v := is_positive(0)\nw := x", "2:6 fold-failure"},
    {"__unread := is_positive(0)\nw := x", "2:13 fold-failure"},
    {"v := hash(div_wire(7, x - x + 0 * 0)) + div_wire(1, 1 - 1)", "2:41 fold-failure"},
    {"__v := x", "3:1 no-outputs"},
    {"", "3:1 no-outputs"},
    // Cursors
    {"cursor c = hash(3)\nv := c.ordinal", "2:12 bad-cursor"},
    {"cursor c = range(3)\nv := x", "2:12 bad-cursor"},
    {"cursor c = range(0, 9) over \"60%,60%\"\nv := mod_in(x, c.cursor)", "2:29 fold-failure"},
    {"const v := c.ordinal\ncursor c = range(0, 9)", "2:7 const-reads-coordinate"},
    // Templates and comprehensions
    {"tile t := \"${x\"", "2:12 bad-tile"},
    {"tile t := \"${nope}\"", "2:14 unknown-wire"},
    {"tile t := \"${x: i8}\"", "2:12 hole-type"},
    {"tile t := \"@for k in 1..3 order spiral { ${k} }\"", "2:33 bad-comprehension"},
    {"g := for k in 1..3 order spiral", "2:26 bad-comprehension"},
    // All in one run, and no cascades
    {"a := nope + 1\nb := a * \"s\"\nc := hash(\"t\")\nd := c & 1\ne := is_positive(0)",
     "2:6 unknown-wire\n3:10 operand-type\n4:11 type-mismatch\n6:6 fold-failure"},
    {"a := f1(nope)\nb := a\nc := \"{b}\" + b", "2:6 unknown-function\n2:9 unknown-wire"},
    {"a := hahs(x)\nb := nope\nc := mod(x, 0)\nd := a + b\ne := d - \"x\"\ne := 3",
     "2:6 unknown-function\n3:6 unknown-wire\n4:13 constraint\n6:10 operand-type\n7:1 duplicate-name"},
    // Mistakes of form do not hide the others, and what they kept from being read is no mistake of its readers
    {"a := (x + 1\nb := u64_add(a, nope)\nc := a - \"s\"", "3:1 missing-close\n3:17 unknown-wire\n4:10 operand-type"},
    {"a hash(x)\nb := a & 0.5", "2:3 missing-bind\n3:8 operand-type"},
    {"extern e: := 5\nb := hash(e)\nc := e - \"s\"\nd := nope", "2:11 missing-type\n4:10 operand-type\n5:6 unknown-wire"},
    {"(p, 3) := mixed_radix(x, 2, 0)\nv := p + q + mod(x, 0)", "2:5 missing-name\n3:10 unknown-wire\n3:21 constraint"},
    {"m(y: u64) -> (z: u64) := { z := y + }\nv := m(x) + mod(x, 0)", "2:37 missing-operand\n3:20 constraint"},
    {"m(y: u64) -> (z: u64 := { z := y }\nv := m(x) + nope", "2:22 missing-name\n3:13 unknown-wire"},
    {"a := 3 +\nb := a + mod(x, 0)", "3:1 missing-operand\n3:17 constraint"},
    {"const const a := 1\nb := a + mod(x, 0)", "2:7 duplicate-modifier\n3:17 constraint"},
    {"v := mod(x, 0)\nw := beyond\ns := \"never closed\nbeyond := 1", "2:13 constraint\n4:6 unterminated-string"},
    {"a := )", "2:6 missing-operand"},
};

}  // namespace

TEST_CASE("each mistake has its code and its place") {
  for (const Mistake& mistake : kMistakes) {
    CAPTURE(mistake.text);
    std::string expected = mistake.errors;
    const Attempt attempt = compile("input x\n" + std::string(mistake.text) + "\n");
    CHECK_FALSE(attempt.graph.has_value());
    CHECK(attempt.errors() == expected);
  }
}

TEST_CASE("mistakes about the command line have no place") {
  GraphOptions options;
  options.assignments = {{"nope", "3"}, {"v", "1"}, {"e", "abc"}};
  options.outputs = {"v", "w", "v"};
  const Attempt attempt = compile("input x\nextern e: u64\nv := x + e\n", options);
  CHECK(attempt.errors() == "- unknown-assignment\n- unknown-assignment\n- bad-assignment\n- unknown-output\n- duplicate-output");
}

TEST_CASE("an unread statement may be what an option names") {
  GraphOptions options;
  options.assignments = {{"e", "3"}};
  options.outputs = {"v"};
  CHECK(compile("input x\nextern e: = 3\nv := (x\n", options).errors() == "2:11 missing-type\n4:1 missing-close");
}

TEST_CASE("suggestions name a near word") {
  const auto suggestion = [](const char* text) {
    const Attempt attempt = compile(text);
    REQUIRE(attempt.diagnostics.has_errors());
    return attempt.diagnostics.sorted().front().suggestion;
  };
  CHECK(suggestion("input cycle\nv := cycel") == "cycle");
  CHECK(suggestion("input cycle\nv := hahs(cycle)") == "hash");
  CHECK(suggestion("input cycle\nv := mod(cycle, modulas: 3)") == "modulus");
  CHECK(suggestion("input cycle: u65\nv := cycle") == "u64");
  CHECK(suggestion("input cycle\nv := quite_another(cycle)").empty());
}

TEST_CASE("a loop is spelled out") {
  const Attempt attempt = compile("input x\na := b\nb := c + 1\nc := a\n");
  REQUIRE(attempt.errors() == "2:6 dependency-cycle");
  CHECK(attempt.diagnostics.all().front().message.ends_with("a -> b -> c -> a"));
}

TEST_CASE("a second binding tells where the first is") {
  const Attempt attempt = compile("input x\nb := x\nv := x\nv := 2\n");
  REQUIRE(attempt.errors() == "4:1 duplicate-name");
  CHECK(render_text(attempt.diagnostics.all().front(), attempt.sources, false).find("the first one is at 3:1") != std::string::npos);
}

TEST_CASE("a wrong assignment suggests a near name") {
  GraphOptions options;
  options.assignments = {{"cyle", "7"}};
  const Attempt attempt = compile("input cycle\na := hash(cycle)\n", options);
  REQUIRE(attempt.errors() == "- unknown-assignment");
  CHECK(attempt.diagnostics.all().front().message.find("cyle") != std::string::npos);
  CHECK(attempt.diagnostics.all().front().suggestion == "cycle");
}

TEST_CASE("warnings do not stop a compile") {
  const Attempt attempt =
      compile("pragma sometimes\npragma strict_types\ninput x\nextern e: u64\nv := x + e\nw := counter()\np := printf(\"{}\", x, x)\n");
  CHECK(attempt.graph.has_value());
  CHECK(attempt.warnings() == "1:8 unknown-pragma\n4:8 extern-without-default\n6:6 nondeterministic\n7:6 unused-argument");
}

TEST_CASE("acknowledged nondeterminism is no warning") {
  const Attempt attempt = compile("input x\nvolatile a := counter() + x\nconst b := counter()\nv := a + b\n");
  CHECK(attempt.graph.has_value());
  CHECK(attempt.warnings().empty());
}

TEST_CASE("a graph past --max-nodes is refused with the option's name") {
  GraphOptions options;
  options.limits.max_nodes = 10;
  std::string text = "input x\nv0 := x\n";
  for (int i = 1; i < 40; ++i) text += "v" + std::to_string(i) + " := hash(v" + std::to_string(i - 1) + ")\n";
  const Attempt attempt = compile(text, options);
  CHECK_FALSE(attempt.graph.has_value());
  REQUIRE(attempt.diagnostics.has_limit_error());
  int limits = 0;
  for (const Diagnostic& d : attempt.diagnostics.all()) limits += d.kind == FailureKind::Limit ? 1 : 0;
  CHECK(limits == 1);
}

// The acceptance cases of names, types, lifecycle and externs: refused at the stated line.
TEST_CASE("language cases that must be refused are refused at their line") {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(POLYDAT_SHARED_DIR "/cases/lang")) {
    if (entry.path().extension() != ".error") continue;
    const std::string name = entry.path().stem().string();
    const int number = std::stoi(name);
    const bool ours = (number >= 230 && number <= 263) && number != 250 && number != 252;
    if (!ours) continue;
    std::ifstream expected(entry.path());
    std::string phase, place;
    expected >> phase >> place;
    std::stringstream text;
    text << std::ifstream(std::filesystem::path(entry.path()).replace_extension(".polydat")).rdbuf();
    CAPTURE(name);
    const Attempt attempt = compile(text.str());
    CHECK_FALSE(attempt.graph.has_value());
    CHECK(attempt.errors().starts_with(place + " "));  // the very column
    ++seen;
  }
  CHECK(seen == 26);
}
